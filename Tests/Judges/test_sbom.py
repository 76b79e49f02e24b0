"""The list of what the server is made of: complete, and the same each time."""

import json
import pathlib
import re
import subprocess

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
    assert {"swift-collections", "swift-nio-http2", "swift"} <= names.keys()
    # The libraries that the container installs are those that are listed, and the other way round they are loaded.
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
