"""Problem details (RFC 9457): their shape, and every type that the service answers with."""

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from schemas.pointers import Flaw

MEDIA_TYPE: Final = "application/problem+json"


class Problem(msgspec.Struct, kw_only=True):
    """Why a request could not be answered. Members beyond `instance` appear with the types that have them."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    errors: list[Flaw] | UnsetType = UNSET
    violations: list[Any] | UnsetType = UNSET
    defects: list[Any] | UnsetType = UNSET
    accepts: list[str] | UnsetType = UNSET
    narrow_by: list[str] | UnsetType = UNSET


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One type of problem, as `GET /problems/{slug}` explains it."""

    slug: str
    title: str
    status: int
    explanation: str

    @property
    def type(self) -> str:
        return f"/problems/{self.slug}"


def problem(slug: str, detail: str, instance: str, **members: Any) -> Problem:
    """A problem of a kind in `KINDS` (else `KeyError`). `members`: those of `Problem` beyond `instance`."""
    kind = KINDS[slug]
    return Problem(type=kind.type, title=kind.title, status=kind.status, detail=detail, instance=instance, **members)


_ALL: Final = [
    Kind(
        slug="malformed-json",
        title="The body is not JSON",
        status=400,
        explanation=(
            "The bytes of the body could not be read as strict JSON. Besides plain syntax errors this is the answer "
            "to what parsers are known to disagree about: a name that stands twice in one object, NaN and Infinity, "
            "numbers that overflow (1e999), half a surrogate pair, text that is not UTF-8 or begins with a byte order "
            "mark, and nesting of more than 64 levels. `detail` says which. Any common JSON library writes text that "
            "is accepted; look at what was done to the text afterwards."
        ),
    ),
    Kind(
        slug="unauthorized",
        title="A valid key is needed",
        status=401,
        explanation=(
            "The operator of this service has set keys, and the request carries none or one that is not known. Send "
            "it as `Authorization: Bearer <key>`. Reading what the service knows (every GET) and CORS preflights "
            "never need a key."
        ),
    ),
    Kind(
        slug="not-found",
        title="No such thing here",
        status=404,
        explanation=(
            "The path names a game, rule, component pack or page that this service does not have. `GET /v1/games` "
            "lists the games; each game lists its rules and packs. Ids are case-sensitive."
        ),
    ),
    Kind(
        slug="method-not-allowed",
        title="The method is not allowed",
        status=405,
        explanation=(
            "The path exists but does not answer to this method. The `Allow` header lists those that it does answer "
            "to. Questions about a position are POST, because a position does not fit into a URL; they change nothing "
            "all the same."
        ),
    ),
    Kind(
        slug="not-acceptable",
        title="No acceptable format",
        status=406,
        explanation=(
            "The `Accept` header leaves out everything that this path can answer with. All paths answer "
            "`application/json`; `replays` also `application/x-ndjson`. Leave the header out, or add `*/*` with a low "
            "quality value."
        ),
    ),
    Kind(
        slug="unsupported-media-type",
        title="The body is in an unsupported format",
        status=415,
        explanation=(
            "A body must have `Content-Type: application/json` and, if compressed, a `Content-Encoding` of `gzip` or "
            "`zstd`. Other types are refused and not guessed at."
        ),
    ),
    Kind(
        slug="too-large",
        title="The body is too large",
        status=413,
        explanation=(
            "The body has more bytes, counted after decompression, than the operator allows (`GET /v1` shows the "
            "limit; 1 MiB unless configured). Positions are far smaller. A long replay can be sent in parts: each "
            "answer holds the position to go on from."
        ),
    ),
    Kind(
        slug="invalid-body",
        title="The body does not fit its schema",
        status=422,
        explanation=(
            "The body is JSON, but not of the shape that this call takes. `errors` lists what is wrong, at most 100 "
            "entries, each with a JSON pointer into the body, a `code` for programs, a sentence for people and the "
            "`params` that the sentence was made from. Members that the schema does not have are refused too, so that "
            "a misspelt one is not ignored. The schemas are in `/openapi.json`."
        ),
    ),
    Kind(
        slug="invalid-query",
        title="The query string does not fit",
        status=422,
        explanation=(
            "A parameter of the query string is unknown or has a value that is not taken. `errors` names each of "
            "them; its pointer is the parameter's name after a slash."
        ),
    ),
    Kind(
        slug="impossible-state",
        title="No game can be in this state",
        status=422,
        explanation=(
            "The state has the right shape but contradicts itself, its component pack or the rules, so that nothing "
            "can be judged from it. `defects` lists why, each with a pointer into the state, as `validations` does. "
            "States that the service answered with are never impossible; if yours was edited or typed in from a "
            "table, `POST /v1/games/{game}/states` with `state` and `at` helps to mend it."
        ),
    ),
    Kind(
        slug="illegal-setup",
        title="The setup breaks the rules",
        status=422,
        explanation=(
            "A choice that was given in advance (a faction, a start place, a card) is an action like any other and "
            "was judged when its decision came due. It was illegal; `violations` names the rules. Leave it out to be "
            "asked for it, or choose another."
        ),
    ),
    Kind(
        slug="hidden-value",
        title="The full state is needed",
        status=422,
        explanation=(
            "A view, in which hidden values are null, was sent to a call that has to know them. `adjudications` and "
            "`replays` take the full state only; `legal-actions`, `views`, `validations` and `scores` take views as "
            "well. A client that holds only a view must ask whoever holds the state."
        ),
    ),
    Kind(
        slug="rules-version",
        title="The state belongs to another version of the rules",
        status=422,
        explanation=(
            "A state is taken by any service whose rules have the same major and minor version; `accepts` lists what "
            "this one takes. `POST /v1/games/{game}/states` with the state brings it up to date where the service "
            "knows how. The same answer is given when the operator's own component pack has changed since the state "
            "was made."
        ),
    ),
    Kind(
        slug="bad-seal",
        title="The seal does not fit",
        status=422,
        explanation=(
            "The seal beside the state is missing where the operator asks for one, was made with a key that is not "
            "known any more, or belongs to another state. Send the state and its seal exactly as they were answered, "
            "together."
        ),
    ),
    Kind(
        slug="bad-cursor",
        title="The cursor does not fit the question",
        status=422,
        explanation=(
            "A cursor continues one list: that of the same state, `actor`, `where` and `explain`. This one is damaged "
            "or comes from another question. Ask again without a cursor."
        ),
    ),
    Kind(
        slug="too-much-work",
        title="The question is too large",
        status=422,
        explanation=(
            "The answer would take more steps than one request may cost. Steps are counted, not time, so that every "
            "worker gives the same answer. `narrow_by` says how to ask for less: usually a `where` that fixes the "
            "type of the action or one of its parameters."
        ),
    ),
    Kind(
        slug="rate-limited",
        title="Too many requests",
        status=429,
        explanation=(
            "The client has used up its share for now. `Retry-After` says in how many seconds to try again; the "
            "`RateLimit` and `RateLimit-Policy` headers of every answer show how much is left. `include` in an "
            "adjudication saves calls."
        ),
    ),
    Kind(
        slug="unavailable",
        title="Not available at the moment",
        status=503,
        explanation=(
            "The service is starting, stopping or has more to do than it can. `Retry-After` says when to try again. "
            "Repeating a request is always safe: no call changes anything on the server."
        ),
    ),
    Kind(
        slug="internal-error",
        title="The service made a mistake",
        status=500,
        explanation=(
            "Something went wrong that is not the request's fault, and it has been logged under the id in `instance`. "
            "Nothing is stored on the server, so nothing is half done. Please report the id together with the "
            "request."
        ),
    ),
]

KINDS: Final[dict[str, Kind]] = {kind.slug: kind for kind in _ALL}
