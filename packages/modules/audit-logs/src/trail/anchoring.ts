import { type Context, defineService, type Sql, sql } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'
import { toAnchorLine } from './anchor-line.ts'
import type { CheckpointSink } from './checkpoint-sink.ts'
import { createChain, type Link } from './chain.ts'

/** Hands the ends of all chains to the host's sink. */
export interface AnchorWriter {
  /**
   * What has grown since this process did it last: everything after a start or a failure. A sink that fails is logged,
   * and asked again with the next call.
   */
  run(ctx: Pick<Context, 'inject' | 'log' | 'now' | 'snapshot'>, signal: AbortSignal): Promise<void>
}

export const anchoring = defineService<AnchorWriter>('audit_logs.anchoring')

/** Chains of one statement, and lines that the sink gets at once. */
const CHAINS_PER_READ = 1_000
/** Milliseconds that the sink has for them. */
const TIMEOUT = 30_000

export function createAnchoring(sink: CheckpointSink | undefined): AnchorWriter {
  /**
   * How far each chain is known to be anchored. Kept here, for a mark in the database could be moved by its owner; about
   * a hundred bytes a tenant.
   */
  const anchored = new Map<string, number>()
  return {
    async run({ inject, log, now, snapshot }, signal) {
      if (!sink) return
      const chain = createChain(inject(platformKeys))
      for (let after: string | undefined, isEnd = false; !isEnd && !signal.aborted;) {
        // In a transaction that is over before the sink is called, however long that takes.
        const ends = await snapshot(({ asSystem }) =>
          asSystem('read the ends of the chains', ({ db }) => readEnds(db, after)),
        )
        const grown = ends.filter(({ tenantId, number }) => anchored.get(tenantId) !== number)
        const at = now().toISOString()
        const lines = grown.map((link) => toAnchorLine(chain, link, at))
        try {
          if (lines.length > 0) await within(signal, sink.append(lines))
        } catch (err) {
          log.warn({ err }, 'checkpoints are not anchored; tried again in a minute')
          return
        }
        for (const { tenantId, number } of grown) anchored.set(tenantId, number)
        after = ends.at(-1)?.tenantId
        isEnd = ends.length < CHAINS_PER_READ
      }
    },
  }
}

/** The last links of the tenants that follow on `after`, by one look into the index for each. */
async function readEnds(db: Sql, after: string | undefined): Promise<readonly Link[]> {
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

/** Waits for work that may never end. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)])
  return new Promise((resolve, reject) => {
    if (limit.aborted) reject(limit.reason as Error)
    limit.addEventListener('abort', () => reject(limit.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}
