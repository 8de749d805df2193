import { MIB, type Sql, sql } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { writeCheckpoints } from './checkpoints.ts'
import { type Chain, createChain, type Link } from './chain.ts'
import { entryDigest, ownChangesText } from './digest.ts'
import { mostChangesText, mostText, storedChangesBytes, toPortions } from './chain-portions.ts'

/** Entries per transaction. */
const BATCH = 5_000
/** Stored bytes of changes per transaction; a single entry may have more. */
const BATCH_BYTES = 4 * MIB

/** Progress of one pass over the log, from the lowest entry that may not be chained to the last one. */
const Walk = z.object({
  /** Everything up to this id has been examined. */
  after: z.string(),
  /** The end of the log as seen by an earlier pass. */
  seen: z.string(),
  /**
   * Whether all transactions that had begun by then had ended when this pass began, so that no more entries can appear before
   * `seen`.
   */
  isFinal: z.boolean(),
})
type Walk = z.infer<typeof Walk>

/**
 * Chains the entries of all tenants that are not chained yet, one batch at a time: pass `next` to continue. Only the platform
 * may run it. While one host runs it, the others have nothing to do.
 */
export const sealEntries = definePlatformCommand({
  id: 'audit_logs.trail.seal',
  reason: 'chain the action log',
  input: z.object({ walk: Walk.nullable() }),
  output: z.object({ sealed: z.number().int(), next: Walk.nullable() }),
  async run({ input, now, inject, log }, db) {
    const chain = createChain(inject(platformKeys))
    const { rows: locks } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('audit_logs.trail', 0)) as ours`.execute(db)
    if (!locks[0]?.ours) {
      const { rows: late } = await sql<{ since: string }>`
        select seen_at::text as since from plinth.sealing where seen_at < now() - interval '5 minutes'`.execute(db)
      if (late[0]) log.warn(late[0], 'the action log is not chained: another transaction keeps the lock')
      return { sealed: 0, next: null }
    }
    const { last, ...fresh } = await readMark(db)
    const walk = input.walk ?? fresh
    const found = await findEntries(db, walk)
    const entries = found.slice(0, lengthWithin(found, BATCH_BYTES))
    const unsealed = await readDigests(
      db,
      entries.filter(({ isSealed }) => !isSealed),
    )
    const links = await appendSeals(db, chain, unsealed)
    for (const line of await writeCheckpoints(db, chain, { links, at: now() })) log.info(line, 'checkpoint')
    const isEnd = found.length < BATCH && entries.length === found.length
    if (isEnd) await moveMark(db, walk, last)
    return { sealed: unsealed.length, next: isEnd ? null : { ...walk, after: entries.at(-1)!.seq } }
  },
})

/**
 * Where a pass starts, and where the log ends. Read before anything is written, so that transactions that begin later count as
 * running.
 */
async function readMark(db: Sql): Promise<Walk & { readonly last: string }> {
  const { rows } = await sql<Omit<Walk, 'isFinal'> & { readonly last: string; readonly final: boolean }>`
    select low::text as after, seen::text, (select last_value::text from plinth.action_log_seq_seq) as last,
      seen_by < pg_snapshot_xmin(pg_current_snapshot()) and seen_at < now() - interval '30 seconds' as final
    from plinth.sealing`.execute(db)
  const { final: isFinal, ...mark } = rows[0]!
  return { ...mark, isFinal }
}

/**
 * Runs after a complete pass, unless another pass was faster. In a restored database the mark may refer to a future
 * transaction, and is replaced.
 */
async function moveMark(db: Sql, { seen, isFinal }: Walk, last: string): Promise<void> {
  await sql`update plinth.sealing set low = case when ${isFinal} then seen else low end,
      seen = ${last}, seen_by = pg_current_xact_id(), seen_at = now()
    where seen = ${seen} and (${isFinal} or seen_by > pg_current_xact_id())`.execute(db)
}

interface SealableEntry {
  readonly seq: string
  readonly tenantId: string
  readonly id: string
  readonly isSealed: boolean
  /** Stored size of its changes; 0 if the entry is already chained. */
  readonly bytes: number
  /** Upper bound of their size as text. */
  readonly most: number
}

type UnsealedEntry = SealableEntry & { readonly digest: Buffer }

/** The next entries of the log, without loading their content. */
async function findEntries(db: Sql, { after }: Walk): Promise<readonly SealableEntry[]> {
  const { rows } = await sql<Omit<SealableEntry, 'tenantId' | 'isSealed'> & { tenant: string; sealed: boolean }>`
    select e.seq::text, e.tenant_id as tenant, e.id, e.sealed, c.bytes, coalesce(${mostText('e.context')}, 0) + c.most as most
    from (
      select a.*, exists (
        select from plinth.seals s where s.tenant_id = a.tenant_id and s.entry_id = a.id) as sealed
      from (select seq, tenant_id, id, context from plinth.action_log where seq > ${after} order by seq limit ${BATCH}) a offset 0) e
    cross join lateral (
      select ${storedChangesBytes}::float8 as bytes,
        ${mostChangesText}::float8 as most
      from plinth.changes c where not e.sealed and c.tenant_id = e.tenant_id and c.entry_id = e.id) c
    order by e.seq`.execute(db)
  return rows.map(({ tenant: tenantId, sealed: isSealed, ...entry }) => ({ ...entry, tenantId, isSealed }))
}

/** How many of the leading entries fit into `most` bytes together; at least one, if there are any. */
function lengthWithin(entries: readonly SealableEntry[], most: number): number {
  let [bytes, length] = [0, 0]
  for (const entry of entries) {
    bytes += entry.bytes
    if (length > 0 && bytes > most) break
    length++
  }
  return length
}

async function readDigests(db: Sql, entries: readonly SealableEntry[]): Promise<readonly UnsealedEntry[]> {
  const unsealed: UnsealedEntry[] = []
  for (const some of toPortions(entries)) {
    const { rows } = await sql<{ seq: string; digest: Buffer }>`
      select e.seq::text, ${entryDigest(ownChangesText)} as digest
      from unnest(${some.map(({ tenantId }) => tenantId)}::uuid[], ${some.map(({ id }) => id)}::uuid[]) as wanted(tenant_id, id)
      join plinth.action_log e using (tenant_id, id)`.execute(db)
    const digests = new Map(rows.map(({ seq, digest }) => [seq, digest]))
    unsealed.push(...some.map((entry) => ({ ...entry, digest: digests.get(entry.seq)! })))
  }
  return unsealed
}

/** Appends the entries to the chains of their tenants and returns the last link of each chain. */
async function appendSeals(db: Sql, chain: Chain, entries: readonly UnsealedEntry[]): Promise<readonly Link[]> {
  const heads = await findHeads(db, [...new Set(entries.map(({ tenantId }) => tenantId))])
  const seals = entries.map((entry) => {
    const link = chain.follow(heads.get(entry.tenantId) ?? null, entry)
    heads.set(entry.tenantId, link)
    return { ...link, entryId: entry.id, digest: entry.digest }
  })
  if (seals.length > 0) {
    await sql`insert into plinth.seals (tenant_id, number, entry_id, digest, hash)
      select * from unnest(${seals.map(({ tenantId }) => tenantId)}::uuid[], ${seals.map(({ number }) => number)}::bigint[],
        ${seals.map(({ entryId }) => entryId)}::uuid[], ${seals.map(({ digest }) => digest)}::bytea[],
        ${seals.map(({ hash }) => hash)}::bytea[])`.execute(db)
  }
  return [...heads.values()]
}

/** The last link of each tenant; taken from the archive where no entry has been added since. */
async function findHeads(db: Sql, tenantIds: readonly string[]): Promise<Map<string, Link>> {
  const { rows } = await sql<{ tenant: string; number: string; hash: Buffer }>`
    select t.id as tenant, s.number, s.hash from unnest(${tenantIds}::uuid[]) t(id) cross join lateral (
      (select number, hash from plinth.seals where tenant_id = t.id order by number desc limit 1)
      union all (select last, hash from plinth.log_archives where tenant_id = t.id order by first desc limit 1)
      order by number desc limit 1) s`.execute(db)
  return new Map(
    rows.map(({ tenant: tenantId, number, hash }) => [tenantId, { tenantId, number: Number(number), hash }]),
  )
}
