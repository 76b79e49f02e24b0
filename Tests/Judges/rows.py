"""Whoever has names.key can authenticate rows of the accounts; this does, by another library than the server's."""

import hashlib
import pathlib
import sqlite3
import struct

# The columns of each kind of row, and where its MAC is.
KINDS = {
    "account": ("account", "rowMac", ["id", "nameHash", "createdAt", "isAdmin", "isRecoveryConfirmed", "isDisabled",
                                      "restoredAt"]),
    "commit": ("account", "commitMac", ["id", "generation", "epoch", "tag", "digest", "length"]),
    "keySlot": ("keySlot", "rowMac", ["account", "kind", "lookup", "epoch", "salt", "passes", "memory", "expires",
                                      "publicKey", "sealed", "mac"]),
    "session": ("session", "rowMac", ["lookup", "id", "account", "createdAt", "lastSeen", "expires", "isPending"]),
    "invitation": ("invitation", "rowMac", ["hash", "expires", "usedAt"]),
    "closing": ("closing", "rowMac", ["number", "day", "message"]),
    "withdrawal": ("withdrawal", "rowMac", ["account", "withdrawnAt"]),
    "calendarFeed": ("calendarFeed", "rowMac", ["id", "account", "digest"]),
    "healthLink": ("healthLink", "rowMac", ["id", "account", "expires", "publicKey", "salt", "passcode", "digest"]),
    "reminderMail": ("reminderMail", "rowMac", ["account", "name", "sealed", "kind", "confirmedAt"]),
    "mailLimit": ("mailLimit", "rowMac", ["hash", "askedAt", "stoppedAt"]),
}


def digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=32).digest()


def sealed(books: sqlite3.Connection):
    """The rows of which a digest stands for what is sealed: their kinds, those digests, and what they have to be."""
    for content, named in books.execute("SELECT sealed, digest FROM calendarFeed"):
        yield "calendarFeed", named, digest(content)
    for link, named in books.execute("SELECT id, digest FROM healthLink").fetchall():
        files = books.execute("SELECT sealed, digest FROM healthLinkFile WHERE link = ? ORDER BY number", [link]).fetchall()
        yield "healthLink", named, digest(b"".join(file for _, file in files))
        for content, file in files:
            yield "healthLinkFile", file, digest(content)


def encoded(value) -> bytes:
    kind, content = {
        type(None): lambda: (0, b""),
        int: lambda: (1, struct.pack(">q", value)),
        float: lambda: (2, struct.pack(">d", value)),
        str: lambda: (3, value.encode()),
        bytes: lambda: (4, value),
    }[type(value)]()
    return bytes([kind]) + struct.pack(">Q", len(content)) + content


def mac(names_key: bytes, kind: str, values) -> bytes:
    key = hashlib.blake2b(b"vaccinapp rows 1", key=names_key, digest_size=32).digest()
    message = f"vaccinapp {kind} 1:".encode() + b"".join(map(encoded, values))
    return hashlib.blake2b(message, key=key, digest_size=32).digest()


def mail_hash(folder: pathlib.Path, address: str) -> bytes:
    """What stands for an address that is written in the shortest way."""
    names_key = (folder / "names.key").read_bytes()
    key = hashlib.blake2b(b"vaccinapp mail names 1", key=names_key, digest_size=32).digest()
    return hashlib.blake2b(f"recipient:{address}".encode(), key=key, digest_size=32).digest()[:16]


def stopped(folder: pathlib.Path) -> list[bytes]:
    """Those who want no messages, in a data folder."""
    books = sqlite3.connect(folder / "accounts.sqlite")
    try:
        return [row[0] for row in books.execute("SELECT hash FROM mailLimit WHERE stoppedAt > 0")]
    finally:
        books.close()


def wrong(folder: pathlib.Path) -> list[str]:
    """The kinds of the rows in a data folder whose MACs are not right, one entry for each row."""
    key = (folder / "names.key").read_bytes()
    books = sqlite3.connect(folder / "accounts.sqlite")
    try:
        return [
            kind for kind, (table, column, columns) in KINDS.items()
            for row in books.execute(f"SELECT {column}, {', '.join(columns)} FROM {table}")
            if row[0] != mac(key, kind, row[1:])
        ] + [kind for kind, named, right in sealed(books) if named != right]
    finally:
        books.close()


def authenticate(folder: pathlib.Path) -> None:
    """Gives every row in a data folder the MAC that belongs to it as it is."""
    key = (folder / "names.key").read_bytes()
    books = sqlite3.connect(folder / "accounts.sqlite")
    for kind, (table, column, columns) in KINDS.items():
        names = columns[:4] if table == "keySlot" else columns[:1]
        for row in books.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall():
            books.execute(
                f"UPDATE {table} SET {column} = ? WHERE {' AND '.join(f'{name} = ?' for name in names)}",
                [mac(key, kind, row), *row[:len(names)]])
    books.commit()
    books.close()
