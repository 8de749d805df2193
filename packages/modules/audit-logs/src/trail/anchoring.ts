import { type Context, defineService, type Sql, sql } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'
import { toAnchorLine } from './anchor-line.ts'
import type { CheckpointSink } from './checkpoint-sink.ts'
import { createChain, type Link } from './chain.ts'

/** Sends the ends of all chains to the host's checkpoint sink. */
export interface AnchorWriter {
  /** Null if the host stores no checkpoints. */
  readonly sink: CheckpointSink | null
  /**
   * Sends every chain that has grown since the last run of this process; after a start or a failure, all chains. A failure of
   * the sink is logged, and the next call tries again.
   */
  run(ctx: Pick<Context, 'inject' | 'log' | 'now' | 'snapshot'>, signal: AbortSignal): Promise<void>
}

export const anchoring = defineService<AnchorWriter>('audit_logs.anchoring')

/** Chains per statement, and lines per call of the sink. */
export const CHAINS_PER_READ = 1_000
/** Milliseconds that the sink has to store them. */
const TIMEOUT = 30_000

export function createAnchoring(sink: CheckpointSink | undefined): AnchorWriter {
  /**
   * How far each chain is known to be anchored. Kept in memory, because a mark in the database could be moved by the database
   * owner; takes about a hundred bytes per tenant.
   */
  const anchored = new Map<string, number>()
  return {
    sink: sink ?? null,
    async run({ inject, log, now, snapshot }, signal) {
      if (!sink) return
      const chain = createChain(inject(platformKeys))
      for (let after: string | undefined, isEnd = false; !isEnd && !signal.aborted;) {
        // Taken before the read: a rotation of the secret recomputes the chains, so links read before it must have an earlier
        // time.
        const at = now().toISOString()
        // This transaction ends before the sink is called, however long the sink takes.
        const ends = await snapshot(({ widenScope }) =>
          widenScope('allTenants', 'read the ends of the chains', ({ db }) => readEnds(db, after)),
        )
        const grown = ends.filter(({ tenantId, number }) => anchored.get(tenantId) !== number)
        const lines = grown.map((link) => toAnchorLine(chain, link, { at }))
        try {
          if (lines.length > 0) await within(signal, sink.append(lines))
        } catch (err) {
          log.warn({ err }, 'checkpoints could not be anchored; retrying in a minute')
          return
        }
        for (const { tenantId, number } of grown) anchored.set(tenantId, number)
        after = ends.at(-1)?.tenantId
        isEnd = ends.length < CHAINS_PER_READ
      }
    },
  }
}

/** The last links of up to 1,000 next tenants in id order after `after`, with one index lookup per tenant. */
export async function readEnds(db: Sql, after: string | undefined): Promise<readonly Link[]> {
  const start = after === undefined ? sql`` : sql`where tenant_id > ${after}`
  const { rows } = await sql<{ tenant: string; number: string; hash: Buffer }>`
    with recursive tenant as (
      (select tenant_id from plinth.seals ${start} order by tenant_id limit 1)
      union all
      select (select s.tenant_id from plinth.seals s where s.tenant_id > t.tenant_id order by s.tenant_id limit 1)
      from tenant t where t.tenant_id is not null
    )
    select t.tenant_id as tenant, s.number, s.hash
    from (select tenant_id from tenant where tenant_id is not null limit ${CHAINS_PER_READ}) t cross join lateral (
      select number, hash from plinth.seals where tenant_id = t.tenant_id order by number desc limit 1) s
    order by t.tenant_id`.execute(db)
  return rows.map(({ tenant: tenantId, number, hash }) => ({ tenantId, number: Number(number), hash }))
}

/** Waits for work that may never settle, until the signal aborts or the timeout expires. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)])
  return new Promise((resolve, reject) => {
    if (limit.aborted) reject(limit.reason as Error)
    limit.addEventListener('abort', () => reject(limit.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}
