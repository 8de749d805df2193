import { defineLocator, type Named, wire } from '@plinth/core/http'
import { findAccountsByEmail } from './users/accounts-by-email.ts'
import { credentials } from './credentials.ts'
import { LoginChallenge, SecondFactor } from './entities.ts'
import { findMailedLink } from './password-links.ts'
import { presentedToken } from './sessions/authenticator.ts'
import { findRememberedSession } from './sessions/remembered-session.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const toValue = (value: unknown): Named | null => {
  const text = textOf(value)
  return text === null ? null : { value: text }
}

// Locators choose the database of a request if there are several, before the caller is known.

/** A login names its tenant, or an address that has accounts in one or more databases. */
const loginLocator = defineLocator({
  id: 'auth.login',
  async named({ method, path, body }) {
    if (method !== 'POST' || path !== '/auth/login') return null
    const { tenantId, tenant, email } = await body()
    const chosen = textOf(tenantId) ?? textOf(tenant)
    return chosen === null ? toValue(email) : { tenantId: chosen }
  },
  has: hasAccount,
  // The password may belong to an account in another database.
  asksNext: (status) => status === 401,
})

/** All accounts with an address are mailed a link. */
const resetLocator = defineLocator({
  id: 'auth.reset',
  named: async ({ method, path, body }) =>
    method === 'POST' && path === '/auth/reset' ? toValue((await body())['email']) : null,
  has: hasAccount,
  asksNext: () => true,
})

const linkLocator = defineLocator({
  id: 'auth.link',
  named: async ({ method, path, body }) =>
    method === 'POST' && path === '/auth/reset/confirm' ? toValue((await body())['token']) : null,
  has: async (ctx, token) => (await findMailedLink(ctx, ctx.inject(credentials).hashes(token))) !== null,
})

/** The second step of a sign-in, and sign-ins by passkey: they name only a challenge or a passkey. */
const factorLocator = defineLocator({
  id: 'auth.factor',
  async named({ method, path, body }) {
    if (method !== 'POST' || !path.startsWith('/auth/login/')) return null
    const { challenge, credential } = await body()
    return toValue(challenge) ?? toValue((credential as { id?: unknown } | null | undefined)?.id)
  },
  has: async (ctx, value) => {
    const { widenScope, inject } = ctx
    const tokenHash = inject(credentials).hashes(value)
    return widenScope('allTenants', 'see whether a sign-in is of this database', async ({ findUnique }) => {
      if (await findUnique(LoginChallenge, { tokenHash }, ['id'])) return true
      return (await findUnique(SecondFactor, { credentialId: value }, ['id'])) !== null
    })
  },
})

const refreshLocator = defineLocator({
  id: 'auth.refresh',
  async named({ method, path, body, cookie }) {
    if (path !== '/auth/session/refresh') return null
    return toValue(method === 'POST' ? (await body())['refreshToken'] : cookie(wire.sessionCookie))
  },
  has: async (ctx, token) => (await findRememberedSession(ctx, token)) !== null,
})

/** Reads the tenant from an access token. The platform chosen by it verifies the signature. */
const bearerLocator = defineLocator({
  id: 'auth.bearer',
  named: ({ headers }) => toTenant(presentedToken(headers.get('authorization'))),
})

const cookieLocator = defineLocator({
  id: 'auth.cookie',
  carrier: 'cookie',
  named: ({ cookie }) => toTenant(cookie(wire.accessCookie)),
})

/** In order of precedence: the tenant of a login request counts more than an existing token. */
export const locators = [
  loginLocator,
  resetLocator,
  linkLocator,
  factorLocator,
  refreshLocator,
  bearerLocator,
  cookieLocator,
]

async function hasAccount(ctx: Parameters<typeof findAccountsByEmail>[0], email: string): Promise<boolean> {
  return (await findAccountsByEmail(ctx, { email, most: 1 })).length > 0
}

function toTenant(token: string | undefined): Named | null {
  const tenantId = token === undefined ? null : tenantOfToken(token)
  return tenantId === null ? null : { tenantId }
}

function tenantOfToken(token: string): string | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return textOf((claims as { tenantId?: unknown } | null)?.tenantId)
  } catch {
    // Not one of our tokens.
    return null
  }
}
