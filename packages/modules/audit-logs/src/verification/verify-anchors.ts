import { type Sql, sql } from '@plinth/core'
import { type ArchivedPart, findArchives, isArchived } from '../archive/find-archives.ts'
import type { Anchor } from '../trail/anchor-line.ts'
import type { Chain } from '../trail/chain.ts'
import type { CheckpointSink } from '../trail/checkpoint-sink.ts'
import { readAnchors } from '../trail/read-anchors.ts'
import { type Fault, MAX_FAULTS, type TrailRead } from '../trail/fault.ts'

/** Result of comparing the checkpoints in the sink. */
export interface Anchors {
  /** Number of this platform's checkpoints that were compared. */
  readonly count: number
  /** When the newest of them was made; null when there is none. Later entries are not anchored yet. */
  readonly latestAt: string | null
  /** Number of tenants without a checkpoint in the sink; all tenants if somebody has emptied it. */
  readonly tenantsWithout: number
}

/** Lines compared per statement. */
const BATCH = 1_000

/**
 * Compares the database with every line of the sink, since a chain that was cut off and has grown again differs only in the old
 * lines. Reports the highest position for each tenant and kind of fault.
 */
export async function verifyAnchors(
  read: TrailRead,
  { chain, sink, tenants }: { chain: Chain; sink: CheckpointSink; tenants: Tenants },
): Promise<Anchors & { readonly faults: readonly Fault[] }> {
  const faults = new Map<string, Fault>()
  const seen = new Set<string>()
  let count = 0
  let latestAt: string | null = null
  const report = (key: string, fault: Fault) => {
    const id = `${key} ${fault.tenantId}`
    const existing = faults.get(id)
    if (existing ? (existing.number ?? 0) < (fault.number ?? 0) : faults.size < MAX_FAULTS) faults.set(id, fault)
  }
  for await (const found of inBatches(readAnchors(chain, sink))) {
    const anchors: Anchor[] = []
    for (const anchor of found) {
      if (!anchor) report('unreadable', UNREADABLE)
      else if (tenants.only !== undefined && anchor.link.tenantId !== tenants.only) continue
      else if (anchor.isAuthentic) anchors.push(anchor)
      else report('foreign', toFault(anchor, 'forged', 'A line of the sink is not signed by this platform'))
    }
    for (const { link, at } of anchors) {
      seen.add(link.tenantId)
      if (latestAt === null || at > latestAt) latestAt = at
    }
    count += anchors.length
    for (const fault of await read((db) => compareAnchors(db, chain, anchors))) report(fault.kind, fault)
  }
  const tenantsWithout = tenants.known.filter((id) => !seen.has(id)).length
  return { count, latestAt, tenantsWithout, faults: [...faults.values()] }
}

/** The tenants in the database, and the requested one, if any. */
export interface Tenants {
  readonly known: readonly string[]
  readonly only: string | undefined
}

const UNREADABLE: Fault = {
  tenantId: null,
  kind: 'forged',
  number: null,
  entryId: null,
  detail: 'A line of the sink is not a checkpoint',
}

const toFault = ({ link: { tenantId, number } }: Anchor, kind: Fault['kind'], detail: string): Fault => ({
  tenantId,
  kind,
  number,
  entryId: null,
  detail,
})

async function compareAnchors(db: Sql, chain: Chain, anchors: readonly Anchor[]): Promise<readonly Fault[]> {
  const { rows } = await sql<{ found: Buffer | null; end: string | null }>`
    select s.hash as found, case when s.hash is null
      then (select max(e.number) from plinth.seals e where e.tenant_id = a.tenant_id) end as end
    from unnest(${anchors.map(({ link }) => link.tenantId)}::uuid[], ${anchors.map(({ link }) => link.number)}::bigint[])
      with ordinality a(tenant_id, number, place)
    left join plinth.seals s on s.tenant_id = a.tenant_id and s.number = a.number order by a.place`.execute(db)
  const gone = new Set(anchors.filter((_, index) => rows[index]!.found === null).map(({ link }) => link.tenantId))
  const archives = new Map<string, readonly ArchivedPart[]>()
  for (const tenantId of gone) archives.set(tenantId, await findArchives(db, chain, tenantId))
  return anchors.flatMap((anchor, index): Fault[] => {
    const { found, end } = rows[index]!
    const { link, at } = anchor
    if (found?.equals(link.hash) || (!found && isArchived(archives.get(link.tenantId) ?? [], link))) return []
    if (found) return [toFault(anchor, 'forged', `According to the sink, the chain was different at ${at}`)]
    const remains =
      end === null ? 'nothing of it is left' : Number(end) < link.number ? `it ends at ${end}` : 'this is gone'
    return [toFault(anchor, 'removed', `According to the sink, the chain reached this place at ${at}; ${remains}`)]
  })
}

async function* inBatches<T>(lines: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const line of lines) {
    if (batch.push(line) < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
