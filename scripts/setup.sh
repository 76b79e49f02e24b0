# Sourced by the other scripts: finds or installs what they need. Bash.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
project=$PWD
# Where scripts/serve and scripts/vaccinapp keep accounts, unless $VACCINAPP_DATA or --data names another folder.
data=${XDG_DATA_HOME:-${HOME:-~}/.local/share}/vaccinapp

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Installs the Debian packages that the files name and that are missing.
need_packages() {
    local names name missing=()
    command -v dpkg-query >/dev/null || {
        echo "This is not Debian: please see to the packages in $* yourself." >&2
        return
    }
    # A line names a package, or several of which one will do.
    while IFS='|' read -ra names; do
        for name in "${names[@]}"; do
            dpkg-query -W -f='${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed && continue 2
        done
        missing+=("${names[0]}")
    done < <(sed 's/#.*//; s/[[:space:]]//g; /^$/d' "$@")
    [ ${#missing[@]} -eq 0 ] && return
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        as_root=(sudo)
        [ -t 0 ] || as_root=(sudo -n)
        command -v sudo >/dev/null || fail "Please install these packages as root and start again: ${missing[*]}"
    fi
    say "Installing Debian packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    local apt=("${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=300)
    { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } \
        || fail "Please install these packages as root and start again: ${missing[*]}"
}

need_swift() {
    command -v swift >/dev/null \
        || fail "Swift is missing: please install Swift 6.3 (https://www.swift.org/install/linux/) and put it on PATH."
    local said version
    said=$(swift --version 2>&1) || fail "Swift doesn't start: $said"
    version=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<< "$said" | head -1)
    case $version in
        [0-5].* | 6.[0-2]) fail "Swift $version is too old: please install Swift 6.3 or later (https://www.swift.org/install/linux/)." ;;
    esac
}

# Makes .venv from scripts/requirements.txt, once for each version of it.
need_python() {
    local wanted found python=
    for found in python3 /usr/bin/python3 python3.13 python3.12 python3.11; do
        if "$found" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
            python=$found
            break
        fi
    done
    [ -n "$python" ] || fail "Python 3.10 or later with its venv module is missing: please install python3 and python3-venv."
    wanted="$("$python" -V) $(cksum < scripts/requirements.txt)"
    if [ "$(cat .venv/made-from 2>/dev/null)" != "$wanted" ] || ! .venv/bin/python -c 'import pytest' 2>/dev/null; then
        say "Making the Python environment .venv"
        rm -rf .venv
        "$python" -m venv .venv
        .venv/bin/python -m pip install --quiet --disable-pip-version-check -r scripts/requirements.txt \
            || fail "The packages of scripts/requirements.txt can't be had from PyPI: please see to the network and start again."
        echo "$wanted" > .venv/made-from
    fi
}
