#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The session schema against what the program writes, and FORMAT.md against the schema.

Three questions: is every file that the writer makes valid; is every field that it writes described; is a file with a fault
in a field refused. Exits with 77 where python3-jsonschema is not installed.
"""
import copy
import json
import pathlib
import subprocess
import sys
import zlib

try:
    import jsonschema
except ImportError:
    print("skipped: the package python3-jsonschema is not installed")
    sys.exit(77)

SAMPLES = 2000
STRICT = 300  # of them: python takes its time
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "app/session/session.schema.json").read_text())
FORMAT = (ROOT / "app/session/FORMAT.md").read_text()
failures = []


def check(condition, sentence):
    if not condition:
        failures.append(sentence)


def refuse_constant(word):
    raise ValueError(f"{word} is not JSON")


def parse(text):
    return json.loads(text, parse_constant=refuse_constant)


def closed(schema):
    """The same schema without room for members that it does not list."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(part) if key != "properties" else {name: closed(inner) for name, inner in part.items()} for key, part in schema.items()}
    if "properties" in schema and "additionalProperties" not in schema:
        made["additionalProperties"] = False
    return made


def first_error(validator, instance):
    error = next(validator.iter_errors(instance), None)
    return None if error is None else f"{error.json_path}: {error.message[:200]}"


def without_unknown(text):
    """Random sessions have members that no version knows, all under these keys (tests/protocol/random_session.cpp)."""
    def strip(value):
        if isinstance(value, list):
            return [strip(part) for part in value]
        if isinstance(value, dict):
            return {key: strip(part) for key, part in value.items() if key not in ("later", "mood /~", "試験", '"', "a.b[0]")}
        return value
    return strip(text)


def written_by_the_program(program):
    done = subprocess.run([program, str(SAMPLES)], check=True, stdout=subprocess.PIPE)
    return [parse(text) for text in done.stdout.decode("utf-8").split("\0") if text]


def recordings():
    folder = ROOT / "resources/recordings"
    for path in sorted(folder.glob("*.dsmscope.z")):  # qCompress: four bytes of length, then zlib
        yield path.name, parse(zlib.decompress(path.read_bytes()[4:]).decode("utf-8"))


def test_what_is_written(program):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    strict = jsonschema.Draft202012Validator(closed(SCHEMA))
    samples = written_by_the_program(program)
    check(len(samples) == SAMPLES, f"{len(samples)} samples, {SAMPLES} expected")
    for seed, sample in enumerate(samples, 1):
        error = first_error(validator, sample)
        check(error is None, f"random session {seed}: {error}")
        error = first_error(strict, without_unknown(sample)) if seed <= STRICT else None
        check(error is None, f"random session {seed} has a field that the schema does not describe: {error}")
    names = 0
    for name, recording in recordings():
        names += 1
        error = first_error(strict, recording)
        check(error is None, f"{name}: {error}")
    check(names > 0, "there are no recordings to validate")
    print(f"{len(samples)} random sessions and {names} recordings are valid")
    return validator, samples


def members(value, path=()):
    """(path of the object, key) of every member."""
    if isinstance(value, list):
        for index, part in enumerate(value):
            yield from members(part, path + (index,))
    elif isinstance(value, dict):
        for key, part in value.items():
            yield path, key
            yield from members(part, path + (key,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def test_faults_are_refused(validator, samples):
    sample = max((without_unknown(s) for s in samples[:300]), key=lambda s: len({key for _, key in members(s)}))
    required = {"": {"format", "version"}, "devices": {"uuid"}, "runs": {"id", "experiment", "variant"}, "samples": {"elapsed_ns"},
                "counters": {"collected"}, "values": {"name", "value"}, "missing": {"name"}, "error": {"code"}, "why": {"code"}}
    tried = 0
    for path, key in list(members(sample)):
        owner = next((step for step in reversed(path) if isinstance(step, str)), "")
        in_free_object = "view_state" in path or owner == "values" and isinstance(path[-1], str)
        if in_free_object:
            continue
        if key in required.get(owner, ()):
            broken = copy.deepcopy(sample)
            del at(broken, path)[key]
            check(first_error(validator, broken) is not None, f"{path} without {key} is accepted")
            tried += 1
        if key == "summary" or owner == "summary":
            continue
        broken = copy.deepcopy(sample)
        at(broken, path)[key] = {"of": "another type"} if not isinstance(at(sample, path)[key], dict) else "text"
        check(first_error(validator, broken) is not None, f"{path} with another type of {key} is accepted")
        tried += 1
    for text in ('{"format":"dsmscope-session","version":1,"x":NaN}', '{"format":"dsmscope-session","version":1,"x":-Infinity}'):
        try:
            parse(text)
            check(False, f"{text} is taken for JSON")
        except ValueError:
            pass
    for number in (-1, 2**64, 1.5, True, "1"):
        broken = {"format": "dsmscope-session", "version": 1, "devices": [{"uuid": "GPU-1", "l2_bytes": number}]}
        check(first_error(validator, broken) is not None, f"l2_bytes may be {number}")
    check(tried > 80, f"only {tried} faults were tried")
    print(f"{tried} faults are refused")


def test_the_page_names_every_field():
    def properties(schema):
        if isinstance(schema, dict):
            for key, part in schema.items():
                if key == "properties":
                    yield from part
                yield from properties(part)
        elif isinstance(schema, list):
            for part in schema:
                yield from properties(part)
    for name in sorted(set(properties(SCHEMA))):
        check(f"`{name}`" in FORMAT, f"FORMAT.md does not say what {name} is")


def main():
    validator, samples = test_what_is_written(sys.argv[1])
    test_faults_are_refused(validator, samples)
    test_the_page_names_every_field()
    for failure in failures[:20]:
        print("FAILED:", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
