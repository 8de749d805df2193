import type { Context } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import type { StoredConnection } from './connections.ts'
import type { BegunSignIn, ProviderSession } from './finish-sign-in.ts'
import { callbackUrl, configure } from './oidc.ts'
import type { Person } from './find-person.ts'
import { toProviderSession } from './provider-texts.ts'
import { ALGORITHMS } from './providers/provider-keys.ts'
import { openIdClient, providers } from './providers/provider.ts'
import { SIGNED_TOKEN, toSubject } from './providers/readable-answers.ts'
import { isOneDirectory, sharedIssuer } from './shared-issuers.ts'

/** Who signed in at a provider, and in which session there. */
export interface ProviderAnswer {
  readonly person: Person
  readonly session: ProviderSession
}

type Claims = Readonly<Record<string, unknown>>

/**
 * Redeems the code of a response and reads who signed in. The library checks issuer, audience, times, nonce and state; it trusts
 * the connection to the provider for the rest, so the signature of the id token is checked here.
 */
export async function redeemCode(
  ctx: Context & { readonly request: RequestFacts },
  connection: StoredConnection,
  { kept, response }: Pick<BegunSignIn, 'kept'> & { readonly response: URLSearchParams },
): Promise<ProviderAnswer> {
  const { state, nonce, verifier } = kept
  if (!state || !nonce || !verifier) throw new Error('The state of the sign-in is incomplete')
  const configuration = await configure(ctx, connection)
  const {
    issuer,
    jwks_uri: keysUrl,
    userinfo_endpoint: userInfo,
    claims_supported: known,
  } = configuration.serverMetadata()
  if (!keysUrl) throw new Error('The provider has no keys')
  const current = new URL(callbackUrl(ctx.request.origin, connection.id))
  current.search = response.toString()
  const client = await openIdClient()
  const tokens = await client.authorizationCodeGrant(configuration, current, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const { [SIGNED_TOKEN]: idToken = tokens.id_token } = tokens
  const claims = tokens.claims()
  if (!claims || typeof idToken !== 'string') throw new Error('The provider sent no id token')
  const { compactVerify } = await import('jose')
  await compactVerify(idToken, ctx.inject(providers).keysOf(keysUrl, 'sign_in'), { algorithms: ALGORITHMS })
  // The library lets Microsoft's addresses for all directories stand for each of them; each directory names its own people.
  if (claims.iss !== issuer) throw new Error(`The token was issued by ${claims.iss.slice(0, 200)}`)
  if (claims['azp'] !== undefined && claims['azp'] !== connection.clientId)
    throw new Error('The token was issued to another client')
  const lacks = (name: string | null) => name !== null && claimOf(claims, name) === undefined
  const isComplete =
    emailIn(claims) !== null &&
    !lacks(connection.groupsClaim) &&
    !['email_verified', 'name'].some((name) => lacks(name) && known?.includes(name))
  const info: Claims =
    isComplete || !userInfo ? {} : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  const sid = textOf(claims['sid'])
  return {
    person: toPerson(connection, { claims, info, now: ctx.now() }),
    session: { id: sid === null ? null : toProviderSession(sid), idToken },
  }
}

function toPerson(
  { groupsClaim }: Pick<StoredConnection, 'groupsClaim'>,
  { claims, info, now }: { readonly claims: Claims; readonly info: Claims; readonly now: Date },
): Person {
  const [own, other] = emailIn(claims) === null && emailIn(info) !== null ? [info, claims] : [claims, info]
  const email = emailIn(own) ?? directoryNameIn(claims)
  // What is said about one address says nothing about another.
  const isSame = emailIn(other) === null || emailIn(other) === email
  const besides = other['email_verified'] === undefined || isSame ? other['email_verified'] : false
  // Null is no yes unless the other says so.
  const verified = own['email_verified'] ?? (besides === undefined ? own['email_verified'] : besides)
  return {
    issuer: String(claims['iss']),
    subject: String(claims['sub']),
    email,
    isEmailVerified: isVouchedFor({ claims, verified }),
    organizationDomain: organizationDomainOf(claims),
    name: nameIn(claims) ?? nameIn(info),
    groups: groupsClaim === null ? null : listOf(claimOf(claims, groupsClaim) ?? claimOf(info, groupsClaim)),
    areGroupsLeftOut: groupsClaim !== null && isElsewhere(claims, groupsClaim),
    authenticatedAt: authenticationIn(claims, now),
  }
}

/** Whether a claim is to be fetched elsewhere: a distributed claim of OpenID Connect. */
function isElsewhere({ _claim_names: names, hasgroups }: Claims, name: string): boolean {
  if (name === 'groups' && isYes(hasgroups)) return true
  return typeof names === 'object' && names !== null && Object.hasOwn(names, name)
}

/** Seconds by which the clock of a provider may be ahead. */
const AHEAD = 60

/** When somebody has proved who they are. A time that is yet to come says nothing. */
function authenticationIn({ auth_time: seconds }: Claims, now: Date): string | null {
  if (typeof seconds !== 'number' || seconds * 1000 > now.getTime() + AHEAD * 1000) return null
  return new Date(Math.min(seconds * 1000, now.getTime())).toISOString()
}

/** The address of a person: Azure AD B2C sends a list with one of them, as `emails`. */
function emailIn({ email, emails }: Claims): string | null {
  for (const said of [email, emails]) {
    const found = textOf(Array.isArray(said) ? said[0] : said)
    if (found !== null) return found
  }
  return null
}

/**
 * The name of somebody in a directory of Entra ID, who may have no mailbox; its domain belongs to the directory. Guests have the name
 * that another provider (`idp`) has given them, for which the directory does not answer.
 */
function directoryNameIn({ iss, idp = iss, preferred_username: name }: Claims): string | null {
  return isOneDirectory(String(iss)) && idp === iss ? textOf(name) : null
}

/** A claim whose name an administrator has entered. Null says nothing. */
const claimOf = (claims: Claims, name: string) =>
  Object.hasOwn(claims, name) ? (claims[name] ?? undefined) : undefined

/**
 * Whether a provider vouches for an address. Providers that do not support the claim vouch for their domains, which the tenant
 * has proven. Some write the claim as text or as a number; whatever is not clearly a yes is a no. A provider that many share
 * vouches for the addresses of organizations only, as others may have left theirs.
 */
function isVouchedFor({ claims, verified }: { readonly claims: Claims; readonly verified: unknown }): boolean {
  if (sharedIssuer(String(claims['iss'])) && organizationDomainOf(claims) === null) return false
  // Entra ID says with it whether the address is in a domain of the directory, if it is asked to.
  return [verified, claims['xms_edov']].every((said) => said === undefined || isYes(said))
}

const isYes = (said: unknown) =>
  ['boolean', 'number', 'string'].includes(typeof said) && /^(true|1)$/i.test(String(said))

/** The domain of the organization that a provider which many share names. */
function organizationDomainOf(claims: Claims): string | null {
  const { domainClaim = null } = sharedIssuer(String(claims['iss'])) ?? {}
  return domainClaim === null ? null : (textOf(claims[domainClaim])?.toLowerCase() ?? null)
}

/** The name of a person, or its parts where a provider sends no more. */
function nameIn(said: Claims): string | null {
  const parts = [textOf(said['given_name']), textOf(said['family_name'])].filter((part) => part !== null)
  return textOf(said['name']) ?? (parts.length > 0 ? parts.join(' ') : null)
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** Groups beyond this number are ignored. */
const MOST_GROUPS = 1_000

/** Groups as a list, also of numbers, a single one, or an object of objects with them as names, as Zitadel sends roles. */
function listOf(value: unknown): string[] {
  const list = isObject(value) ? namesIn(value) : Array.isArray(value) ? value : [value]
  return list.flatMap((group) => toSubject(group) ?? []).slice(0, MOST_GROUPS)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const namesIn = (value: object): string[] =>
  Object.entries(value).flatMap(([name, member]) => (isObject(member) ? name : []))
