import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { settings } from '../settings.ts'

/**
 * Counts what the tenant's rules send per day; returns false when the quota is used up. A retry counts again, because it sends
 * again. Only the platform may run it.
 */
export const countSending = defineCommand({
  id: 'business_rules.sendings.count',
  label: 'Count a sending',
  access: signedIn,
  undoable: false,
  logged: false,
  resource: 'business_rules.sending',
  input: z.object({ kind: z.enum(['mail', 'webhook']) }),
  output: z.object({ isLeft: z.boolean() }),
  async run({ input: { kind }, actor, scope, inject, now, log, widenScope }) {
    if (actor.kind !== 'system') throw forbidden()
    const { maxMailsPerDay, maxWebhooksPerDay } = inject(settings)
    const limit = kind === 'mail' ? maxMailsPerDay : maxWebhooksPerDay
    const day = now().toISOString().slice(0, 10)
    const { rows } = await widenScope('allTenants', 'count a sending', async ({ db }) => {
      await sql`delete from rule_sendings s where ${inTenant(scope, 's')} and day < ${day}::date - 1`.execute(db)
      return sql`
        insert into rule_sendings as s (tenant_id, day, kind, sent)
        select ${scope.tenantId}, ${day}, ${kind}, 1 where ${limit} > 0
        on conflict (tenant_id, day, kind) do update set sent = s.sent + 1 where s.sent < ${limit}
        returning sent`.execute(db)
    })
    if (rows.length === 0) log.warn({ tenantId: scope.tenantId, kind, limit, day }, 'the quota of the day is used up')
    return { isLeft: rows.length > 0 }
  },
})
