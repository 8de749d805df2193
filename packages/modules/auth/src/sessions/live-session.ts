import { type Context, isUuid } from '@plinth/core'
import { AuthSession } from '../entities.ts'

/** A login and its expected owner. The ids may contain anything. */
export interface SessionClaim {
  readonly sessionId: string
  readonly userId: string
  readonly tenantId: string | null
}

/** A login that has neither ended nor expired. */
export interface LiveSession {
  /** Milliseconds since 1970; null if its owner has not proved who they are in this login. */
  readonly verifiedAt: number | null
  /** Milliseconds since 1970. */
  readonly lastUsedAt: number
  readonly createdAt: number
  readonly expiresAt: number
}

/** The login, if it exists, belongs to the user and is live; otherwise null. Cache it under `tags.session`. */
export async function findLiveSession(
  { widenScope, now }: Pick<Context, 'widenScope' | 'now'>,
  { sessionId, userId, tenantId }: SessionClaim,
): Promise<LiveSession | null> {
  if (!isUuid(sessionId) || !isUuid(userId) || !isUuid(tenantId)) return null
  const columns = ['userId', 'expiresAt', 'verifiedAt', 'lastUsedAt', 'createdAt'] as const
  const login = await widenScope('allTenants', 'find a login', ({ findUnique }) =>
    findUnique(AuthSession, { tenantId, id: sessionId }, columns),
  )
  if (login?.userId !== userId.toLowerCase() || Date.parse(login.expiresAt) <= now().getTime()) return null
  return {
    verifiedAt: login.verifiedAt === null ? null : Date.parse(login.verifiedAt),
    lastUsedAt: Date.parse(login.lastUsedAt ?? login.createdAt),
    createdAt: Date.parse(login.createdAt),
    expiresAt: Date.parse(login.expiresAt),
  }
}

/** Whether the login exists, belongs to the user and has neither ended nor expired. Cache it under `tags.session`. */
export async function isSessionLive(ctx: Pick<Context, 'widenScope' | 'now'>, claim: SessionClaim): Promise<boolean> {
  return (await findLiveSession(ctx, claim)) !== null
}
