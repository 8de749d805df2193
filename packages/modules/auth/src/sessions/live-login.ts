import type { Context } from '@plinth/core'
import { isUuid } from '@plinth/core/http'
import { AuthSession } from '../entities.ts'

/** A login and its expected owner. The ids may contain anything. */
export interface LoginClaim {
  readonly sessionId: string
  readonly userId: string
  readonly tenantId: string | null
}

/** A login that has neither ended nor expired. */
export interface LiveLogin {
  /** Milliseconds since 1970; null if its owner has not proved who they are in this login. */
  readonly verifiedAt: number | null
  /** Milliseconds since 1970. */
  readonly lastUsedAt: number
  readonly createdAt: number
  readonly expiresAt: number
}

/** The login, if it exists, belongs to the user and is live; otherwise null. Cache it under `tags.session`. */
export async function findLiveLogin(
  { lookUp, now }: Pick<Context, 'lookUp' | 'now'>,
  { sessionId, userId, tenantId }: LoginClaim,
): Promise<LiveLogin | null> {
  if (!isUuid(sessionId) || !isUuid(userId) || !isUuid(tenantId)) return null
  const columns = ['userId', 'expiresAt', 'verifiedAt', 'lastUsedAt', 'createdAt'] as const
  const login = await lookUp(AuthSession, { tenantId, id: sessionId }, columns)
  if (login?.userId !== userId.toLowerCase() || Date.parse(login.expiresAt) <= now().getTime()) return null
  return {
    verifiedAt: login.verifiedAt === null ? null : Date.parse(login.verifiedAt),
    lastUsedAt: Date.parse(login.lastUsedAt ?? login.createdAt),
    createdAt: Date.parse(login.createdAt),
    expiresAt: Date.parse(login.expiresAt),
  }
}

/** Whether the login exists, belongs to the user and has neither ended nor expired. Cache it under `tags.session`. */
export async function isLoginLive(ctx: Pick<Context, 'lookUp' | 'now'>, claim: LoginClaim): Promise<boolean> {
  return (await findLiveLogin(ctx, claim)) !== null
}
