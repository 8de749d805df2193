import { ApiError, call } from './api.ts'
import { t } from './i18n.ts'

/** Whether this browser can create and use passkeys. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Lets the visitor choose one of their passkeys. Returns its answer as the API reads it. */
export async function askForPasskey(): Promise<unknown> {
  const options = await call<PublicKeyCredentialRequestOptionsJSON>('POST', '/auth/login/passkey/options', {
    body: {},
    isRead: true,
  })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return answerOf(() => navigator.credentials.get({ publicKey }))
}

/** Lets the visitor create a passkey. Returns what the API needs to add it. */
export async function createPasskey(): Promise<unknown> {
  const options = await call<PublicKeyCredentialCreationOptionsJSON>('POST', '/auth/factors/passkeys/options', {
    body: {},
    isRead: true,
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return answerOf(() => navigator.credentials.create({ publicKey }))
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<unknown> {
  let credential: Credential | null
  try {
    credential = await ask()
  } catch {
    // The browser says the same whether the visitor has cancelled, waited too long, or has no passkey.
    credential = null
  }
  if (!credential) throw new ApiError(400, { error: t('factors.passkeyFailed') })
  return (credential as PublicKeyCredential).toJSON()
}
