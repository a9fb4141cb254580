#!/bin/sh
# Programs that tests run: a Chromium for tests/page; Caddy, systemd-analyze, libseccomp and debootstrap for tests/deploy.
# Where this may install them it does; elsewhere it says what is missing.
missing=
need() { # need PACKAGES PROGRAM...: notes the packages unless one of the programs is there
    packages=$1
    shift
    for name; do
        if command -v "$name" >/dev/null 2>&1; then return; fi
    done
    missing="$missing $packages"
}
PATH=$PATH:/usr/sbin:/sbin
need "chromium-headless-shell fonts-dejavu-core" chromium-headless-shell chromium chromium-browser google-chrome
need caddy caddy
need "systemd libseccomp2" systemd-analyze
need debootstrap debootstrap
if [ -z "$missing" ]; then exit 0; fi
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    # shellcheck disable=SC2086 # several packages
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing >/dev/null; then exit 0; fi
fi
echo "Not here, and not installed:$missing. Tests that need them are skipped." \
    "Install them (Debian: apt-get install$missing) and run again." >&2
