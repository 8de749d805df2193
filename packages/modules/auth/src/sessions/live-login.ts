import { type Context, sql } from '@plinth/core'
import { isUuid } from '@plinth/core/http'

/** A login, and whose it should be; ids may hold anything. */
export interface LoginClaim {
  readonly sessionId: string
  readonly userId: string
  readonly tenantId: string | null
}

/** Whether the login exists, is that user's and has neither ended nor expired; cache it under `tags.session`. */
export async function isLoginLive(
  { asSystem, now }: Pick<Context, 'asSystem' | 'now'>,
  { sessionId, userId, tenantId }: LoginClaim,
): Promise<boolean> {
  if (![sessionId, userId, tenantId].every(isUuid)) return false
  return asSystem('check that a login is live', async ({ db }) => {
    const { rows } = await sql`select from sessions where tenant_id = ${tenantId} and id = ${sessionId}
      and user_id = ${userId} and expires_at > ${now().toISOString()}`.execute(db)
    return rows.length > 0
  })
}
