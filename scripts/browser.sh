#!/bin/sh
# Make sure that a Chromium is there for the browser tests. Never fails: where there is none and
# none can be installed, the tests say so themselves and are reported as skipped.
set -u

skip() {
    echo "browser tests will be skipped: $1"
    exit 0
}

for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done

command -v apt-get >/dev/null 2>&1 || skip "there is no Chromium, and no apt-get to install it with"
[ "$(id -u)" -eq 0 ] || skip "there is no Chromium, and installing it needs root"

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >/dev/null 2>&1 || skip "the package lists could not be fetched"
apt-get install -qq -y --no-install-recommends chromium >/dev/null 2>&1 ||
    skip "the package chromium could not be installed"
command -v chromium >/dev/null 2>&1 || skip "the package chromium brought no command chromium"
