#!/bin/sh
# The tests of the page need a Chromium. Where this may install one it does; elsewhere it says what is missing.
for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; then exit 0; fi
fi
echo "No Chromium here and none could be installed: the tests in tests/page are skipped." \
    "Install it (Debian: apt-get install chromium) and run again." >&2
