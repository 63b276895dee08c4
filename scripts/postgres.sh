#!/bin/sh
# Make sure that a PostgreSQL is there for the tests of vaults in a database. Never fails: where
# there is none and none can be installed, the tests are reported as skipped.
set -u

skip() {
    echo "tests with PostgreSQL will be skipped: $1"
    exit 0
}

command -v initdb >/dev/null 2>&1 && exit 0
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0

command -v apt-get >/dev/null 2>&1 || skip "there is none, and no apt-get to install it with"
[ "$(id -u)" -eq 0 ] || skip "there is none, and installing it needs root"

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >/dev/null 2>&1 || skip "the package lists could not be fetched"
apt-get install -qq -y --no-install-recommends postgresql >/dev/null 2>&1 ||
    skip "the package postgresql could not be installed"
