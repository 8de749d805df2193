import { type Sql, sql } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { writeCheckpoints } from './checkpoints.ts'
import { type Chain, createChain, type Link } from './chain.ts'
import { changesText, entryDigest } from './digest.ts'

/** Entries of one transaction. */
const BATCH = 5_000

/** A way through the log, from the lowest entry that may not be chained to the last. */
const Walk = z.object({
  /** Everything up to here has been looked at. */
  after: z.string(),
  /** The end of the log as a walk before this one saw it. */
  seen: z.string(),
  /** Whether what had begun by then had ended when this walk began, so that nothing can appear before `seen`. */
  isFinal: z.boolean(),
})
type Walk = z.infer<typeof Walk>

/**
 * Chains the entries of all tenants that are not yet chained, one batch at a time: `next` is what to go on with. Only
 * the platform may run it; while one host does, the others have nothing to do.
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
    if (!locks[0]?.ours) return { sealed: 0, next: null }
    const { last, ...fresh } = await readMark(db)
    const walk = input.walk ?? fresh
    const entries = await readEntries(db, walk)
    const unsealed = entries.filter((entry): entry is Unsealed => entry.digest !== null)
    const links = await appendSeals(db, chain, unsealed)
    for (const line of await writeCheckpoints(db, chain, { links, at: now() })) log.info(line, 'checkpoint')
    const isEnd = entries.length < BATCH
    if (isEnd) await moveMark(db, walk, last)
    return { sealed: unsealed.length, next: isEnd ? null : { ...walk, after: entries.at(-1)!.seq } }
  },
})

/** Where a walk begins, and where the log ends. Read before anything is written: what begins later counts as running. */
async function readMark(db: Sql): Promise<Walk & { readonly last: string }> {
  const { rows } = await sql<Omit<Walk, 'isFinal'> & { readonly last: string; readonly final: boolean }>`
    select low::text as after, seen::text, (select last_value::text from plinth.action_log_seq_seq) as last,
      seen_by < pg_snapshot_xmin(pg_current_snapshot()) and seen_at < now() - interval '30 seconds' as final
    from plinth.sealing`.execute(db)
  const { final: isFinal, ...mark } = rows[0]!
  return { ...mark, isFinal }
}

/**
 * After a whole walk, unless another one was faster. A mark of a restored database may name a transaction that is yet
 * to come, and is replaced.
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
  /** Null when the entry is chained. */
  readonly digest: Buffer | null
}

type Unsealed = SealableEntry & { readonly digest: Buffer }

const changes = sql`(select ${changesText} from plinth.changes c where c.tenant_id = e.tenant_id and c.entry_id = e.id)`

async function readEntries(db: Sql, { after }: Walk): Promise<readonly SealableEntry[]> {
  const { rows } = await sql<Omit<SealableEntry, 'tenantId'> & { readonly tenant: string }>`
    select e.seq::text, e.tenant_id as tenant, e.id, case when not exists (
      select from plinth.seals s where s.tenant_id = e.tenant_id and s.entry_id = e.id) then ${entryDigest(changes)} end as digest
    from (select * from plinth.action_log where seq > ${after} order by seq limit ${BATCH}) e order by e.seq`.execute(
    db,
  )
  return rows.map(({ tenant: tenantId, ...entry }) => ({ ...entry, tenantId }))
}

/** Adds the entries to the chains of their tenants and answers the last link of each. */
async function appendSeals(db: Sql, chain: Chain, entries: readonly Unsealed[]): Promise<readonly Link[]> {
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

/** The last link of each tenant: in the archive, where nothing has come since. */
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
