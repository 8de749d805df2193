import { explainDomains, type Finding, messageOf } from './connection-findings.ts'
import type { Providers, ProviderSettings } from './providers/provider.ts'
import { sharedIssuer } from './shared-issuers.ts'

interface Tried {
  readonly settings: ProviderSettings
  readonly scopes: readonly string[]
  readonly groupsClaim: string | null
  readonly provenDomains: readonly string[]
}

/** Tries each thing that a sign-in with OpenID Connect needs, in order, and says for each failure what to change. */
export async function explainProvider(
  providers: Providers,
  { settings, scopes, groupsClaim, provenDomains }: Tried,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const add = (check: Finding['check'], outcome: Finding['outcome'], message: string) =>
    findings.push({ check, outcome, message })
  let metadata: ReturnType<Awaited<ReturnType<Providers['discover']>>['serverMetadata']>
  try {
    metadata = (await providers.discover(settings)).serverMetadata()
    add('discovery', 'passed', `${metadata.issuer} answers with its configuration.`)
  } catch (error) {
    add('discovery', 'failed', explainDiscovery(settings.issuer, error))
    return findings
  }
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter((name) => !metadata[name])
  if (missing.length > 0) add('endpoints', 'failed', `The provider does not name ${missing.join(', ')}.`)
  else add('endpoints', 'passed', 'The provider names all endpoints that a sign-in needs.')
  if (metadata.jwks_uri) {
    try {
      const { keys } = (await providers.readJson(metadata.jwks_uri)) as { keys?: unknown }
      const usable = Array.isArray(keys) ? keys.filter(isSignatureKey).length : 0
      if (usable > 0) add('keys', 'passed', `The provider signs with ${usable} published key(s).`)
      else
        add(
          'keys',
          'failed',
          `${metadata.jwks_uri} lists no key for signatures (RSA with 2,048 bits, elliptic curve or Ed25519), so no token of the provider can be verified.`,
        )
    } catch (error) {
      add('keys', 'failed', `The keys of the provider cannot be read: ${messageOf(error)}`)
    }
  }
  const methods = metadata.code_challenge_methods_supported
  if (methods?.includes('S256')) add('pkce', 'passed', 'The provider supports PKCE.')
  else add('pkce', 'warning', 'The provider does not say that it supports PKCE with S256. Sign-ins send it anyway.')
  const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (supported.includes(settings.authMethod))
    add('client_authentication', 'passed', `The provider accepts ${settings.authMethod}.`)
  else
    add(
      'client_authentication',
      'failed',
      `The provider does not accept ${settings.authMethod}. Choose one of: ${supported.join(', ')}.`,
    )
  const unknown = metadata.scopes_supported ? scopes.filter((scope) => !metadata.scopes_supported!.includes(scope)) : []
  if (unknown.length > 0)
    add('scopes', 'warning', `The provider does not list the scopes ${unknown.join(', ')}; it may refuse sign-ins.`)
  else add('scopes', 'passed', 'The provider knows the scopes that are asked for.')
  if (groupsClaim !== null && metadata.claims_supported && !metadata.claims_supported.includes(groupsClaim))
    add('scopes', 'warning', `The provider does not list the claim ${groupsClaim}, from which roles are assigned.`)
  findings.push(explainDomains(provenDomains))
  if (sharedIssuer(metadata.issuer)?.domainClaim === null)
    add(
      'domains',
      'failed',
      `Anybody can have an account at ${metadata.issuer}, so it does not vouch for addresses: nobody can sign in for the first time.`,
    )
  if (metadata.end_session_endpoint) add('logout', 'passed', 'The provider can be asked to end its session.')
  else add('logout', 'warning', 'The provider has no page to sign out; signing out here leaves its session open.')
  return findings
}

/** Whether tokens can be verified with a key of a key set. */
function isSignatureKey(key: unknown): boolean {
  const { kty, use, n } = (key ?? {}) as { readonly kty?: unknown; readonly use?: unknown; readonly n?: unknown }
  if (use !== undefined && use !== 'sig') return false
  if (kty === 'RSA') return typeof n === 'string' && Buffer.from(n, 'base64url').length >= 256
  return kty === 'EC' || kty === 'OKP'
}

function explainDiscovery(issuer: string, error: unknown): string {
  const message = messageOf(error)
  if (/issuer/i.test(message) && /match|mismatch|unexpected/i.test(message))
    return `The provider reports a different issuer than ${issuer}. Enter the issuer exactly as its discovery document spells it.`
  if (/not public/.test(message))
    return `${message}. Providers on private addresses have to be allowed by the operator.`
  if (/HTTPS/.test(message)) return `${message}. Providers are only contacted over HTTPS.`
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return `The host of ${issuer} is not found. Check the spelling.`
  if (/ECONNREFUSED|timeout|aborted|TimeoutError/i.test(message)) return `${issuer} does not answer: ${message}`
  if (/certificate|SSL|TLS/i.test(message)) return `The certificate of ${issuer} is not trusted: ${message}`
  return `${issuer} has no usable discovery document: ${message}`
}
