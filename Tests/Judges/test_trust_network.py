"""The WHO's trust network, minted in Python: what is whole is imported, and of anything else nothing is."""

import datetime
import json
import re
import shutil
import subprocess

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from cards import NOW, Network, Party, b64, dcc, hcert, icvp
from nights import nightly
from operating import BINARY, ROOT, surroundings, vaccinapp


class Folder:
    def __init__(self, path):
        self.path, self.data, self.network = path / "list", path / "data", Network()
        self.path.mkdir()
        self.key = path / "key.json"
        self.key.write_text(json.dumps(self.network.did))
        self.sca, self.count = Party("SCA"), 0

    def write(self, document, name=None):
        self.count += 1
        file = self.path / (name or f"{self.count}") / "did.json"
        file.parent.mkdir(parents=True)
        file.write_text(document if isinstance(document, str) else json.dumps(document))

    def add(self, *methods, **options):
        self.write(self.network.document(list(methods), **options))

    def authority(self, domain="DCC", participant="DEU"):
        self.add(self.network.method(self.sca, domain, participant, "CSCA"), place=f"{domain}:{participant}:SCA")

    def signer(self, domain="DCC", **options) -> Party:
        party = Party("DSC", by=self.sca)
        self.add(self.network.method(party, domain, **options), place=f"{domain}:DEU:DSC")
        return party

    def check(self):
        answer = vaccinapp("trust", "check", self.path, "--key", self.key, "--json")
        return answer.returncode, json.loads(answer.stdout) if answer.stdout else answer.stderr

    def load(self, *options):
        return vaccinapp("trust", "import", self.path, "--key", self.key, "--data", self.data, *options)

    def verdict(self, text: str) -> str:
        answer = vaccinapp("decode", "-", "--json", "--data", self.data, input=text)
        return json.loads(answer.stdout)["verdict"]

    def refuses(self, *words: str):
        """The folder is refused in words, and nothing is trusted."""
        answer = self.load()
        assert answer.returncode != 0 and not answer.stdout
        assert all(word in answer.stderr for word in words), answer.stderr
        assert not list(self.data.glob("trust/*"))


@pytest.fixture
def folder(tmp_path):
    folder = Folder(tmp_path)
    folder.authority()
    return folder


def test_a_whole_list_makes_certificates_valid(folder):
    signer = folder.signer()
    code, report = folder.check()
    assert code == 0
    assert report == {"documents": 2, "verified": 2, "keys": 2, "refused": [], "leftOut": []}
    assert not folder.data.exists()
    answer = folder.load()
    assert answer.returncode == 0, answer.stderr
    assert "1 signers of 2 keys, 2 documents verified" in answer.stdout and "pinned to" in answer.stdout
    assert folder.verdict(hcert(signer, 1, dcc())) == "valid"
    assert folder.verdict(hcert(signer, 1, dcc(), breaks=True)) == "badSignature"
    assert folder.verdict(hcert(Party("DSC"), 1, dcc())) == "unknownIssuer"
    decoded = vaccinapp("decode", "-", "--json", "--data", folder.data, input=hcert(signer, 1, dcc()))
    assert json.loads(decoded.stdout)["signer"]["list"] == "gdhcn"
    assert "gdhcn: 1 signers" in vaccinapp("trust", "list", "--data", folder.data).stdout


@pytest.mark.parametrize("domain, dcc_verdict, icvp_verdict", [
    ("DCC", "valid", "wrongKeyUsage"), ("ICVP", "wrongKeyUsage", "valid"), ("PH4H", "wrongKeyUsage", "wrongKeyUsage"),
    nightly("IPS-PILGRIMAGE", "wrongKeyUsage", "wrongKeyUsage"), nightly("DDCC", "wrongKeyUsage", "wrongKeyUsage")])
def test_a_keys_domain_decides_what_it_signs(folder, domain, dcc_verdict, icvp_verdict):
    signer = folder.signer(domain)
    assert folder.load().returncode == 0
    assert folder.verdict(hcert(signer, 1, dcc())) == dcc_verdict
    assert folder.verdict(hcert(signer, -6, icvp("2025"))) == icvp_verdict


def test_one_key_with_several_domains_and_one_id_with_two_keys(folder):
    one, other = Party("A", by=folder.sca), Party("B", by=folder.sca)
    network = folder.network
    for domain in ("DCC", "ICVP"):
        folder.add(network.method(one, domain), place=f"{domain}:DEU:DSC")
    folder.add(network.method(other, "DCC", kid=b64(one.kid)), place="-:DEU:DSC")
    code, report = folder.check()
    assert (code, report["keys"], report["leftOut"]) == (0, 3, [])
    assert folder.load().returncode == 0
    assert folder.verdict(hcert(one, 1, dcc())) == folder.verdict(hcert(one, -6, icvp("2025"))) == "valid"
    assert folder.verdict(hcert(other, 1, dcc(), kid=one.kid)) == "valid"
    assert folder.verdict(hcert(other, -6, icvp("2025"), kid=one.kid)) == "wrongKeyUsage"


def test_oddities_that_are_read(folder):
    signer = folder.signer(crv="UNKNOWN CURVE")
    named = folder.signer(kid=b64(b"no hash!"))
    large = Party("DSC", by=folder.sca, curve=ec.SECP521R1)
    middle = Party("Middle", by=folder.sca)
    folder.add(folder.network.method(large, crv="P-521"))
    code, report = folder.check()
    assert (code, report["keys"], report["leftOut"]) == (0, 4, [])
    assert folder.load().returncode == 0
    assert folder.verdict(hcert(signer, 1, dcc())) == "valid"
    assert folder.verdict(hcert(named, 1, dcc(), kid=b"no hash!")) == "valid"
    assert middle.kid != signer.kid


@pytest.mark.parametrize("wrong, words", [
    ("chain", "no authority (SCA)"), ("participant", "no authority (SCA)"), nightly("brainpool", "1.3.36.3.3.2.8.1.1.7"),
    nightly("okp", "not known, only EC and RSA"), ("x5c", "is not that of the key"), nightly("none", "no certificate"),
    nightly("domain", "domain is not known"), ("private", "PRIVATE KEY")])
def test_a_key_that_is_of_no_use_is_left_out_by_name(folder, wrong, words):
    good, party, options, place = folder.signer(), Party("DSC", by=folder.sca), {}, {}
    if wrong == "chain":
        party = Party("DSC", by=Party("SCA"))
    elif wrong == "participant":
        place = {"participant": "FRA"}
    elif wrong == "brainpool":
        party = Party("DSC", by=folder.sca, curve=ec.BrainpoolP256R1)
    elif wrong == "okp":
        options = {"kty": "OKP"}
    elif wrong == "x5c":
        options = {"x5c": [b64(Party("DSC", by=folder.sca).der)]}
    elif wrong == "none":
        options = {"x5c": []}
    elif wrong == "domain":
        place = {"domain": "OTHER"}
    else:
        options = {"d": "AAAA"}
    folder.add(folder.network.method(party, **place, **options))
    code, report = folder.check()
    assert code == 0 and len(report["leftOut"]) == 1
    assert words in report["leftOut"][0]["reason"] and report["leftOut"][0]["file"].endswith("did.json")
    answer = folder.load()
    assert answer.returncode == 0 and words in answer.stderr
    assert folder.verdict(hcert(good, 1, dcc())) == "valid"
    assert folder.verdict(hcert(party, 1, dcc())) == "unknownIssuer"


@pytest.mark.parametrize("wrong, words", [
    ("key", "signature is not the key's"), ("named", "names another key"), ("context", "@context"),
    ("member", "which such documents don't have"), ("changed", "signature is not the key's"), ("cut", "no JSON"),
    nightly("twice", "no JSON"), nightly("many", "more than 4000 keys"), ("raw", "detached signature"), nightly("empty", "no JSON")])
def test_a_document_that_is_wrong_refuses_the_folder(folder, wrong, words):
    network, method = folder.network, folder.network.method(Party("DSC", by=folder.sca))
    folder.signer()
    document = network.document([method])
    if wrong == "key":
        document = network.document([method], key=ec.generate_private_key(ec.SECP256R1()))
    elif wrong == "named":
        document["proof"]["verificationMethod"] += "X"
    elif wrong == "context":
        document = network.document([method], context=[*network.CONTEXT[:2], "https://elsewhere.example/v1.jsonld"])
    elif wrong == "member":
        document["verificationMethod"][0]["note"] = "x"
    elif wrong == "changed":
        document["verificationMethod"][0]["domain"]["code"] = "#ICVP"
    elif wrong == "many":
        small = method | {"publicKeyJwk": {"kty": "EC"}}
        document = network.document([small | {"id": f"{method['id']}{number}"} for number in range(10_000)])
    elif wrong == "raw":
        document["proof"]["jws"] = document["proof"]["jws"].replace("..", ".e30.")
    text = json.dumps(document)
    if wrong == "cut":
        text = text[:-20]
    elif wrong == "twice":
        text = text[:-1] + ', "id": "did:web:other"}'
    elif wrong == "empty":
        text = ""
    folder.write(text, "wrong")
    code, report = folder.check()
    assert code == 1
    assert [one["file"] for one in report["refused"]] == ["wrong/did.json"] and words in report["refused"][0]["reason"]
    assert report["documents"] == 3 and report["verified"] == 2
    folder.refuses(words, "1 of 3 documents")


def test_the_signing_key_is_pinned(folder):
    signer = folder.signer()
    assert folder.load().returncode == 0
    before = {file.name: file.read_bytes() for file in folder.data.glob("trust/*")}
    other = Network()
    folder.network = other
    folder.key.write_text(json.dumps(other.did))
    for file in folder.path.rglob("did.json"):
        file.unlink()
    folder.count += 10
    folder.authority()
    second = folder.signer()
    for options in ([], ["--name", "another"]):
        answer = folder.load(*options)
        assert answer.returncode != 0 and "--replace-key" in answer.stderr and "pinned" in answer.stderr
    assert before == {file.name: file.read_bytes() for file in folder.data.glob("trust/*")}
    assert folder.load("--replace-key").returncode == 0
    assert folder.verdict(hcert(second, 1, dcc())) == "valid"
    assert folder.verdict(hcert(signer, 1, dcc())) == "unknownIssuer"


def test_a_key_in_force_longer_than_its_list_is_told_by_the_lists_age(folder):
    party = Party("DSC", by=folder.sca)
    for file in folder.path.rglob("did.json"):
        file.unlink()
    old = NOW - datetime.timedelta(days=45)
    folder.write(folder.network.document([folder.network.method(folder.sca, usage="CSCA"), folder.network.method(party)],
                                         created=old), "old")
    answer = folder.load()
    assert answer.returncode == 0 and "45 days old" in answer.stdout
    assert "45 days old" in vaccinapp("trust", "list", "--data", folder.data).stdout


def published(folder, tmp_path, signer) -> dict[str, str]:
    """The surroundings in which the script finds the list and its key here."""
    root = folder.network.document([folder.network.method(folder.sca, usage="CSCA"), folder.network.method(signer)])
    (tmp_path / "root.json").write_text(json.dumps(root))
    return surroundings() | {"TRUST_LIST": f"file://{tmp_path}/root.json", "TRUST_SIGNER": f"file://{folder.key}"}


@pytest.fixture
def project(tmp_path):
    """The project as somebody has it who has run scripts/serve: with a built program, and data in their home."""
    (tmp_path / "project" / ".build" / "release").mkdir(parents=True)
    for part in ["README.md", "scripts", "deploy"]:
        (tmp_path / "project" / part).symlink_to(ROOT / part)
    (tmp_path / "project" / ".build" / "release" / "vaccinapp").symlink_to(BINARY)
    return tmp_path / "project"


def in_project(project, command: str, settings: dict[str, str], cwd=None) -> subprocess.CompletedProcess:
    settings = {name: value for name, value in settings.items() if name != "XDG_DATA_HOME"} | {"HOME": str(project.parent)}
    return subprocess.run(["bash", "-c", command], cwd=cwd or project, env=settings, capture_output=True, text=True,
                          timeout=300, check=False)


def test_the_readmes_command_brings_the_list_to_the_folder_of_serve(folder, project, tmp_path):
    signer = folder.signer()
    [command] = re.findall(r"^    (TRUST_PROGRAM=.*)$", (project / "README.md").read_text(), re.M)
    done = in_project(project, command, published(folder, tmp_path, signer))
    assert done.returncode == 0 and "pinned to the signing key" in done.stdout, done.stderr
    folder.data = tmp_path / ".local" / "share" / "vaccinapp"
    assert folder.verdict(hcert(signer, 1, dcc())) == "valid"
    assert folder.data.stat().st_mode & 0o077 == 0


def test_its_program_runs_from_any_folder_on_any_data(project, tmp_path):
    shutil.copytree(ROOT / "Catalogue", tmp_path / "edited")
    done = in_project(project, "project/scripts/vaccinapp catalogue check edited", surroundings(), cwd=tmp_path)
    assert done.returncode == 0, done
    settings = surroundings() | {"VACCINAPP_DATA": str(tmp_path / "nowhere")}
    done = in_project(project, "scripts/vaccinapp check", settings)
    assert done.returncode == 1 and "nowhere" in done.stderr, done


def test_without_a_built_program_it_says_what_builds_it(project):
    (project / ".build" / "release" / "vaccinapp").unlink()
    done = in_project(project, "scripts/vaccinapp trust list", surroundings())
    assert done.returncode == 1 and "scripts/serve" in done.stderr and not done.stdout, done
    assert not (project.parent / ".local").exists()


def test_the_script_fetches_the_list_and_pins_its_key(folder, tmp_path):
    signer = folder.signer()
    settings = published(folder, tmp_path, signer) | {
        "TRUST_FOLDER": str(tmp_path / "fetched"), "TRUST_PROGRAM": BINARY, "VACCINAPP_DATA": str(folder.data)}
    root = json.loads((tmp_path / "root.json").read_text())

    def fetch():
        return subprocess.run(["sh", ROOT / "deploy" / "vaccinapp-trust-fetch"], env=settings, capture_output=True,
                              text=True, timeout=300, check=False)

    done = fetch()
    assert done.returncode == 0 and "pinned to the signing key" in done.stdout, done.stderr
    assert folder.verdict(hcert(signer, 1, dcc())) == "valid"
    # What is refused, and what can't be fetched, leaves the list that was there.
    root["verificationMethod"] = root["verificationMethod"][1:]
    (tmp_path / "root.json").write_text(json.dumps(root))
    assert fetch().returncode != 0
    (tmp_path / "root.json").unlink()
    assert fetch().returncode != 0
    assert folder.verdict(hcert(signer, 1, dcc())) == "valid"


def test_what_is_no_folder_and_no_key(folder, tmp_path):
    folder.signer()
    answer = vaccinapp("trust", "import", folder.path, "--data", folder.data)
    assert answer.returncode != 0 and "needs --key" in answer.stderr
    (tmp_path / "empty").mkdir()
    answer = vaccinapp("trust", "import", tmp_path / "empty", "--key", folder.key, "--data", folder.data)
    assert answer.returncode != 0 and "no DID document" in answer.stderr
    folder.key.write_text("{}")
    folder.refuses("no DID document")
    did = folder.network.did
    did["verificationMethod"][0]["publicKeyJwk"]["d"] = "AAAA"
    folder.key.write_text(json.dumps(did))
    folder.refuses("PRIVATE KEY")


def test_a_list_goes_back_only_where_somebody_says_so(folder):
    signer = folder.signer()
    assert folder.load().returncode == 0
    (folder.path.parent / "old").mkdir()
    old = Folder(folder.path.parent / "old")
    old.network, old.sca, old.data = folder.network, folder.sca, folder.data
    old.key.write_text(json.dumps(folder.network.did))
    withdrawn = Party("DSC", by=folder.sca)
    before = NOW - datetime.timedelta(days=300)
    old.add(folder.network.method(folder.sca, "DCC", "DEU", "CSCA"), place="DCC:DEU:SCA", created=before)
    old.add(folder.network.method(withdrawn), place="DCC:DEU:DSC")
    answer = old.load()
    assert answer.returncode != 0 and "--replace-list takes the older one" in answer.stderr
    assert folder.verdict(hcert(withdrawn, 1, dcc())) == "unknownIssuer"
    assert folder.verdict(hcert(signer, 1, dcc())) == "valid"
    # Its age is that of its oldest document.
    answer = old.load("--replace-list")
    assert answer.returncode == 0 and "300 days old" in answer.stdout
    assert folder.verdict(hcert(withdrawn, 1, dcc())) == "valid"


def test_a_small_part_of_a_list_doesnt_take_its_place(folder):
    for _ in range(3):
        folder.signer()
    assert folder.load().returncode == 0
    for file in list(folder.path.glob("[34]/did.json")):
        file.unlink()
    answer = folder.load()
    assert answer.returncode != 0 and "--replace-list takes the smaller one" in answer.stderr


def test_a_list_that_is_signed_in_the_future_is_refused(folder):
    folder.signer()
    for file in list(folder.path.glob("*/did.json")):
        file.unlink()
    later = NOW + datetime.timedelta(days=400)
    folder.add(folder.network.method(folder.sca, "DCC", "DEU", "CSCA"), place="DCC:DEU:SCA", created=later)
    folder.add(folder.network.method(Party("DSC", by=folder.sca)), place="DCC:DEU:DSC", created=later)
    folder.refuses("yet to come")


def test_a_key_under_one_identifier_with_two_domains_is_left_out(folder):
    signer = Party("DSC", by=folder.sca)
    methods = [folder.network.method(signer, "DCC"), folder.network.method(signer, "ICVP")]
    methods[1]["id"] = methods[0]["id"]
    folder.add(*methods, place="DCC:DEU:DSC")
    folder.signer()
    code, report = folder.check()
    assert code == 0
    assert [out["reason"] for out in report["leftOut"]] == ["its identifier stands for several keys or domains"]


def test_another_kind_of_list_doesnt_take_the_place_of_one(folder):
    folder.signer()
    assert folder.load().returncode == 0
    bare = folder.path.parent / "gdhcn.pem"
    bare.write_text(Party("Bare").pem)
    answer = vaccinapp("trust", "import", bare, "--data", folder.data)
    assert answer.returncode != 0 and "another --name" in answer.stderr
    assert vaccinapp("trust", "import", bare, "--data", folder.data, "--name", "own").returncode == 0


def test_a_damaged_file_is_named_and_hinders_no_other(folder):
    folder.signer()
    (folder.data / "trust").mkdir(parents=True)
    (folder.data / "trust/broken.json").write_text("{")
    assert folder.load().returncode == 0
    listed = vaccinapp("trust", "list", "--data", folder.data)
    assert listed.returncode == 0 and "broken: refused" in listed.stdout and "gdhcn: 1 signers" in listed.stdout


def test_a_name_of_a_file_does_nothing_to_a_terminal_and_links_count_as_unreadable(folder):
    folder.signer()
    (folder.path / "nm\x1b[31m\u202eb.json").write_text("{}")
    (folder.path / "link.json").symlink_to(folder.key)
    answer = vaccinapp("trust", "check", folder.path, "--key", folder.key)
    assert answer.returncode == 1 and "\x1b" not in answer.stdout and "\u202e" not in answer.stdout
    assert "link.json: refused: the file can't be read" in answer.stdout


@pytest.mark.parametrize("signs, verdict", [((), "valid"), (("icvp",), "valid"), (("eu-dcc", "evc"), "wrongKeyUsage")])
def test_who_imports_a_bare_key_may_say_what_it_signs(tmp_path, signs, verdict):
    party = Party("Bare")
    (tmp_path / "bare.pem").write_text(party.pem)
    options = [word for kind in signs for word in ("--signs", kind)]
    assert vaccinapp("trust", "import", tmp_path / "bare.pem", "--data", tmp_path / "data", *options).returncode == 0
    answer = vaccinapp("decode", "-", "--json", "--data", tmp_path / "data", input=hcert(party, -6, icvp("2025")))
    assert json.loads(answer.stdout)["verdict"] == verdict
