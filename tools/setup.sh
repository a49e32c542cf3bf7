#!/bin/sh
# Makes .venv with the locked dependencies, Boomtown itself and the example game.
set -eu
cd "$(dirname "$0")/.."

find_python() {
    for name in python3.11 python3.12 python3.13 python3; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "Boomtown needs Python 3.11 or newer; none was found." >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

make_venv() {
    "$1" -m venv --clear .venv >/dev/null 2>&1 && return
    # Debian keeps the module in a package of its own.
    if command -v apt-get >/dev/null 2>&1; then
        as_root apt-get update -qq
        as_root apt-get install -y -qq python3-venv >/dev/null
    fi
    "$1" -m venv --clear .venv
}

PYTHON=$(find_python)
export PIP_DISABLE_PIP_VERSION_CHECK=1
if ! .venv/bin/python -c 'import pip' >/dev/null 2>&1; then
    make_venv "$PYTHON"
fi

pip_install() {
    .venv/bin/python -m pip install --quiet --no-compile "$@"
}

# uv stands in the lock like everything else, and installs the rest in seconds. It does not read
# pip's settings: where it finds no packages, pip does it.
install() {
    .venv/bin/uv pip install --quiet --python .venv/bin/python "$@" || pip_install "$@"
}

sed -n '/^uv==/,/[^\\]$/p' requirements.lock >.venv/uv.lock
pip_install --require-hashes --requirement .venv/uv.lock
install --require-hashes --requirement requirements.lock
install --no-deps --no-build-isolation --editable . --editable examples/high_noon
touch .venv/.ready
