"""The scenes in their order."""

from collections.abc import Callable, Mapping

from tests.chaos import proxied, redis_scenes, stampede_scene, upgrade_scene, worker_scene
from tests.chaos.outcome import Outcome
from tests.chaos.scene import Run

SCENES: Mapping[str, Callable[[Run], Outcome]] = {
    "redis-killed": redis_scenes.killed,
    "redis-emptied": redis_scenes.emptied,
    "redis-suspended": redis_scenes.suspended,
    "redis-full": redis_scenes.full,
    "cluster-node-killed": redis_scenes.node_killed,
    "redis-locked": redis_scenes.locked,
    "worker-killed": worker_scene.killed,
    "rolling-restart": proxied.rolling_restart,
    "upgrade": upgrade_scene.plain,
    "upgrade-sealed": upgrade_scene.sealed,
    "slow-uploads": proxied.slow_uploads,
    "stampede": stampede_scene.stampede,
}
