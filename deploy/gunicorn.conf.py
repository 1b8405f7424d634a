"""gunicorn as this service wants it: `gunicorn -c deploy/gunicorn.conf.py`. Settings: deploy/README.md.

The values stand in service/gunicorn_config.py, where `referee serve` of an installed wheel finds them as well. What
is assigned below this line wins over them.
"""

from service.gunicorn_config import *  # noqa: F403
