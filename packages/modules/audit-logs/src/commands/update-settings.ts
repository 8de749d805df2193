import { defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'

/** Says for how many days the tenant keeps accesses; null goes back to what is usual (decision 21). */
export const updateSettings = defineCommand({
  id: 'audit_logs.settings.update',
  label: 'Update log retention',
  access: features.manage,
  resource: 'audit_logs.settings',
  input: z.object({ accessDays: z.number().int().min(1).max(3650).nullable() }),
  output: Ok,
  async run({ input: { accessDays }, db, scope, now }) {
    const time = now().toISOString()
    if (accessDays === null)
      await sql`delete from log_retention where tenant_id = ${scope.tenantId} and log = 'access'`.execute(db)
    else
      await sql`insert into log_retention (id, tenant_id, log, days, created_at, updated_at)
        values (${crypto.randomUUID()}, ${scope.tenantId}, 'access', ${accessDays}, ${time}, ${time})
        on conflict (tenant_id, log) do update set days = excluded.days, updated_at = excluded.updated_at`.execute(db)
    return { ok: true as const }
  },
})
