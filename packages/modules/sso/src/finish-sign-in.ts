import { credentials, loadCaller, redirectTo, signInAs } from '@plinth/auth'
import { type Context, PlatformError } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { openProviderSession } from './commands/open-provider-session.ts'
import type { StoredConnection } from './connections.ts'
import { findPerson, type Person, type SignInFault } from './find-person.ts'
import { toFittingPerson } from './provider-texts.ts'
import { pendingLink, signInState } from './sign-in-state.ts'

/** Why a sign-in was not completed, as the sign-in page gets it in `error`. */
export type SignInError =
  | `sso_${SignInFault}`
  | 'sso_state'
  | 'sso_failed'
  | 'sso_unavailable'
  | 'sso_denied'
  | 'sso_login_required'
  | 'sso_refused'

/** Back to the sign-in page, which explains the code. */
export const toLoginPage = (ctx: Pick<Context, 'inject'>, code: SignInError): Response =>
  redirectTo(`${ctx.inject(credentials).loginPath}?error=${code}`)

/** A sign-in that this browser has begun. */
export interface BegunSignIn {
  readonly kept: Readonly<Record<string, string>>
  /** Where the browser goes once somebody is signed in: an address on this site. */
  readonly redirect: string
}

/**
 * What the browser of a request has kept since it was sent to the provider of a connection. `key` is what `start` of the protocol
 * returned and the provider's response names. Works once, because the cookie is cleared. Null for a response that was not
 * requested, or that was requested by another browser or for another connection.
 */
export function takeSignIn(
  ctx: Pick<Context, 'inject' | 'now'>,
  request: RequestFacts,
  { connectionId, protocol, key }: { readonly connectionId: string; readonly protocol: string; readonly key: string },
): BegunSignIn | null {
  const state = signInState.take(ctx, request, key)
  return state?.connectionId === connectionId && state.protocol === protocol ? state : null
}

/** A session at a provider that can end those that came from it. */
export interface ProviderSession {
  readonly id: string | null
  readonly idToken: string
}

interface FinishedSignIn {
  readonly person: Person
  readonly redirect: string
  readonly session?: ProviderSession | null
  /** What only one sign-in may come with, such as a nonce, if the protocol does not see to that itself. */
  readonly once?: string | null
}

/**
 * Signs in the person whom the provider of a connection has named, and redirects the browser to its target. If that is not
 * possible, redirects it to the sign-in page, which says why. For protocols, which have verified the provider's response.
 */
export async function finishSignIn(
  ctx: Context & { readonly request: RequestFacts },
  connection: StoredConnection,
  { person: said, redirect, session = null, once = null }: FinishedSignIn,
): Promise<Response> {
  const person = toFittingPerson(said)
  if (!person) {
    ctx.log.warn({ connectionId: connection.id }, 'a provider named somebody whose id cannot be stored')
    return toLoginPage(ctx, 'sso_failed')
  }
  try {
    return await signInPerson(ctx, connection, { person, redirect, session, once })
  } catch (error) {
    // A browser was redirected here, so what a rule or a check refuses is told on the sign-in page.
    if (!(error instanceof PlatformError) || error.status >= 500) throw error
    ctx.log.warn({ err: error, connectionId: connection.id }, 'a sign-in was refused')
    return toLoginPage(ctx, error.body['code'] === 'sso_state' ? 'sso_state' : 'sso_refused')
  }
}

async function signInPerson(
  ctx: Context & { readonly request: RequestFacts },
  connection: StoredConnection,
  { person, redirect, session, once }: Required<FinishedSignIn>,
): Promise<Response> {
  const { request } = ctx
  const found = await findPerson(ctx, connection, person)
  if ('fault' in found) {
    if (found.fault === 'link_required') {
      const { issuer, subject } = person
      pendingLink.keep(ctx, request, { connectionId: connection.id, userId: found.userId, issuer, subject })
    }
    return toLoginPage(ctx, `sso_${found.fault}`)
  }
  const opened = await loadCaller(ctx, found.userId)
  if (!opened || opened.account.tenantId !== connection.tenantId) return toLoginPage(ctx, 'sso_account_unusable')
  if (opened.account.isSuperAdmin) return toLoginPage(ctx, 'sso_super_admin')
  const { account } = opened
  const { asksSecondFactor } = connection
  const next = await signInAs(ctx, request, {
    account,
    remember: false,
    asksSecondFactor,
    redirect,
    provenAt: person.authenticatedAt == null ? null : new Date(person.authenticatedAt),
    open: (own, login) =>
      own.run(openProviderSession, {
        login,
        connectionId: connection.id,
        subject: person.subject,
        providerSession: session?.id ?? null,
        idToken: session?.idToken ?? '',
        once,
      }),
  })
  return redirectTo(next)
}
