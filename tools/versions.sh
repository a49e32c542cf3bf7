#!/bin/sh
# Replays the golden matches, and tests the core and worked examples, under every newer Python that is here.
set -eu
cd "$(dirname "$0")/.."
export PIP_DISABLE_PIP_VERSION_CHECK=1

for version in 3.12 3.13; do
    if ! "python$version" -c '' >/dev/null 2>&1; then
        echo "Python $version: not installed here"
        continue
    fi
    place="build/python-$version"
    if ! [ -f "$place/.ready" ]; then
        "python$version" -m venv --clear "$place"
        "$place/bin/python" -m pip install --quiet --require-hashes --requirement requirements.lock
        "$place/bin/python" -m pip install --quiet --no-deps --no-build-isolation \
            --editable . --editable examples/high_noon
        touch "$place/.ready"
    fi
    echo "Python $version"
    "$place/bin/python" -m pytest -q -m "not soak" \
        tests/playthroughs tests/core tests/shadows_west/test_examples*.py
done
