import { type Sql, sql } from '@plinth/core'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { daysBefore } from '../retention.ts'

/** Lines of one transaction. */
const BATCH = 20_000

/**
 * Packs lines from before today of the first tenant from `from` on that has some, a batch at a time; `next` is the tenant to go on
 * with. Only the platform may run it.
 */
export const packAccesses = definePlatformCommand({
  id: 'audit_logs.accesses.pack',
  reason: 'pack the access log',
  input: z.object({ from: z.guid() }),
  output: z.object({ next: z.guid().nullable() }),
  async run({ input, now }, db) {
    const today = daysBefore(now(), 0).toISOString()
    const tenantId = await findTenant(db, { from: input.from, before: today })
    if (tenantId === null) return { next: null }
    await sql`select plinth.pack_accesses(${tenantId}, ${today}::timestamptz, ${BATCH})`.execute(db)
    return { next: tenantId }
  },
})

/** By one look into the index for each tenant. */
async function findTenant(db: Sql, { from, before }: { from: string; before: string }): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive tenant (id) as (
      (select a.tenant_id from plinth.access_log a where a.tenant_id >= ${from} order by a.tenant_id limit 1)
      union all
      select (select a.tenant_id from plinth.access_log a where a.tenant_id > t.id order by a.tenant_id limit 1)
      from tenant t where t.id is not null)
    select t.id from tenant t where exists (select from plinth.access_log a
      where a.tenant_id = t.id and a.created_at < ${before}::timestamptz) limit 1`.execute(db)
  return rows[0]?.id ?? null
}
