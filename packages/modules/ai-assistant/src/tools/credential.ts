import { type Caller, type Context } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { NO_SCOPE } from '@plinth/core/data'
import { type InternalCredential, internalRequests, type RequestFacts } from '@plinth/core/http'
import { callerOfSessionKey } from '@plinth/api-keys'
import { features } from '../contract.ts'

/** The source of a call's permissions, identified again for every call. */
export interface Credential {
  /** The current caller; null if the credential is no longer valid. */
  identify(): Promise<Caller | null>
  /** The rate limit key: a login, an API key, a session token. */
  readonly limitKey: string
  readonly internal: InternalCredential
}

type CallerContext = Pick<Context, 'inject' | 'actor' | 'scope'>

/** The credential of the request being answered, valid while its response streams. */
export function credentialOf({ inject, actor, scope }: CallerContext, request: RequestFacts): Credential {
  const requests = inject(internalRequests)
  const internal = { request }
  return {
    internal,
    limitKey: `${scope.tenantId} ${actor.sessionId ?? actor.id}`,
    identify: () => requests.identify(internal),
  }
}

/**
 * The user of a session token, if the accompanying API key belongs to the same person or may serve MCP clients of its tenant.
 * Null for a token that is unknown, expired or foreign.
 */
export async function credentialOfSessionToken(ctx: Context, token: string, ip: string): Promise<Credential | null> {
  const { actor, scope } = ctx
  const nobody = { actor: 'platform', reason: 'session token', scope: NO_SCOPE } as const
  const identify = () => ctx.actAs(nobody, (fresh) => callerOfSessionKey(fresh, token))
  const found = await identify()
  if (!found || found.scope.tenantId !== scope.tenantId) return null
  const isSame = actor.userId !== null && actor.userId === found.actor.userId
  if (!isSame && !hasAccess(actor, features['mcp.serve'])) return null
  return {
    internal: { identify, ip },
    limitKey: `${scope.tenantId} ${found.actor.sessionId ?? found.actor.id}`,
    identify,
  }
}
