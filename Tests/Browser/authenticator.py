"""An authenticator app: the six digits of RFC 6238, by the standard library alone."""

import base64
import hashlib
import hmac
import struct
import time


def code(secret: str, later: int = 0) -> str:
    """The code for a key in base32, now or so many steps of 30 seconds later."""
    secret = secret.replace(" ", "")
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    step = int(time.time()) // 30 + later
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack_from('>I', digest, offset)[0] & 0x7FFFFFFF) % 1_000_000:06}"
