#!/bin/sh
# Makes sure that there is a browser for the browser tests: Debian's chromium, or the same without
# windows, which is quicker.
set -eu

for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done
if ! command -v apt-get >/dev/null 2>&1; then
    echo "The browser tests need chromium; please install it." >&2
    exit 1
fi
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
as_root apt-get update -qq
for name in chromium-headless-shell chromium; do
    if as_root apt-get install -y -qq --no-install-recommends "$name" >/dev/null; then
        exit 0
    fi
done
exit 1
