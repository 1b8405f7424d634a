"""The service, wired together once."""

from __future__ import annotations

import os
from collections.abc import Mapping

from flask import Flask

from service import logs
from service.api import (
    access,
    adjudications,
    components,
    docs,
    documents,
    exchange,
    game_schemas,
    games,
    health,
    index,
    legal_actions,
    metrics,
    problem_pages,
    problems,
    replays,
    rules,
    scores,
    states,
    validations,
    views,
)
from service.api.arguments import Resources
from service.api.desk import QUESTION_BYTES, QUESTIONS_BYTES, Desk, open_desk
from service.api.documents import Documents
from service.api.memory import NOTED_BYTES
from service.api.routing import Service
from service.api.seals import Seals
from service.build import build_id
from service.cache import Answers, ObjectCache, answer_cache, open_link, request_counts
from service.engine.game import Game
from service.engine.registry import load_games
from service.settings import Settings

PER_GAME = (
    games,
    rules,
    components,
    game_schemas,
    states,
    legal_actions,
    adjudications,
    validations,
    views,
    scores,
    replays,
)
"""The resources of a game, in the order in which the OpenAPI document lists them."""


def create_app(settings: Settings | None = None, games: Mapping[str, Game] | None = None) -> Flask:
    """The WSGI application. Settings come from the environment and games from the installed packages unless given.

    Nothing is connected yet, so it may be made before a fork.
    """
    settings = settings or Settings.from_env(os.environ)
    app = Service("service", static_folder=None)
    # A doubled slash is another path, and so not found; by default werkzeug would send a redirect.
    app.url_map.merge_slashes = False
    app.config["MAX_BODY_BYTES"] = settings.max_body_bytes
    build = settings.build or build_id()
    counts = metrics.Metrics(build, rules=settings.metrics_rules)
    if settings.otel:
        from service import tracing

        tracing.install(app, lambda: tracing.sending(build))
    if settings.access_log:
        logs.install(app)
    problems.install(app)
    metrics.install(app, counts)
    exchange.install(app, settings)
    link = open_link(settings.redis_url, redis_timeout_ms=settings.redis_timeout_ms, watch=counts)
    access.install(app, settings, request_counts(link))
    docs.install(app)
    answers = answer_cache(
        link,
        cache_bytes=settings.cache_bytes,
        cache_ttl_s=settings.cache_ttl_s,
        cache_min_ms=settings.cache_min_ms,
        cache_max_value_bytes=settings.cache_max_value_bytes,
        cache_wait_ms=settings.cache_wait_ms,
        watch=counts,
    )
    objects = ObjectCache(settings.state_cache_bytes, NOTED_BYTES)
    questions = ObjectCache(QUESTIONS_BYTES, QUESTION_BYTES)
    sealing = Seals(settings.seal_keys, settings.require_seal)
    desks = [
        open_desk(
            game.within(settings.work_budget),
            objects=objects,
            questions=questions,
            answers=answers,
            build=build,
            metrics=counts,
            seals=sealing,
        )
        for game in (load_games() if games is None else games).values()
    ]
    api = documents.open_documents(app)
    app.extensions["referee"] = {
        "api": api,
        "redis": link,
        "games": [desk.game.id for desk in desks],
        "metrics": counts,
    }
    api.register_blueprint(service_resources(settings, build, answers, api, desks, counts))
    for desk in desks:
        documents.add_components(api, desk)
        api.register_blueprint(game_resources(desk))
    return app


def service_resources(
    settings: Settings, build: str, answers: Answers, api: Documents, desks: list[Desk], counts: metrics.Metrics
) -> Resources:
    """What the service tells about itself."""
    resources = Resources("service", "service", description="The service itself.")
    index.add(resources, settings, build)
    games.add_list(resources, [desk.game for desk in desks])
    documents.add(resources, api, desks)
    docs.add(resources, [desk.game for desk in desks])
    problem_pages.add(resources)
    health.add(resources, answers)
    metrics.add(resources, counts)
    return resources


def game_resources(desk: Desk) -> Resources:
    """Everything about one game."""
    game = desk.game
    resources = Resources(game.id, "service", url_prefix=f"/v1/games/{game.id}", description=game.title)
    for resource in PER_GAME:
        resource.add(resources, desk)
    return resources
