#!/bin/sh
# What the image is made of, by the same commands in the Dockerfile and in CI.
#
#   deploy/image.sh libraries DIRECTORY [LOCK]    a virtual environment with what the lock says and nothing else
#   deploy/image.sh service DIRECTORY             the service into it, from a wheel made here
#
# Needs Python 3.11 or newer with venv and pip (another one: PYTHON=…) and PyPI. Nothing is compiled.
set -eu

python=${PYTHON:-python3}
source=$(cd "$(dirname "$0")/.." && pwd)
# No pip comes along into the environment: it is installed into from outside.
pip() { "$python" -m pip --quiet --disable-pip-version-check --no-input "$@"; }

libraries() {
    "$python" -m venv --without-pip "$1"
    pip --python "$1/bin/python" install --require-hashes --only-binary :all: -r "${2:-$source/requirements.lock}"
}

service() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # The one tool that building needs, pinned and with its hashes as everything else.
    sed -n '/^setuptools==/,/[^\\]$/p' "$source/requirements-dev.lock" > "$work/build.lock"
    "$python" -m venv --without-pip "$work/tools"
    pip --python "$work/tools/bin/python" install --require-hashes --only-binary :all: -r "$work/build.lock"
    # A copy: building leaves things behind, and the source may be read-only.
    mkdir "$work/source" "$work/wheels"
    cd "$source"
    cp -R pyproject.toml README.md LICENSE service schemas openapi "$work/source"
    pip --python "$work/tools/bin/python" wheel --no-deps --no-build-isolation --wheel-dir "$work/wheels" "$work/source"
    pip --python "$1/bin/python" install --no-deps --no-index "$work"/wheels/*.whl
}

case ${1:-} in
    libraries | service) "$@" ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
