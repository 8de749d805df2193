import { defineCommand, forbidden, platformKeys, signedIn, type Sql, sql } from '@plinth/core'
import { z } from 'zod'
import { writeCheckpoints } from './checkpoints.ts'
import { type Chain, createChain, type Link } from './chain.ts'
import { entryDigest } from './digest.ts'

/** Entries of one transaction. */
const BATCH = 5_000

/**
 * Chains entries that are not yet chained, of all tenants, one batch at a time. Only the platform may run it; while
 * one host does, the others have nothing to do.
 */
export const sealEntries = defineCommand({
  id: 'audit_logs.trail.seal',
  access: signedIn,
  logged: false,
  input: z.object({}),
  output: z.object({ sealed: z.number().int(), more: z.boolean() }),
  async run({ actor, asSystem, now, get, log }) {
    if (actor.kind !== 'system') throw forbidden()
    const chain = createChain(get(platformKeys))
    return asSystem('chain the action log', async ({ db }) => {
      const { rows: locks } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('audit_logs.trail', 0)) as "isOurs"`.execute(db)
      if (!locks[0]?.isOurs) return { sealed: 0, more: false }
      const mark = await readMark(db)
      const entries = await findUnsealed(db, mark)
      const links = await appendSeals(db, chain, entries)
      for (const line of await writeCheckpoints(db, chain, { links, at: now() })) log.info(line, 'checkpoint')
      const more = entries.length === BATCH
      if (!more) await moveMark(db, mark)
      return { sealed: entries.length, more }
    })
  },
})

interface Mark {
  readonly low: string
  readonly last: string
  /** Whether everything up to what was seen before has ended. */
  readonly isFinal: boolean
}

async function readMark(db: Sql): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select low, (select last_value from plinth.action_log_seq_seq) as last,
      seen_by < pg_snapshot_xmin(pg_current_snapshot()) and seen_at < now() - interval '30 seconds' as "isFinal"
    from plinth.sealing`.execute(db)
  return rows[0]!
}

/** A mark of a restored database may name a transaction that is yet to come, and is replaced. */
async function moveMark(db: Sql, { last, isFinal }: Mark): Promise<void> {
  await sql`update plinth.sealing set low = case when ${isFinal} then seen else low end,
      seen = ${last}, seen_by = pg_current_xact_id(), seen_at = now()
    where ${isFinal} or seen_by > pg_current_xact_id()`.execute(db)
}

interface Unsealed {
  readonly tenantId: string
  readonly id: string
  readonly digest: Buffer
}

async function findUnsealed(db: Sql, { low }: Mark): Promise<readonly Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    select e.tenant_id as "tenantId", e.id, ${entryDigest} as digest from plinth.action_log e
    where e.seq > ${low} and not exists (
      select from plinth.seals s where s.tenant_id = e.tenant_id and s.entry_id = e.id)
    order by e.seq limit ${BATCH}`.execute(db)
  return rows
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

/** The last link of each tenant. */
async function findHeads(db: Sql, tenantIds: readonly string[]): Promise<Map<string, Link>> {
  const { rows } = await sql<{ tenantId: string; number: string; hash: Buffer }>`
    select t.id as "tenantId", s.number, s.hash from unnest(${tenantIds}::uuid[]) t(id) cross join lateral (
      select number, hash from plinth.seals where tenant_id = t.id order by number desc limit 1) s`.execute(db)
  return new Map(rows.map(({ tenantId, number, hash }) => [tenantId, { tenantId, number: Number(number), hash }]))
}
