"""Bodies: what is JSON here, what is not, and what stays bytes."""

import json
import re
import sys

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from schemas.body import MalformedJson, read_body, strict_loads
from schemas.limits import MAX_DEPTH
from schemas.pointers import flatten

NONE: frozenset[str] = frozenset()
STATE = frozenset({"state"})

MALFORMED = {
    "empty": (b"", "Expecting value"),
    "blank": (b" \n", "Expecting value"),
    "cut off": (b'{"a": ', "Expecting value"),
    "cut off in a string": (b'{"a": "b', "Unterminated string"),
    "trailing text": (b"{} {}", "Extra data"),
    "trailing comma": (b'{"a": 1,}', "at line 1, column"),
    "single quotes": (b"{'a': 1}", "double quotes"),
    "comment": (b'{"a": 1} // b', "Extra data"),
    "leading zero": (b'{"a": 01}', "delimiter"),
    "plus sign": (b'{"a": +1}', "Expecting value"),
    "bare point": (b'{"a": 1.}', "delimiter"),
    "control character": (b'{"a": "\x01"}', "control character"),
    "wrong escape": (b'{"a": "\\x"}', "escape"),
    "short escape": (b'{"a": "\\u12"}', "escape"),
    "NaN": (b'{"a": NaN}', "NaN is not JSON"),
    "Infinity": (b'{"a": [Infinity]}', "Infinity is not JSON"),
    "-Infinity": (b'{"a": -Infinity}', "-Infinity is not JSON"),
    "overflow": (b'{"a": 1e999}', "too large"),
    "negative overflow": (b'{"a": {"b": -1e999}}', "too large"),
    "digits": (b'{"a": ' + b"1" * 5000 + b"}", "too many digits"),
    "duplicate": (b'{"a": 1, "a": 2}', '"a" stands twice'),
    "same duplicate": (b'{"a": 1, "a": 1}', '"a" stands twice'),
    "longer first": (b'{"a": 12, "a": 1}', '"a" stands twice'),
    "longer first, spaced": (b'{ "a" : 1.5 , "b": 2, "a" : 1 }', '"a" stands twice'),
    "escaped duplicate": (b'{"a": 1, "\\u0061": 2}', '"a" stands twice'),
    "deep duplicate": (b'{"a": [{"b": {"c": 1, "c": 1}}]}', '"c" stands twice'),
    "lone high surrogate": (b'{"a": "\\ud800"}', "surrogate"),
    "lone low surrogate": (b'{"a": "\\uDC00 and more"}', "surrogate"),
    "swapped surrogates": (b'{"a": ["\\udc00\\ud800"]}', "surrogate"),
    "surrogate in a name": (b'{"a": {"\\ud800": 1}}', "surrogate"),
    "surrogate in a top name": (b'{"\\ud800": 1}', "surrogate"),
    "surrogate in utf-8": (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
    "latin-1": (b'{"a": "\xe9"}', "not UTF-8"),
    "latin-1 name": (b'{"\xe9": 1}', "not UTF-8"),
    "utf-16": ('{"a": 1}'.encode("utf-16"), "not UTF-8"),
    "byte order mark": (b"\xef\xbb\xbf{}", "byte order mark"),
    "65 levels": (b'{"a": ' + b"[" * 64 + b"]" * 64 + b"}", "64 levels"),
    "65 levels of objects": (b'{"a":' * 65 + b"1" + b"}" * 65, "64 levels"),
    "10,000 levels": (b'{"a": ' + b"[" * 10_000 + b"]" * 10_000 + b"}", "64 levels"),
    "100,000 open brackets": (b"[" * 100_000, "64 levels"),
    "1,000 levels of objects": (b'{"a":' * 1_000, "64 levels"),
}


@pytest.mark.parametrize("raw", [NONE, STATE], ids=["whole", "in parts"])
@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str, raw: frozenset[str]) -> None:
    data, detail = MALFORMED[name]
    with pytest.raises(MalformedJson, match=re.escape(detail)):
        read_body(data, raw)


@pytest.mark.parametrize("name", [name for name in MALFORMED if MALFORMED[name][0].startswith(b'{"a": ')])
def test_malformed_inside_a_part_that_stays_bytes(name: str) -> None:
    data, detail = MALFORMED[name]
    with pytest.raises(MalformedJson, match=re.escape(detail)):
        strict_loads(read_body(data, frozenset({"a"}))["a"], MAX_DEPTH - 1)


@pytest.mark.parametrize(
    ("text", "kind"), [("[]", "array"), ("1", "integer"), ('"a"', "string"), ("null", "null"), ("true", "boolean")]
)
def test_json_that_is_no_object_breaks_the_schema(text: str, kind: str) -> None:
    for raw in (NONE, STATE):
        with pytest.raises(ValidationError) as refusal:
            read_body(text.encode(), raw)
        (flaw,) = flatten(refusal.value.messages)
        assert (flaw["pointer"], flaw["code"], flaw["params"]["got"]) == ("", "wrong-type", kind)


@pytest.mark.parametrize("raw", [NONE, STATE], ids=["whole", "in parts"])
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"a": 2**80, "b": -(2**80), "c": 1.5, "d": True, "e": None},
        {"a": "é \U0001f600 \u2028", "é": {"": []}},
        {"a": [1] * 1000, "\\": '"{[', "b": "}]"},
        {"x": "1", "y": '{"x": 1, "x": 1}'},
    ],
)
def test_sound(body: dict[str, object], raw: frozenset[str]) -> None:
    for text in (json.dumps(body), json.dumps(body, indent=2), f"\r\n\t {json.dumps(body, ensure_ascii=False)} \n"):
        assert read_body(text.encode(), raw) == body


def test_sixty_four_levels_are_sound() -> None:
    data = b'{"a": ' + b"[" * 63 + b"]" * 63 + b"}"
    assert list(read_body(data, NONE)) == ["a"]
    assert read_body(data, STATE) == read_body(data, NONE)
    strict_loads(read_body(data, frozenset({"a"}))["a"], MAX_DEPTH - 1)


def test_depth_does_not_depend_on_the_stack_below() -> None:
    data = b'{"a": ' + b"[" * 63 + b"]" * 63 + b"}"

    def further_down(frames: int) -> object:
        return read_body(data, NONE) if frames == 0 else further_down(frames - 1)

    assert further_down(sys.getrecursionlimit() // 2) == read_body(data, NONE)


def test_a_part_stays_the_bytes_it_was() -> None:
    body = read_body(b'{"state" :  {"b": [1,\n 2e0]}  , "action": {"type": "a"}}', STATE)
    assert isinstance(body["state"], msgspec.Raw)
    assert bytes(body["state"]) == b'{"b": [1,\n 2e0]}'
    assert body["action"] == {"type": "a"}
    assert read_body(b'{"state": null}', STATE)["state"] == msgspec.Raw(b"null")


def test_the_longest_name_is_not_told_in_full() -> None:
    name = "x" * 100_000
    with pytest.raises(MalformedJson) as refusal:
        read_body(json.dumps({name: 1}).encode()[:-1] + f', "{name}": 1}}'.encode(), STATE)
    assert len(refusal.value.detail) < 200


@settings(max_examples=300, deadline=None)
@given(
    pairs=st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "state", '"', "\\", "{", "é"]),
            st.recursive(
                st.integers() | st.booleans() | st.text(max_size=4), lambda inner: st.lists(inner), max_leaves=4
            ),
        ),
        max_size=5,
    ),
    ascii_only=st.booleans(),
    space=st.sampled_from(["", " ", "\n\t"]),
)
def test_duplicates_are_found_wherever_they_stand(
    pairs: list[tuple[str, object]], ascii_only: bool, space: str
) -> None:
    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=ascii_only)

    members = f"{space},{space}".join(f"{text(name)}{space}:{space}{text(value)}" for name, value in pairs)
    data = f"{space}{{{space}{members}{space}}}".encode()
    for raw in (NONE, STATE):
        if len({name for name, _ in pairs}) == len(pairs):
            body = read_body(data, raw)
            assert {n: strict_loads(v) if isinstance(v, msgspec.Raw) else v for n, v in body.items()} == dict(pairs)
        else:
            with pytest.raises(MalformedJson, match="stands twice"):
                read_body(data, raw)


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=40) | st.text('{}[]",:\\ue-+.019aN \n', max_size=30).map(str.encode))
def test_no_bytes_get_anything_else_out_of_it(data: bytes) -> None:
    verdicts = []
    for raw in (NONE, STATE):
        try:
            verdicts.append(repr(read_body(data, raw)))
        except (MalformedJson, ValidationError) as error:
            verdicts.append(type(error).__name__)
    assert verdicts[0] == verdicts[1] or "state" in data.decode(errors="replace")


@settings(max_examples=300, deadline=None)
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
        max_leaves=10,
    ),
    compact=st.booleans(),
)
def test_a_member_is_what_python_reads(value: object, compact: bool) -> None:
    """Written compactly it is read by msgspec, otherwise by Python; the types of numbers count too."""
    separators = (",", ":") if compact else (", ", ": ")
    text = json.dumps({"state": 1, "other": value}, ensure_ascii=False, separators=separators)
    read = read_body(text.encode(), STATE)["other"]
    assert repr(read) == repr(json.loads(text)["other"])
