// Passkeys (WebAuthn): makes one, or has one sign. The forms are hidden where the browser has none.
const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const known = ({ known }) => known.split(" ").filter(Boolean).map((id) => ({ type: "public-key", id: decode(id) }));
// What the passkey makes of the salt unwraps the vault; only the passkey can make it.
const secretOf = ({ salt }) => (salt ? { prf: { eval: { first: decode(salt) } } } : {});
const show = (form, part, shown) => form.querySelector(`[data-passkey-${part}]`)?.toggleAttribute("hidden", !shown);

const send = (form, values) => {
  for (const [name, buffer] of Object.entries(values)) form.elements[name].value = buffer ? encode(buffer) : "";
  form.submit();
};

const create = async (form) => {
  const data = form.dataset;
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: decode(data.challenge),
      rp: { id: data.site, name: "Vaccinapp" },
      user: { id: decode(data.user), name: data.name, displayName: data.name },
      pubKeyCredParams: data.algorithms.split(" ").map((alg) => ({ type: "public-key", alg: Number(alg) })),
      excludeCredentials: known(data),
      authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      attestation: "none",
      extensions: { credProps: true, ...secretOf(data) },
    },
  });
  const { prf, credProps } = credential.getClientExtensionResults();
  // Only a passkey that can be found without a user name can sign in alone.
  const canSignIn = prf && credProps?.rk !== false;
  let secret = canSignIn ? prf.results?.first : undefined;
  if (canSignIn && prf.enabled && !secret) {
    // Many authenticators make the secret only when they sign. This signature goes nowhere.
    show(form, "again", true);
    const again = await navigator.credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rpId: data.site,
        allowCredentials: [{ type: "public-key", id: credential.rawId }],
        userVerification: "required",
        extensions: secretOf(data),
      },
    });
    secret = again.getClientExtensionResults().prf?.results?.first;
  }
  send(form, {
    "client-data": credential.response.clientDataJSON,
    attestation: credential.response.attestationObject,
    secret,
  });
};

const get = async (form, options) => {
  const data = form.dataset;
  const credential = await navigator.credentials.get({
    ...options,
    publicKey: {
      challenge: decode(data.challenge),
      rpId: data.site,
      allowCredentials: known(data),
      userVerification: data.verification,
      extensions: secretOf(data),
    },
  });
  send(form, {
    credential: credential.rawId,
    "client-data": credential.response.clientDataJSON,
    "authenticator-data": credential.response.authenticatorData,
    signature: credential.response.signature,
    "user-handle": credential.response.userHandle,
    secret: credential.getClientExtensionResults().prf?.results?.first,
  });
};

const start = (form) => {
  const ends = performance.now() + Number(form.dataset.seconds) * 1000;
  const run = form.dataset.passkey === "create" ? create : get;
  const password = form.querySelector("[autocomplete=current-password]");
  let waiting;
  form.hidden = false;
  show(form, "offer", true);
  form.addEventListener("submit", async (event) => {
    const button = event.submitter ?? form.querySelector("button");
    // A form that takes the password too asks for the passkey where that is empty, unless it came from elsewhere, as a
    // change of the language, needs neither, or is too old: then the server says what it lacks.
    if (password && (password.value || !form.contains(button) || "unasked" in button.dataset
      || performance.now() > ends)) return;
    event.preventDefault();
    // A page that was open for long asks again.
    if (performance.now() > ends) return location.assign(form.dataset.page);
    waiting?.abort();
    // Which button it was is sent with the rest.
    const chosen = Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value });
    form.append(chosen);
    button.disabled = true;
    show(form, "failed", false);
    try {
      await run(form);
    } catch {
      chosen.remove();
      show(form, "failed", true);
    }
    show(form, "again", false);
    button.disabled = false;
  });
  // The browser offers passkeys beside the user name, where it can; not again right after one was refused.
  if ("autofill" in form.dataset && !document.getElementById("errors")) {
    PublicKeyCredential.isConditionalMediationAvailable?.().then((canOffer) => {
      if (!canOffer) return;
      waiting = new AbortController();
      setTimeout(() => waiting.abort(), Number(form.dataset.seconds) * 1000);
      get(form, { mediation: "conditional", signal: waiting.signal }).catch(() => {});
    });
  }
};

const forms = document.querySelectorAll("form[data-passkey]");
if (window.PublicKeyCredential) {
  forms.forEach(start);
} else {
  document.querySelectorAll("[data-passkey-missing]").forEach((one) => { one.hidden = false; });
}
