import { type Context, type Session, systemSession } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { NO_SCOPE } from '@plinth/core/data'
import { type InternalCaller, internalRequests, type RequestFacts } from '@plinth/core/http'
import { openSessionKey } from '@plinth/api-keys'
import { features } from '../contract.ts'

/** Whose rights a call has. They are looked up again for every call. */
export interface Caller {
  /** Null when the credential no longer counts. */
  session(): Promise<Session | null>
  /** Under which calls are counted: a login, an API key, a session token. */
  readonly limitKey: string
  readonly internal: InternalCaller
}

type Asking = Pick<Context, 'get' | 'actor' | 'scope'>

/** Whoever sent the request that is being answered: good for as long as its answer streams. */
export function callerOf({ get, actor, scope }: Asking, request: RequestFacts): Caller {
  const requests = get(internalRequests)
  const internal = { request }
  return {
    internal,
    limitKey: `${scope.tenantId} ${actor.sessionId ?? actor.id}`,
    session: () => requests.identify(internal),
  }
}

/**
 * Whoever a session token stands for, where the API key that came with it is of the same person, or may serve MCP clients
 * of its tenant. Null for a token that is unknown, expired or foreign.
 */
export async function callerOfSessionToken(ctx: Context, token: string, ip: string): Promise<Caller | null> {
  const { actor, scope } = ctx
  const nobody = systemSession('session token', NO_SCOPE)
  const session = () => ctx.within(nobody, (fresh) => openSessionKey(fresh, token))
  const found = await session()
  if (!found || found.scope.tenantId !== scope.tenantId) return null
  const isSame = actor.userId !== null && actor.userId === found.actor.userId
  if (!isSame && !hasAccess(actor, features['mcp.serve'])) return null
  return {
    internal: { identify: session, ip },
    limitKey: `${scope.tenantId} ${found.actor.sessionId ?? found.actor.id}`,
    session,
  }
}
