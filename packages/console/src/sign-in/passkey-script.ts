/**
 * The only script of the sign-in pages: signs in with a passkey, which browsers make available only to scripts. The button is
 * hidden if it would not work. The form around it contains the target of the redirect and, after a password, the challenge to
 * answer.
 */
export const passkeyScript = `
const button = document.querySelector('[data-passkey]')
const form = button.form
const message = document.querySelector('[data-passkey-message]')
const json = async (path, body) => {
  const answer = await fetch(path, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  })
  return { ok: answer.ok, body: await answer.json() }
}
const valueOf = (name) => form.elements[name]?.value || undefined
async function signIn() {
  message.hidden = true
  const challenge = valueOf('challenge')
  const options = await json('/api/auth/login/passkey/options', { challenge })
  if (!options.ok) return fail(options.body.error)
  let credential
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.body)
    credential = (await navigator.credentials.get({ publicKey })).toJSON()
  } catch {
    return fail(button.dataset.cancelled)
  }
  const remember = form.elements.remember?.checked === true
  const { ok, body } = challenge
    ? await json('/api/auth/login/verify', { challenge, passkey: credential })
    : await json('/api/auth/login/passkey', { credential, remember })
  if (ok) {
    if (button.dataset.passkey === 'links') await json('/api/sso/link', {})
    location.assign(valueOf('redirect') ?? button.dataset.home)
  }
  else if (body.redirect) location.assign(body.redirect)
  else fail(body.error)
}
function fail(text) {
  message.textContent = text
  message.hidden = false
}
if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  button.hidden = false
  button.addEventListener('click', () => void signIn().catch(() => fail(button.dataset.cancelled)))
}
`
