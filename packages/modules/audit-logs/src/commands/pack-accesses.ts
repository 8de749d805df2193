import { sql } from '@plinth/core'
import { z } from 'zod'
import { definePlatformCommand, ofTenant } from '../platform-command.ts'
import { daysBefore } from '../retention.ts'

/** Rows per transaction. */
const BATCH = 20_000

/**
 * Packs a tenant's rows from before today, one batch at a time; `more` is true while others are left. Only the platform may
 * run it.
 */
export const packAccesses = definePlatformCommand({
  id: 'audit_logs.accesses.pack',
  reason: 'pack the access log',
  input: z.object({ tenantId: z.guid() }),
  output: z.object({ more: z.boolean() }),
  async run({ input: { tenantId }, now }, db) {
    const today = daysBefore(now(), 0).toISOString()
    await sql`select plinth.pack_accesses(${tenantId}, ${today}::timestamptz, ${BATCH})`.execute(db)
    const { rows } = await sql<{ more: boolean }>`select exists (select from plinth.access_log a
      where ${ofTenant(tenantId, 'a')} and a.created_at < ${today}::timestamptz) as more`.execute(db)
    return { more: rows[0]?.more ?? false }
  },
})

/** Finds the tenants with rows from before today, with one index lookup per tenant. Only the platform may run it. */
export const findUnpacked = definePlatformCommand({
  id: 'audit_logs.accesses.find_unpacked',
  reason: 'pack the access log',
  input: z.object({}),
  output: z.object({ tenants: z.array(z.object({ tenantId: z.guid() })) }),
  async run({ now }, db) {
    const { rows } = await sql<{ id: string }>`
      with recursive tenant (id) as (
        (select a.tenant_id from plinth.access_log a order by a.tenant_id limit 1)
        union all
        select (select a.tenant_id from plinth.access_log a where a.tenant_id > t.id order by a.tenant_id limit 1)
        from tenant t where t.id is not null)
      select t.id from tenant t where exists (select from plinth.access_log a
        where a.tenant_id = t.id and a.created_at < ${daysBefore(now(), 0).toISOString()}::timestamptz)`.execute(db)
    return { tenants: rows.map(({ id: tenantId }) => ({ tenantId })) }
  },
})
