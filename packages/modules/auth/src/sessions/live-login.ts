import type { Context } from '@plinth/core'
import { isUuid } from '@plinth/core/http'
import { AuthSession } from '../entities.ts'

/** A login and its expected owner. The ids may contain anything. */
export interface LoginClaim {
  readonly sessionId: string
  readonly userId: string
  readonly tenantId: string | null
}

/** Whether the login exists, belongs to the user and has neither ended nor expired. Cache it under `tags.session`. */
export async function isLoginLive(
  { lookUp, now }: Pick<Context, 'lookUp' | 'now'>,
  { sessionId, userId, tenantId }: LoginClaim,
): Promise<boolean> {
  if (!isUuid(sessionId) || !isUuid(userId) || !isUuid(tenantId)) return false
  const login = await lookUp(AuthSession, { tenantId, id: sessionId }, ['userId', 'expiresAt'])
  return login?.userId === userId.toLowerCase() && Date.parse(login.expiresAt) > now().getTime()
}
