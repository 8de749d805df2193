import { type Sql, sql } from '@plinth/core'
import { defineRekey, platformKeys, type Rotation } from '@plinth/core/security'
import { type ArchivedPart, findArchives, partText } from './archive/find-archives.ts'
import { archive, type ArchiveStore } from './archive/archive-store.ts'
import { planFile, rewriteFile } from './archive/rekey-file.ts'
import { ofTenant } from './platform-command.ts'
import { toAnchorLine, toRetirementLine } from './trail/anchor-line.ts'
import { anchoring, CHAINS_PER_READ, readEnds } from './trail/anchoring.ts'
import { type Chain, createChain, type Link } from './trail/chain.ts'
import type { CheckpointSink } from './trail/checkpoint-sink.ts'

/** Links per transaction, during which no entries are chained. */
const BATCH = 5_000

/** The row that stands for the whole rotation. */
const WHOLE = '00000000-0000-0000-0000-000000000000'

/**
 * Recomputes the chains of all tenants with the current secret: links, checkpoints, archived months, and the anchors outside
 * the database. Each link is verified with the secret that made it; one that is not genuine is left unchanged, and
 * verifications still report it. An interrupted rotation continues after the last link that it has stored.
 */
export const rekeyTrail = defineRekey({
  id: 'audit_logs.trail',
  async run(rotation) {
    const { inject, transaction, signal } = rotation
    const keys = inject(platformKeys)
    if (keys.ids.length === 1) return
    const chain = createChain(keys)
    const { store } = inject(archive)
    await transaction((db) =>
      sql`insert into plinth.rekeying (tenant_id, number, hash) values (${WHOLE}, 0, '') on conflict do nothing`.execute(
        db,
      ),
    )
    for (const tenantId of await transaction(findChains)) {
      await rekeyChain(rotation, { chain, store, tenantId })
      if (signal.aborted) return
    }
    const { sink } = inject(anchoring)
    if (sink) await anchorAnew(rotation, chain, sink)
    if (signal.aborted) return
    await transaction((db) => sql`delete from plinth.rekeying where tenant_id = ${WHOLE}`.execute(db))
  },
})

async function findChains(db: Sql): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select tenant_id as id from plinth.seals where number = 1 union select tenant_id from plinth.log_archives
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

interface RekeyedChain {
  readonly chain: Chain
  readonly store: ArchiveStore | null
  readonly tenantId: string
}

/** How far a chain has been recomputed: the last recomputed link, as it was before and as it is now; null at the start. */
interface Progress {
  readonly former: Link | null
  readonly present: Link | null
}

async function rekeyChain(rotation: Rotation, rekeyed: RekeyedChain): Promise<void> {
  const { transaction, signal, log } = rotation
  const { chain, store, tenantId } = rekeyed
  const restored = new Set<number>()
  let behindGap: number | null = null
  for (let isEnd = false; !isEnd && !signal.aborted;) {
    const first: number | null = behindGap
    const next = await transaction(async (db) => {
      const progress = await readProgress(db, tenantId)
      const number = first ?? (progress.present?.number ?? 0) + 1
      const parts = await findArchives(db, chain, tenantId)
      return { progress, part: parts.find((one) => one.first === number) }
    })
    const { part, progress } = next
    if (part?.restoredAt === null || (part && !restored.has(part.first))) {
      if (store) await rekeyPart(rotation, { ...rekeyed, store, part, progress })
      else {
        log.warn(
          { tenant: tenantId, month: part.month },
          'an archived month keeps its former secret: there is no archive',
        )
        await transaction((db) => rekeyPartRow(db, { chain, tenantId, part, last: part.last }))
        rotation.count({ left: 1 })
      }
      if (part.restoredAt === null) continue
      restored.add(part.first)
    }
    const done = await transaction((db) => rekeyLinks(db, rekeyed))
    rotation.count(done)
    isEnd = done.isEnd
    behindGap = done.behindGap
  }
}

async function readProgress(db: Sql, tenantId: string): Promise<Progress> {
  const { rows } = await sql<{ number: string; former: Buffer; present: Buffer | null }>`
    select r.number, r.hash as former, coalesce(
      (select s.hash from plinth.seals s where s.tenant_id = r.tenant_id and s.number = r.number),
      (select a.hash from plinth.log_archives a where a.tenant_id = r.tenant_id and a.last = r.number)) as present
    from plinth.rekeying r where ${ofTenant(tenantId, 'r')}`.execute(db)
  const [row] = rows
  if (!row) return { former: null, present: null }
  const number = Number(row.number)
  if (row.present === null)
    throw new Error(`Link ${number} of tenant ${tenantId}, which the rotation of the secret had reached, is gone`)
  return { former: { tenantId, number, hash: row.former }, present: { tenantId, number, hash: row.present } }
}

const storeProgress = (db: Sql, { tenantId, number, hash }: Link) =>
  sql`insert into plinth.rekeying (tenant_id, number, hash) values (${tenantId}, ${number}, ${hash})
    on conflict (tenant_id) do update set number = excluded.number, hash = excluded.hash`.execute(db)

interface Seal {
  readonly number: number
  readonly digest: Buffer
  readonly hash: Buffer
}

interface LinksDone {
  readonly renewed: number
  readonly left: number
  readonly isEnd: boolean
  /** If links are missing: the first link of the next archived part after the gap. The gap remains a fault. */
  readonly behindGap: number | null
}

/** Recomputes the next links. Hosts chain entries before or after this, never at the same time. */
async function rekeyLinks(db: Sql, { chain, tenantId }: RekeyedChain): Promise<LinksDone> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit_logs.trail', 0))`.execute(db)
  const progress = await readProgress(db, tenantId)
  const seals = await readSeals(db, tenantId, progress.present?.number ?? 0)
  if (seals.length === 0) {
    const { rows } = await sql<{ first: string }>`select a.first from plinth.log_archives a
      where ${ofTenant(tenantId, 'a')} and a.first > ${progress.present?.number ?? 0} order by a.first limit 1`.execute(
      db,
    )
    if (rows[0]) return { renewed: 0, left: 0, isEnd: false, behindGap: Number(rows[0].first) }
    await sql`delete from plinth.rekeying r where ${ofTenant(tenantId, 'r')}`.execute(db)
    return { renewed: 0, left: 0, isEnd: true, behindGap: null }
  }
  let { former, present } = progress
  const made = seals.map((seal) => {
    const link = { tenantId, ...seal }
    const isMade = chain.present.isNext(present, link)
    const isGenuine = isMade || chain.isNext(former, link)
    const hash = isMade || !isGenuine ? seal.hash : chain.follow(present, link).hash
    former = link
    present = { tenantId, number: seal.number, hash }
    return { number: seal.number, former: seal.hash, hash, isGenuine }
  })
  const changed = made.filter(({ former: before, hash }) => !before.equals(hash))
  if (changed.length > 0)
    await sql`update plinth.seals s set hash = v.hash
      from unnest(${changed.map(({ number }) => number)}::bigint[], ${changed.map(({ hash }) => hash)}::bytea[]) v(number, hash)
      where ${ofTenant(tenantId, 's')} and s.number = v.number`.execute(db)
  await rekeyCheckpoints(db, { chain, tenantId, links: made })
  await storeProgress(db, { tenantId, number: made.at(-1)!.number, hash: made.at(-1)!.former })
  const left = made.filter(({ isGenuine }) => !isGenuine).length
  return { renewed: changed.length, left, isEnd: false, behindGap: null }
}

async function readSeals(db: Sql, tenantId: string, after: number): Promise<readonly Seal[]> {
  const { rows } = await sql<{ number: string; digest: Buffer; hash: Buffer }>`
    select s.number, s.digest, s.hash from plinth.seals s
    where ${ofTenant(tenantId, 's')} and s.number > ${after} order by s.number limit ${BATCH} for update`.execute(db)
  // Links after a gap belong to a later part, which may be archived in between.
  const seals = rows.map(({ number, ...seal }) => ({ number: Number(number), ...seal }))
  const end = seals.findIndex(({ number }, index) => index > 0 && number !== seals[index - 1]!.number + 1)
  return end < 0 ? seals : seals.slice(0, end)
}

/** A link before and after the rotation. */
export interface RekeyedLink {
  readonly number: number
  readonly former: Buffer
  readonly hash: Buffer
}

/** Replaces the signatures of the genuine checkpoints of these links. */
async function rekeyCheckpoints(
  db: Sql,
  { chain, tenantId, links }: { chain: Chain; tenantId: string; links: readonly RekeyedLink[] },
): Promise<void> {
  const [first, last] = [links[0]!.number, links.at(-1)!.number]
  const byNumber = new Map(links.map((link) => [link.number, link]))
  const { rows } = await sql<{ number: string; at: string; hash: Buffer; signature: Buffer }>`
    select c.number, c.created_at as at, c.hash, c.signature from plinth.checkpoints c
    where ${ofTenant(tenantId, 'c')} and c.number between ${first} and ${last} for update`.execute(db)
  const signed = rows.flatMap(({ number: text, at, hash, signature }) => {
    const number = Number(text)
    const link = byNumber.get(number)
    const time = new Date(at).toISOString()
    if (!link?.former.equals(hash) || !chain.isSigned({ tenantId, number, hash }, time, signature)) return []
    const made = { tenantId, number, hash: link.hash }
    return [{ ...made, signature: chain.sign(made, time) }]
  })
  if (signed.length === 0) return
  await sql`update plinth.checkpoints c set hash = v.hash, signature = v.signature
    from unnest(${signed.map(({ number }) => number)}::bigint[], ${signed.map(({ hash }) => hash)}::bytea[],
      ${signed.map(({ signature }) => signature)}::bytea[]) v(number, hash, signature)
    where ${ofTenant(tenantId, 'c')} and c.number = v.number`.execute(db)
}

interface RekeyedPart extends RekeyedChain {
  readonly store: ArchiveStore
  readonly part: ArchivedPart
  readonly progress: Progress
}

/**
 * Rewrites the file of an archived month, then its row. After an interruption in between, it finds the rewritten file and
 * writes the same content again.
 */
async function rekeyPart(
  { transaction, count }: Rotation,
  { chain, store, tenantId, part, progress }: RekeyedPart,
): Promise<void> {
  const address = { tenantId, month: part.month, first: part.first }
  const { rows } = await transaction((db) =>
    sql<{ number: string }>`select c.number from plinth.checkpoints c where ${ofTenant(tenantId, 'c')}
      and c.number between ${part.first} and ${part.last.number}`.execute(db),
  )
  const numbers = new Set(rows.map(({ number }) => Number(number)))
  const plan = await planFile({ store, chain, address, previous: progress.present, numbers })
  if (plan.links.length > 0 && part.restoredAt === null)
    await transaction((db) => rekeyCheckpoints(db, { chain, tenantId, links: plan.links }))
  const last = await rewriteFile({ store, chain, address, previous: progress.present })
  await transaction(async (db) => {
    await rekeyPartRow(db, { chain, tenantId, part, last, isMoved: part.restoredAt === null })
  })
  count({ renewed: plan.entries })
}

/**
 * Updates the row of an archived part with the current secret, and stores that the chain has been recomputed up to the part's
 * end.
 */
async function rekeyPartRow(
  db: Sql,
  {
    chain,
    tenantId,
    part,
    last,
    isMoved = true,
  }: Pick<RekeyedChain, 'chain' | 'tenantId'> & {
    readonly part: ArchivedPart
    readonly last: Link
    readonly isMoved?: boolean
  },
): Promise<void> {
  const code = chain.authenticate(last, partText(part))
  await sql`update plinth.log_archives a set hash = ${last.hash}, code = ${code}
    where ${ofTenant(tenantId, 'a')} and a.first = ${part.first} and ${part.isAuthentic}`.execute(db)
  if (isMoved) await storeProgress(db, part.last)
}

/** Sends the ends of all chains to the sink, followed by a statement that checkpoints of former secrets no longer count. */
async function anchorAnew({ transaction, signal, now }: Rotation, chain: Chain, sink: CheckpointSink): Promise<void> {
  const at = now().toISOString()
  for (let after: string | undefined, isEnd = false; !isEnd && !signal.aborted;) {
    const ends: readonly Link[] = await transaction((db) => readEnds(db, after))
    if (ends.length > 0) await sink.append(ends.map((link) => toAnchorLine(chain, link, { at, isAnew: true })))
    after = ends.at(-1)?.tenantId
    isEnd = ends.length < CHAINS_PER_READ
  }
  if (!signal.aborted) await sink.append([toRetirementLine(chain, at)])
}
