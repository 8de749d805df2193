import { on, sql } from '@plinth/core'
import { sendPasswordLink } from '../commands/send-password-link.ts'
import { events } from '../contract.ts'
import { atHome } from '../sessions/at-home.ts'
import { openSession } from '../sessions/open-session.ts'

/** Accounts of one e-mail, in different tenants, that one request may write to. */
const MAX_ACCOUNTS = 50

/** Looks up whom a reset is for after the answer has gone out, so that the answer says nothing, not even by its time. */
export const startResets = on(events['password.reset.submitted'], async (ctx) => {
  const { payload, asSystem } = ctx
  const ids = await asSystem('find accounts by e-mail for a reset', async ({ db }) => {
    const { rows } = await sql<{ id: string }>`select id from users
      where lower(email) = ${payload.email.trim().toLowerCase()} order by created_at, id limit ${MAX_ACCOUNTS}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  })
  for (const userId of ids) {
    const opened = await openSession(ctx, userId)
    if (!opened) continue
    const { tenantId, organizationId } = opened.account
    await atHome(ctx, { reason: 'password reset', userId, tenantId, organizationId }, ({ run }) =>
      run(sendPasswordLink, { userId, kind: 'reset', locale: payload.locale }),
    )
  }
})
