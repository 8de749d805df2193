import { type Context, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'

/** Milliseconds that a reader waits for events that are being written, and between looks. */
const [PATIENCE, PAUSE] = [1_000, 20]

/** The lock of a tenant's deliveries. Writers share it until they commit, and take it before their positions are assigned. */
const keyOf = (tenantId: string) => sql`hashtextextended(${`webhooks.deliveries ${tenantId}`}, 0)`

export const sharedLock = (tenantId: string) => sql`pg_advisory_xact_lock_shared(${keyOf(tenantId)})`

/**
 * A position up to which all events of an endpoint are committed, so that a cursor skips none; null if earlier ones are still being
 * written after a second. It asks who holds the lock instead of waiting for it: writers queue behind whoever waits.
 */
export async function settledPosition(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  endpointId: string,
): Promise<number | null> {
  const { rows: known } = await sql<{ newest: number }>`
    select coalesce(max(d.position), 0)::float8 as newest from webhook_deliveries d
    where ${inScope(scope, 'd')} and d.endpoint_id = ${endpointId}`.execute(db)
  // Whoever has a lower position has taken the lock before this.
  let writers: readonly string[] | undefined
  for (const until = performance.now() + PATIENCE; performance.now() < until;) {
    const { rows } = await sql<{ writer: string }>`
      select l.virtualtransaction as writer from pg_locks l
      where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and l.mode = 'ShareLock'
        and l.database = (select oid from pg_database where datname = current_database())
        and (l.classid::bigint << 32 | l.objid::bigint) = ${keyOf(scope.tenantId)}`.execute(db)
    const present = rows.map(({ writer }) => writer)
    writers = writers ? writers.filter((one) => present.includes(one)) : present
    if (writers.length === 0) return known[0]!.newest
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return null
}
