import { auditLogs, sealEntries, verifyTrail } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { createPlatform } from '@plinth/core'
import { createPlatformKeys } from '@plinth/core/security'
import { directory } from '@plinth/directory'
import type { z } from 'zod'
import type { BenchDatabase } from '../database.ts'
import type { Result } from '../result.ts'

const ENTRIES = 1_000_000
const secret = 'bench'.repeat(8)
const tenantId = '10000000-0000-4000-8000-0000000000aa'

/** A million entries with a change each, in the order of their ids as in a real log: chained by the job, then verified. */
export async function trail(database: BenchDatabase): Promise<Result[]> {
  await using platform = await createPlatform({
    database: { url: database.url, privilegedLogin: true },
    modules: [directory, auth({ secret }), auditLogs],
    secret,
  })
  await platform.migrate()
  await database.query(
    `with entry as (
      insert into plinth.action_log (tenant_id, id, command_id, action_label, actor_id, resource_kind, resource_id, created_at)
      select $1, uuidv7(n * interval '1 ms' - interval '1 hour'), 'shop.orders.update', 'Update order', 'bench',
        'shop.order', gen_random_uuid(), now() - interval '1 hour' + n * interval '1 ms' from generate_series(1, ${ENTRIES}) n returning id, resource_id)
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select $1, id, 'orders', resource_id::uuid,
      jsonb_build_object('id', resource_id, 'tenant_id', $1::uuid, 'title', 'before', 'total', 100),
      jsonb_build_object('id', resource_id, 'tenant_id', $1::uuid, 'title', 'after', 'total', 200) from entry`,
    [tenantId],
  )
  await database.query('analyze plinth.action_log, plinth.changes')
  const caller = { actor: 'platform', reason: 'bench', scope: { tenantId } } as const
  const seal = (input: z.input<typeof sealEntries.input>) =>
    platform.actAs(caller, ({ run }) => run(sealEntries, input))
  const sealing = await timed(async () => {
    let { next } = await seal({ walk: null })
    while (next) ({ next } = await seal({ walk: next }))
  })
  await database.query('analyze plinth.seals')
  const keys = createPlatformKeys(secret)
  const verifying = await timed(async () => {
    const { entries, faults } = await verifyTrail(platform, { keys, at: new Date(), tenantId })
    if (entries !== ENTRIES || faults.length > 0) throw new Error(`${entries} entries, ${faults.length} faults`)
  })
  return [
    { name: 'chaining an entry, in the background', unit: 'µs', subject: (sealing * 1e6) / ENTRIES },
    { name: 'verifying 1,000,000 chained entries', unit: 's', subject: verifying, target: 10, atMost: true },
  ]
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
