import type { Context } from '@plinth/core'
import { isUuid } from '@plinth/core/http'
import { AuthSession } from '../entities.ts'

/** A login, and whose it should be; ids may hold anything. */
export interface LoginClaim {
  readonly sessionId: string
  readonly userId: string
  readonly tenantId: string | null
}

/** Whether the login exists, is that user's and has neither ended nor expired; cache it under `tags.session`. */
export async function isLoginLive(
  { lookUp, now }: Pick<Context, 'lookUp' | 'now'>,
  { sessionId, userId, tenantId }: LoginClaim,
): Promise<boolean> {
  if (!isUuid(sessionId) || !isUuid(userId) || !isUuid(tenantId)) return false
  const login = await lookUp(AuthSession, { tenantId, id: sessionId }, ['userId', 'expiresAt'])
  return login?.userId === userId.toLowerCase() && Date.parse(login.expiresAt) > now().getTime()
}
