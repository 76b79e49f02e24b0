"""The list of what the server is made of: complete, and the same each time."""

import json
import pathlib
import platform
import re
import subprocess

import pytest

from operating import BINARY, ROOT


def inventory() -> str:
    done = subprocess.run(
        [ROOT / "scripts" / "sbom", pathlib.Path(BINARY).parent], capture_output=True, text=True, timeout=300,
        check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_part_is_listed_with_its_version():
    text = inventory()
    parts = json.loads(text)
    assert (parts["bomFormat"], parts["specVersion"]) == ("CycloneDX", "1.6")
    components = parts["components"]
    assert all(component["version"] and component["bom-ref"] for component in components)
    names = {component["name"]: component for component in components}
    # Whatever the manifest names is there in just that version.
    wanted = re.findall(r'\.package\(url: "(\S+?)", exact: "(\S+?)"', (ROOT / "Package.swift").read_text())
    assert len(wanted) >= 14
    for address, version in wanted:
        found = names[address.rsplit("/", 1)[1]]
        assert found["version"] == version and found["purl"].startswith("pkg:swift/github.com/")
        assert re.fullmatch(r"[0-9a-f]{40}", found["properties"][0]["value"])
    # And what those bring along.
    assert {"swift-collections", "swift-nio-http2", "swift", "fonts-dejavu-core"} <= names.keys()
    # The libraries that the container installs are listed.
    container = (ROOT / "deploy" / "Containerfile").read_text().split("FROM ${DEBIAN_IMAGE}")[1]
    installed = re.search(r"--no-install-recommends(.*?)&&", container, re.S)[1].replace("\\", "").split()
    assert set(installed) <= names.keys()
    # What only the build needs is marked; the head says where the versions are from.
    scopes = {name: component.get("scope") for name, component in names.items()}
    assert {scopes[name] for name in [*installed, "libc6"]} == {"required"}
    assert {scopes[name] for name in ["g++", "git", "libssl-dev"]} == {"excluded"}
    assert "Debian" in parts["metadata"]["properties"][0]["value"]
    for name in ["libsodium23", "libssl3", "libc6"]:
        assert names[name]["purl"].startswith(f"pkg:deb/debian/{name}@")
    references = [component["bom-ref"] for component in components]
    assert len(references) == len(set(references)) and parts["dependencies"][0]["dependsOn"] == references
    assert inventory() == text, "two lists of the same parts are the same"


def test_every_part_has_its_licence_on_the_page(tmp_path):
    """What the page shows is what scripts/licences makes of this build: texts, names, licences, pinned versions."""
    shown = ROOT / "Public" / "licences"
    kept = json.loads((shown / "parts.json").read_text())
    here = platform.freedesktop_os_release()["PRETTY_NAME"]
    if here != kept["release"]:
        pytest.skip(f"the page's list was made on {kept['release']}, this is {here}")
    done = subprocess.run(
        [ROOT / "scripts" / "licences", pathlib.Path(BINARY).parent, tmp_path], capture_output=True, text=True,
        timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    made = json.loads((tmp_path / "parts.json").read_text())
    # What the manifest doesn't pin gets security updates, which change no licence.
    pinned = re.findall(r'\.package\(url: "\S+/(\S+?)", exact:', (ROOT / "Package.swift").read_text())
    for part in made["parts"] + kept["parts"]:
        if part["name"] not in pinned:
            del part["version"]
    assert made == kept, "please run scripts/licences"
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == sorted(file.name for file in shown.iterdir())
    assert [name for name in names if name.endswith(".txt") and (tmp_path / name).read_text() != (shown / name).read_text()] == []
    # All that the inventory says is needed is there, and nothing that only the build needs.
    listed = {name for part in kept["parts"] for name in part.get("packages", [part["name"]])}
    parts = json.loads(inventory())["components"]
    assert {part["name"] for part in parts if part.get("scope") != "excluded"} <= listed
    assert not {part["name"] for part in parts if part.get("scope") == "excluded"} & listed
