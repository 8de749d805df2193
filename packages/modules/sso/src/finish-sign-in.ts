import { credentials, loadCaller, redirectTo, signInAs } from '@plinth/auth'
import type { Context } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { openProviderSession } from './commands/open-provider-session.ts'
import type { StoredConnection } from './connections.ts'
import { findPerson, type Person, type SignInFault } from './people.ts'
import { pendingLink, signInState } from './sign-in-state.ts'

/** Why a sign-in was not completed, as the sign-in page gets it in `error`. */
export type SignInError = `sso_${SignInFault}` | 'sso_state' | 'sso_failed' | 'sso_unavailable'

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
 * What the browser of a request has kept since it was sent to the provider of a connection. Works once, because the cookie is
 * cleared. Null for a response that was not requested, or that was requested by another browser or for another connection.
 */
export function takeSignIn(
  ctx: Pick<Context, 'inject' | 'now'>,
  request: RequestFacts,
  { connectionId, protocol }: { readonly connectionId: string; readonly protocol: string },
): BegunSignIn | null {
  const state = signInState.read(ctx, request)
  signInState.clear(request)
  return state?.connectionId === connectionId && state.protocol === protocol ? state : null
}

/** A session at a provider that can end those that came from it. */
export interface ProviderSession {
  readonly id: string | null
  readonly idToken: string
}

/**
 * Signs in the person whom the provider of a connection has named, and redirects the browser to its target. If that is not
 * possible, redirects it to the sign-in page, which says why. For protocols, which have verified the provider's response.
 */
export async function finishSignIn(
  ctx: Context & { readonly request: RequestFacts },
  connection: StoredConnection,
  {
    person,
    redirect,
    session = null,
  }: { readonly person: Person; readonly redirect: string; readonly session?: ProviderSession | null },
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
    ...(session && {
      open: (own, login) =>
        own.run(openProviderSession, {
          login,
          connectionId: connection.id,
          subject: person.subject,
          providerSession: session.id,
          idToken: session.idToken,
        }),
    }),
  })
  return redirectTo(next)
}
