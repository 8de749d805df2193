import { defineService, type Service } from '@plinth/core'
import type { Outgoing } from '@plinth/core/http'
import { createPrivateKey } from 'node:crypto'
import type { JWTVerifyGetKey } from 'jose'
import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client'
import type { ClientAuthMethod } from '../entities.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { ALGORITHMS, createProviderKeys, type TokenUse } from './provider-keys.ts'
import { toReadableInfo, toReadableTokens } from './readable-answers.ts'
import type { SsoOptions } from '../options.ts'

/** Loaded for the first sign-in: it takes megabytes, and many hosts have no connection. */
export const openIdClient = () => import('openid-client')

/** What is needed to speak to a provider. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly authMethod: ClientAuthMethod
  /** Decrypted. */
  readonly secret: string | null
}

/** Speaks to providers. Resolve with `inject(providers)`. */
export interface Providers {
  /** The provider's configuration, read from its discovery document; cached for ten minutes. */
  configure(settings: ProviderSettings): Promise<Configuration>
  /** Like `configure`, but without the cache, to test a connection. */
  discover(settings: ProviderSettings): Promise<Configuration>
  /** Contacts a provider by GET: HTTPS and public addresses only, unless the options allow more; 10 seconds and 1 MB at most. */
  fetch(url: string): Promise<Response>
  /** Reads a JSON document of a provider. */
  readJson(url: string): Promise<unknown>
  /**
   * The keys at an address (`jwks_uri`), to verify tokens with; cached for ten minutes, and read again for a key that is not
   * known.
   */
  keysOf(url: string, use: TokenUse): JWTVerifyGetKey
  /** The TXT records of a name. */
  resolveTxt(name: string): Promise<readonly string[]>
}

export const providers: Service<Providers> = defineService<Providers>('sso.providers')

const FRESH = 600_000
/** Maximum cached configurations; the oldest are dropped first. */
const MOST = 500
/** Seconds by which clocks may differ. */
const TOLERANCE = 60

/** Creates the service from the options of the module, for what calls providers. `now` is the time that all hosts share. */
export function createProviders(
  outgoing: Outgoing,
  { localHosts = [], resolveTxt = resolveByDns }: SsoOptions,
): (now: () => Date) => Providers {
  const send = createProviderFetch(outgoing, { localHosts })
  const readJson = async (url: string): Promise<unknown> => {
    const answer = await send(url)
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
    return answer.json()
  }
  const keysOf = createProviderKeys(readJson)
  const known = new Map<string, { readonly at: number; readonly found: Promise<Configuration> }>()

  const discover = async (settings: ProviderSettings, now: () => Date): Promise<Configuration> => {
    const { issuer, clientId } = settings
    const client = await openIdClient()
    const isLocal = localHosts.includes(new URL(issuer).host)
    let found: Partial<ServerMetadata> = {}
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      {
        [client.clockTolerance]: TOLERANCE,
        // The library reads the clock of the host.
        [client.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
      },
      await authentication(settings),
      {
        timeout: 10,
        [client.customFetch]: async (url, options) => {
          const answer = await send(url, options as Parameters<typeof send>[1])
          if (isAt(url, found.token_endpoint)) return toReadableTokens(answer)
          // A signed answer, as some providers give about people: the library reads it without verifying it.
          if (answer.headers.get('content-type')?.startsWith('application/jwt') && found.jwks_uri !== undefined) {
            const { compactVerify } = await import('jose')
            await compactVerify(await answer.clone().text(), keysOf(found.jwks_uri, 'sign_in'), {
              algorithms: ALGORITHMS,
            })
          }
          return isAt(url, found.userinfo_endpoint) ? toReadableInfo(answer) : answer
        },
        ...(isLocal && { execute: [client.allowInsecureRequests] }),
      },
    )
    found = configuration.serverMetadata()
    return configuration
  }

  return (now) => ({
    discover: (settings) => discover(settings, now),
    configure(settings) {
      const key = JSON.stringify(settings)
      const entry = known.get(key)
      if (entry && Date.now() - entry.at < FRESH) return entry.found
      const found = discover(settings, now)
      found.catch(() => known.delete(key))
      known.delete(key)
      known.set(key, { at: Date.now(), found })
      for (const old of known.keys()) if (known.size > MOST) known.delete(old)
      return found
    },
    fetch: (url) => send(url),
    readJson,
    keysOf,
    resolveTxt,
  })
}

const isAt = (url: string, endpoint: string | undefined) => endpoint !== undefined && url === URL.parse(endpoint)?.href

async function resolveByDns(name: string): Promise<readonly string[]> {
  const { resolveTxt } = await import('node:dns/promises')
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    throw error
  }
}

async function authentication({ authMethod, secret }: ProviderSettings): Promise<ClientAuth> {
  const client = await openIdClient()
  if (authMethod === 'none' || secret === null) return client.None()
  if (authMethod === 'client_secret_basic') return client.ClientSecretBasic(secret)
  if (authMethod === 'client_secret_post') return client.ClientSecretPost(secret)
  const { importPKCS8 } = await import('jose')
  return client.PrivateKeyJwt(await importPKCS8(secret, algorithmOf(secret)))
}

/** The algorithm to sign assertions with, by the kind of the private key (PKCS #8, PEM). Throws for any other text. */
export function algorithmOf(pem: string): 'RS256' | 'ES256' | 'EdDSA' {
  const { asymmetricKeyType } = createPrivateKey(pem)
  if (asymmetricKeyType === 'rsa') return 'RS256'
  if (asymmetricKeyType === 'ec') return 'ES256'
  if (asymmetricKeyType === 'ed25519') return 'EdDSA'
  throw new Error(`Keys of type ${asymmetricKeyType} cannot sign assertions`)
}
