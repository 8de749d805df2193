import { conflict, type Platform, type Sql, sql } from '@plinth/core'
import { type RawBuilder, inTenant } from '@plinth/core/data'
import type { PlatformKeys } from '@plinth/core/security'
import { ofTenant } from '../platform-command.ts'
import { createChain } from '../trail/chain.ts'
import type { CheckpointSink } from '../trail/checkpoint-sink.ts'
import { entryDigest, ownChangesText } from '../trail/digest.ts'
import { type Fault, MAX_FAULTS, type TrailRead } from '../trail/fault.ts'
import { MAX_TEXT_BYTES, mostText } from '../trail/chain-portions.ts'
import { type Anchors, verifyAnchors } from './verify-anchors.ts'
import { verifyCheckpoints } from './verify-checkpoints.ts'
import { verifyLinks, WHOLE_CHAIN } from './verify-links.ts'

/** The result of a verification. */
export interface Verification {
  readonly entries: number
  /** Entries that have left the database. Verify their files separately. */
  readonly archived: number
  /** Checkpoints in the database. */
  readonly checkpoints: number
  /** Checkpoints outside the database; null without a sink, in which case a missing end of the trail goes unnoticed. */
  readonly anchors: Anchors | null
  readonly faults: readonly Fault[]
}

/** Entries compared per statement. */
const ENTRIES_PER_READ = 10_000
/** Number of such statements at once. */
const PARALLEL_READS = 2
/** Minutes after which an entry must be chained. */
const GRACE_MINUTES = 10

/** Entries that are older must be chained. */
export const dueAt = (now: Date): string => new Date(now.getTime() - GRACE_MINUTES * 60_000).toISOString()

/**
 * Compares the action log with its chain, for one tenant or for all. The chain is read in chain order and the entries in id
 * order, which lets the database join them efficiently. Both are read in parts, so that logs of any length fit in memory and
 * no transaction runs long.
 */
export async function verifyTrail(
  { widenScope }: Pick<Platform, 'widenScope'>,
  { keys, at, tenantId, sink }: VerifyOptions,
): Promise<Verification> {
  const chain = createChain(keys)
  const read: TrailRead = (work) => widenScope('allTenants', 'verify the trail', ({ db }) => work(db))
  await assertNotRekeying(read)
  const due = dueAt(at ?? (await widenScope('allTenants', 'verify the trail', async ({ now }) => now())))
  const total = { entries: 0, archived: 0, checkpoints: 0, anchors: null as Anchors | null, faults: [] as Fault[] }
  const tenants = tenantId === undefined ? await read(findTenants) : [tenantId]
  if (sink) {
    const { faults, ...anchors } = await verifyAnchors(read, {
      chain,
      sink,
      tenants: { known: tenants, only: tenantId },
    })
    Object.assign(total, { anchors, faults: [...faults] })
  }
  for (const tenant of tenants) {
    const parts: readonly PartialVerification[] = await Promise.all([
      verifyLinks(read, chain, { tenantId: tenant, ...WHOLE_CHAIN }),
      verifyEntries(read, { tenantId: tenant, due }),
      read((db) => verifyCheckpoints(db, chain, { tenantId: tenant, ...WHOLE_CHAIN })),
    ])
    for (const { entries = 0, archived: left = 0, checkpoints = 0, faults } of parts) {
      total.entries += entries
      total.archived += left
      total.checkpoints += checkpoints
      total.faults.push(...faults.slice(0, MAX_FAULTS - total.faults.length))
    }
  }
  await assertNotRekeying(read)
  return total
}

/** Throws 409 while a rotation of the secret recomputes the chains, since a verification would be meaningless meanwhile. */
export async function assertNotRekeying(read: TrailRead): Promise<void> {
  const { rows } = await read((db) => sql`select from plinth.rekeying limit 1`.execute(db))
  if (rows.length > 0)
    throw conflict(
      'A rotation of the secret is signing the trail with the new secret: verify it when the rotation has ended',
    )
}

/** What to verify, and against what. */
export interface VerifyOptions {
  readonly keys: PlatformKeys
  /** Entries that were written more than ten minutes before must be chained. Default: now. */
  readonly at?: Date
  /** The tenant to verify. Default: all of them. */
  readonly tenantId?: string | undefined
  /** Where the host stores checkpoints. Without it, a trail whose end was cut off looks complete. */
  readonly sink?: CheckpointSink | undefined
}

type PartialVerification = Partial<Omit<Verification, 'anchors'>> & Pick<Verification, 'faults'>

interface Entries {
  readonly tenantId: string
  /** Entries older than this must be chained. */
  readonly due: string
}

async function verifyEntries(read: TrailRead, entries: Entries): Promise<PartialVerification> {
  const faults: Fault[] = []
  const shareQueue = (await read((db) => findShares(db, entries.tenantId))).values()
  const reader = async () => {
    for (const share of shareQueue)
      for (const part of await read((db) => divideShare(db, entries.tenantId, share)))
        faults.push(...(await read((db) => compareShare(db, { ...entries, ...part }))))
  }
  await Promise.all(Array.from({ length: PARALLEL_READS }, reader))
  return { faults: faults.toSorted((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity)) }
}

/** A range of ids: `from` inclusive, `to` exclusive. */
interface Share {
  readonly from: string | null
  readonly to: string | null
}

/** Splits all ids into ranges with a fixed number of chained entries each; unchained entries fall into these ranges as well. */
async function findShares(db: Sql, tenantId: string): Promise<readonly Share[]> {
  const { rows } = await sql<{ id: string }>`
    select entry_id as id from (
      select entry_id, row_number() over (order by entry_id) as place from plinth.seals a where ${inTenant({ tenantId }, 'a')}) s
    where place % ${ENTRIES_PER_READ} = 0 order by entry_id`.execute(db)
  return toShares({ from: null, to: null, borders: rows.map(({ id }) => id) })
}

const toShares = ({ from, to, borders }: Share & { readonly borders: readonly string[] }): readonly Share[] =>
  [...borders, to].map((end, index) => ({ from: index === 0 ? from : borders[index - 1]!, to: end }))

/** Inlines the ids instead of binding them as parameters, so that the query is planned for these values. */
const within = ({ from, to }: Share, id: RawBuilder<unknown>) =>
  sql.join(
    [
      ...(from === null ? [] : [sql`${id} >= ${sql.lit(from)}`]),
      ...(to === null ? [] : [sql`${id} < ${sql.lit(to)}`]),
      sql`true`,
    ],
    sql` and `,
  )

/** Splits a range into parts that one statement can read: a single part if the entries are small. */
async function divideShare(db: Sql, tenantId: string, share: Share): Promise<readonly Share[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (part) id from (
      select id, floor(sum(bytes) over (order by id) / ${sql.lit(MAX_TEXT_BYTES)}) as part from (
        select id, ${mostText('context')} as bytes from plinth.action_log e where ${ofTenant(tenantId, 'e')} and ${within(share, sql`id`)}
        union all
        select entry_id, coalesce(${mostText('before')}, 0) + coalesce(${mostText('after')}, 0) from plinth.changes c
          where ${ofTenant(tenantId, 'c')} and ${within(share, sql`entry_id`)}) texts) parts
    order by part, id`.execute(db)
  return toShares({ ...share, borders: rows.slice(1).map(({ id }) => id) })
}

/**
 * Compares entries with the digests that the chain was made of. The changes are looked up entry by entry: PostgreSQL expects a
 * single row of a narrow range of UUIDs, and would read all changes of the range again for each entry to join them.
 */
async function compareShare(db: Sql, { due, ...share }: Entries & Share): Promise<readonly Fault[]> {
  const { tenantId } = share
  const tenant = sql.lit(tenantId)
  const { rows } = await sql<{ kind: keyof typeof DETAILS; number: string | null; entry: string }>`
    select case when s.entry_id is null then 'inserted' when e.id is null then 'removed' else 'changed' end as kind,
      s.number, coalesce(s.entry_id, e.id) as entry
    from (select * from plinth.action_log where tenant_id = ${tenant} and ${within(share, sql`id`)}) e
    full join (select number, entry_id, digest from plinth.seals
      where tenant_id = ${tenant} and ${within(share, sql`entry_id`)}) s on s.entry_id = e.id
    where case when s.entry_id is null then e.created_at < ${sql.lit(due)}
      else e.id is null or ${entryDigest(ownChangesText)} <> s.digest end
    order by s.number, e.seq limit ${sql.lit(MAX_FAULTS)}`.execute(db)
  return rows.map(({ kind, number, entry: entryId }) => ({
    tenantId,
    kind,
    number: number === null ? null : Number(number),
    entryId,
    detail: DETAILS[kind],
  }))
}

/** What the kinds of faults of entries mean. */
export const DETAILS = {
  changed: 'The entry or its recorded changes differ',
  removed: 'The entry is gone',
  inserted: 'The entry is not chained: it was inserted, or chaining had stopped',
}

async function findTenants(db: Sql): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select tenant_id as id from plinth.seals where number = 1 union select tenant_id from plinth.log_archives
    union select tenant_id from plinth.checkpoints union select distinct tenant_id from plinth.action_log
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
