import { type Context, PlatformError } from '@plinth/core'
import type { Configuration } from 'openid-client'
import { z } from 'zod'
import { settingsOf, type StoredConnection } from './connections.ts'
import { explainProvider } from './explain-provider.ts'
import type { SignInProtocol } from './protocol.ts'
import { algorithmOf, openIdClient, providers } from './providers/provider.ts'
import { isForManyDirectories } from './shared-issuers.ts'

/**
 * Where the provider sends browsers back to. Each connection has its own, so that a response cannot be mistaken for that of
 * another connection.
 */
export const callbackUrl = (origin: string, connectionId: string) => `${origin}/api/sso/callback/${connectionId}`

/** Seconds: a year. Providers decide themselves how long their sessions last. */
const MAX_AGE = 31_536_000

/** OpenID Connect: authorization code flow with PKCE. */
export const oidc: SignInProtocol = {
  id: 'oidc',
  settings: z.object({}),
  check({ issuer, clientId, authMethod, scopes, newSecret, hasSecret }) {
    if (!/^https?:/.test(issuer) || !URL.canParse(issuer))
      return { field: 'issuer', message: 'The issuer of an OpenID provider is an https address.' }
    if (isForManyDirectories(issuer))
      return { field: 'issuer', message: 'Enter the issuer of your own directory, which contains its tenant id.' }
    if (clientId === '') return { field: 'clientId', message: 'OpenID Connect needs a client id.' }
    if (authMethod !== 'none' && !hasSecret) return { field: 'secret', message: 'This method needs a secret.' }
    if (authMethod === 'private_key_jwt' && newSecret && !isSigningKey(newSecret))
      return { field: 'secret', message: 'This is not a private key in PEM format (PKCS #8) that can sign.' }
    if (!scopes.includes('openid')) return { field: 'scopes', message: 'The scope openid is needed.' }
    return null
  },
  async start(ctx, connection, { origin, isFresh }) {
    const configuration = await configure(ctx, connection)
    const client = await openIdClient()
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl(origin, connection.id),
      scope: connection.scopes.join(' '),
      response_type: 'code',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Whoever is asked for it has to say when the person proved who they are. Not every provider knows `max_age`.
      max_age: isFresh ? '0' : String(MAX_AGE),
      ...(isFresh && { prompt: 'login' }),
    })
    return { url: url.href, kept: { state, nonce, verifier }, key: state }
  },
  explain: (ctx, connection) =>
    explainProvider(ctx.inject(providers), { ...connection, settings: settingsOf(ctx, connection) }),
  addresses: (origin, connectionId) => ({
    callbackUrl: callbackUrl(origin, connectionId),
    backchannelLogoutUrl: `${origin}/api/sso/backchannel-logout/${connectionId}`,
    metadataUrl: null,
  }),
}

/** Throws 502 if the provider cannot be reached or its configuration is wrong; the log says why. */
export async function configure(
  ctx: Pick<Context, 'inject' | 'log'>,
  connection: StoredConnection,
): Promise<Configuration> {
  try {
    return await ctx.inject(providers).configure(settingsOf(ctx, connection))
  } catch (error) {
    ctx.log.warn({ err: error, connectionId: connection.id }, 'a provider cannot be used')
    throw new PlatformError('upstream_failed', 'The identity provider cannot be reached.', { cause: error })
  }
}

function isSigningKey(pem: string): boolean {
  try {
    algorithmOf(pem)
    return pem.includes('BEGIN PRIVATE KEY')
  } catch {
    return false
  }
}
