"""`conformance age` on vectors that an independent writer of the format makes, right ones and wrong ones.

The vectors have the form and the names of the age project's own (https://github.com/C2SP/CCTV/tree/main/age).
"""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import subprocess
import zlib

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("VACCINAPP_BINARY", ROOT / ".build/debug/vaccinapp")).with_name("conformance")

FILE_KEY, SALT, NONCE, PASSPHRASE = b"YELLOW SUBMARINE", bytes(range(16)), bytes(range(16, 32)), "password"
CHUNK = 65536
FOREIGN = "-> X25519 " + "A" * 43 + "\n" + "A" * 43 + "\n"


def b64(data):
    return base64.b64encode(data).rstrip(b"=").decode()


def hkdf(salt, info):
    return HKDF(hashes.SHA256(), 32, salt or None, info).derive(FILE_KEY)


def scrypt_stanza(argument=None, work=10, salt=SALT, key=FILE_KEY, body=None, kind="scrypt"):
    stretched = hashlib.scrypt(
        PASSPHRASE.encode(), salt=b"age-encryption.org/v1/scrypt" + salt, n=1 << work, r=8, p=1, dklen=32, maxmem=1 << 26)
    body = body or b64(ChaCha20Poly1305(stretched).encrypt(bytes(12), key, None))
    return f"-> {kind} {argument or f'{b64(salt)} {work}'}\n{body}\n"


def header(stanzas, mac=None, version="v1"):
    text = f"age-encryption.org/{version}\n{stanzas}---".encode()
    mac = mac or " " + b64(hmac.digest(hkdf(b"", b"header"), text, "sha256"))
    return text + mac.encode() + b"\n"


def chunk(data, index, last):
    nonce = index.to_bytes(11, "big") + bytes([last])
    return ChaCha20Poly1305(hkdf(NONCE, b"payload")).encrypt(nonce, data, None)


def payload(data):
    parts = [data[start:start + CHUNK] for start in range(0, max(len(data), 1), CHUNK)]
    return NONCE + b"".join(chunk(part, index, index == len(parts) - 1) for index, part in enumerate(parts))


def armored(data, columns=64, end="\n", before="", after="\n", change=lambda body: body):
    text = base64.b64encode(data).decode()
    lines = "".join(text[start:start + columns] + end for start in range(0, len(text), columns))
    begin, close = "-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----"
    return (before + begin + end + change(lines) + close + after).encode()


def vectors():
    """Name -> (what is expected, the content released, the file, more header lines)."""
    text, two = b"age", bytes(CHUNK) + b"age"
    good = header(scrypt_stanza())
    success = good + payload(text)

    def head(name, expect, stanzas, **options):
        return name, (expect, None, header(stanzas, **options) + payload(text), {})

    def stream(name, released, body, expect="payload failure"):
        return name, (expect, released, header(FOREIGN) + body, {"passphrase": None})

    def armor(name, expect="armor failure", **options):
        return name, (expect, text if expect == "success" else None, armored(success, **options), {"armored": "yes"})

    first, final = chunk(bytes(CHUNK), 0, False), chunk(b"age", 1, True)
    return dict([
        ("scrypt", ("success", text, success, {})),
        ("scrypt_no_match", ("no match", None, success, {"passphrase": "wrong"})),
        head("scrypt_and_x25519", "header failure", scrypt_stanza() + FOREIGN),
        head("scrypt_double", "header failure", scrypt_stanza() * 2),
        head("scrypt_uppercase", "no match", scrypt_stanza(kind="Scrypt")),
        head("scrypt_bad_tag", "no match", scrypt_stanza(body="A" * 43)),
        head("scrypt_long_file_key", "header failure", scrypt_stanza(key=FILE_KEY + b"AA")),
        head("scrypt_extra_argument", "header failure", scrypt_stanza(f"{b64(SALT)} 10 10")),
        head("scrypt_not_canonical_salt", "header failure", scrypt_stanza(f"{b64(SALT)[:-1]}x 10")),
        head("scrypt_not_canonical_body", "header failure", scrypt_stanza(body=b64(bytes(32))[:-1] + "B")),
        head("scrypt_salt_long", "header failure", scrypt_stanza(salt=bytes(18))),
        head("scrypt_salt_short", "header failure", scrypt_stanza(salt=bytes(12))),
        head("scrypt_salt_missing", "header failure", scrypt_stanza("10")),
        head("scrypt_work_factor_missing", "header failure", scrypt_stanza(b64(SALT))),
        *[head(f"scrypt_work_factor_{name}", "header failure", scrypt_stanza(f"{b64(SALT)} {value}")) for name, value in [
            ("23", "23"), ("hex", "0xa"), ("leading_garbage", "aaaa10"), ("trailing_garbage", "10aaaa"), ("leading_plus", "+10"),
            ("leading_zero_decimal", "010"), ("leading_zero_octal", "012"), ("negative", "-10"), ("zero", "0"),
            ("overflow", "18446744073709551626")]],
        head("scrypt_work_factor_wrong", "no match", scrypt_stanza(f"{b64(SALT)} 9")),
        head("hmac_bad", "HMAC failure", scrypt_stanza(), mac=" " + "A" * 43),
        head("hmac_missing", "header failure", scrypt_stanza(), mac=" "),
        head("hmac_no_space", "header failure", scrypt_stanza(), mac="A" * 43),
        head("hmac_not_canonical", "header failure", scrypt_stanza(), mac=" " + "A" * 42 + "B"),
        head("version_unsupported", "header failure", scrypt_stanza(), version="v1234"),
        head("stanza_base64_padding", "header failure", scrypt_stanza(body="AAAA=")),
        *[head(f"stanza_{name}", "header failure", scrypt_stanza() + more) for name, more in [
            ("empty_argument", "-> grease  a\nAAAA\n"), ("empty_type", "-> \nAAAA\n"), ("no_arguments", "->\nAAAA\n"),
            ("invalid_character", "-> grease \u007f\nAAAA\n"), ("trailing_space", "-> grease a \nAAAA\n"),
            ("missing_body", "-> grease a\n"), ("missing_final_line", "-> grease a\n" + "A" * 64 + "\n"),
            ("long_line", "-> grease a\n" + "A" * 68 + "\n\n"), ("multiple_short_lines", "-> grease a\nAAAA\nAAAA\n"),
            ("not_canonical", "-> grease a\nAB\n"), ("spurious_blank_line", "\n"), ("wrong_arrow", "--> grease a\nAAAA\n")]],
        ("stanza_unknown", ("success", text, header(FOREIGN + "-> grease " + "".join(map(chr, range(33, 127))) + "\n" + "A" * 64
                                                    + "\n\n") + payload(text), {"passphrase": None})),
        head("scrypt_and_x25519_first", "header failure", FOREIGN + scrypt_stanza()),
        head("scrypt_salt_padded", "header failure", scrypt_stanza(f"{b64(SALT)}== 10")),
        head("scrypt_body_empty", "header failure", scrypt_stanza().rsplit("\n", 2)[0] + "\n\n"),
        head("scrypt_work_factor_trailing_space", "header failure", scrypt_stanza(f"{b64(SALT)} 10 ")),
        head("hmac_extra_space", "header failure", scrypt_stanza(), mac="  " + "A" * 43),
        head("hmac_trailing_space", "header failure", scrypt_stanza(), mac=" " + "A" * 43 + " "),
        head("hmac_garbage", "header failure", scrypt_stanza(), mac=" AAAA"),
        ("header_crlf", ("header failure", None, success.replace(b"\n", b"\r\n", 3), {})),
        ("header_no_stanzas", ("header failure", None, header("") + payload(text), {})),
        ("header_leading_byte", ("header failure", None, b" " + success, {})),
        ("empty", ("header failure", None, b"", {})),
        ("compressed", ("success", bytes(9 * CHUNK), header(FOREIGN) + payload(bytes(9 * CHUNK)),
                        {"passphrase": None, "compressed": "zlib"})),
        head("stanza_spurious_cr", "header failure", scrypt_stanza().replace("\n", "\r\n")),
        stream("stream_no_nonce", None, b""),
        stream("stream_short_nonce", None, NONCE[:-1]),
        stream("stream_no_chunks", None, NONCE),
        stream("stream_empty_payload", b"", payload(b""), "success"),
        stream("stream_bad_tag", None, payload(text)[:-1] + b"x"),
        stream("stream_no_final", None, NONCE + chunk(b"age", 0, False)),
        stream("stream_no_final_full", bytes(CHUNK), NONCE + first),
        stream("stream_last_chunk_full", bytes(CHUNK), payload(bytes(CHUNK)), "success"),
        stream("stream_last_chunk_empty", bytes(CHUNK), NONCE + first + chunk(b"", 1, True)),
        stream("stream_two_chunks", two, NONCE + first + final, "success"),
        stream("stream_bad_tag_second_chunk", bytes(CHUNK), NONCE + first + final[:-1] + b"x"),
        stream("stream_trailing_garbage_short", bytes(CHUNK), payload(bytes(CHUNK)) + b"x"),
        stream("stream_trailing_garbage_long", bytes(CHUNK), payload(bytes(CHUNK)) + bytes(99)),
        stream("stream_two_final_chunks", None, NONCE + chunk(b"age", 0, True) + final),
        stream("stream_two_final_chunks_full", bytes(CHUNK), NONCE + chunk(bytes(CHUNK), 0, True) + final),
        armor("armor", "success"), armor("armor_crlf", "success", end="\r\n"),
        armor("armor_no_eol", "success", after=""), armor("armor_whitespace_outside", "success", before=" \n\n", after="\n \n"),
        *[(f"armor_{name}", ("armor failure", None, armored(success).replace(old, new), {"armored": "yes"}))
          for name, old, new in [
              ("lowercase", b"BEGIN AGE ENCRYPTED FILE", b"begin age encrypted file"), ("four_dashes", b"-----BEGIN", b"----BEGIN"),
              ("space_before_begin", b"-----BEGIN", b" -----BEGIN"), ("space_after_begin", b"FILE-----\n", b"FILE----- \n"),
              ("space_before_end", b"-----END", b" -----END")]],
        ("armor_full_last_line", ("success", bytes(range(40)), armored(header(scrypt_stanza()) + payload(bytes(range(40)))),
                                  {"armored": "yes"})),
        armor("armor_not_canonical", change=lambda body: body[:-1].rstrip("=")[:-1] + "/" + "=" * body.count("=") + "\n"),
        armor("armor_no_padding", change=lambda body: body.replace("=", "")),
        armor("armor_carriage_return_alone", end="\r"), armor("armor_too_blank", before=" " * 2000 + "\n"),
        ("armor_line_end_between_padding", ("armor failure", None, armored(
            next(file for file in (good + payload(b"a" * count) for count in range(1, 4)) if len(file) % 3 == 1)
        ).replace(b"==", b"=\n="), {"armored": "yes"})),
        armor("armor_short_line", columns=60), armor("armor_long_line", columns=68),
        armor("armor_garbage_leading", before="garbage\n"), armor("armor_garbage_trailing", after="\ngarbage\n"),
        armor("armor_empty_line_begin", change=lambda body: "\n" + body),
        armor("armor_empty_line_end", change=lambda body: body + "\n"),
        armor("armor_headers", change=lambda body: "Headers: are\nNot: allowed\n\n" + body),
        armor("armor_pgp_checksum", change=lambda body: body + "=aaaa\n"),
        armor("armor_whitespace_eol", change=lambda body: body.replace("\n", " \n", 1)),
        armor("armor_no_end_line", change=lambda body: body + "x" * 300),
        ("armor_wrong_type", ("armor failure", None, armored(success).replace(b"AGE ENC", b"AGE-ENC"), {"armored": "yes"})),
        ("comment_unknown_key", ("success", text, success, {"mood": "good"})),
    ])


def write(folder, changed=()):
    for name, (expect, released, file, more) in vectors().items():
        if name in changed:
            expect = "payload failure" if expect == "success" else "success"
        lines = {"expect": expect, "file key": FILE_KEY.hex(), "passphrase": PASSPHRASE} | more
        if released is not None:
            lines["payload"] = hashlib.sha256(released).hexdigest()
        text = "".join(f"{key}: {value}\n" for key, value in lines.items() if value is not None)
        if more.get("compressed") == "zlib":
            file = zlib.compress(file)
        (folder / name).write_bytes(text.encode() + b"\n" + file)


def run(folder):
    result = subprocess.run([BINARY, "age", folder, "--json"], capture_output=True, timeout=300)
    return result.returncode, json.loads(result.stdout)


def test_every_vector_agrees(tmp_path):
    write(tmp_path)
    status, report = run(tmp_path)
    assert [case for case in report["cases"] if case["state"] == "disagrees"] == []
    assert status == 0 and report["totals"]["skipped"] == 1, "only the one with an unknown key is left out"
    assert report["totals"]["agrees"] == len(vectors()) - 1


@pytest.mark.parametrize("name", ["scrypt", "scrypt_no_match", "stream_two_chunks", "armor"])
def test_a_vector_that_expects_something_else_disagrees(name, tmp_path):
    write(tmp_path, changed=[name])
    status, report = run(tmp_path)
    assert status == 1 and [case["name"] for case in report["cases"] if case["state"] == "disagrees"] == [name]
