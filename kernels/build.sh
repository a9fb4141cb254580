#!/bin/sh
# build.sh STAMP PIP...: builds and installs the compiled kernels with that pip command and touches the stamp, or says in
# one line why it does not.
stamp=$1
shift
compiler=${CC:-cc}
if ! command -v "${compiler%% *}" >/dev/null 2>&1; then
    echo "No C compiler ($compiler): bots think in Python. Install one (Debian: apt-get install gcc) for stronger ones."
    exit 0
fi
if "$@" ./kernels; then
    touch "$stamp"
    echo "Compiled kernels are built: bots use them (boardwright doctor)."
else
    echo "The compiled kernels could not be built with $compiler; the lines above say why." >&2
    exit 1
fi
