import { type Sql, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import type { PlatformKeys } from '@plinth/core/security'
import { findArchives } from '../archive/find-archives.ts'
import { ofTenant } from '../platform-command.ts'
import { createChain } from '../trail/chain.ts'
import { entryDigest, ownChangesText } from '../trail/digest.ts'
import { type Fault, MAX_FAULTS, type TrailRead } from '../trail/fault.ts'
import { type ChainRange, entriesAt, portionsAt } from '../trail/chain-portions.ts'
import { verifyCheckpoints } from './verify-checkpoints.ts'
import { verifyLinks } from './verify-links.ts'
import { DETAILS, dueAt } from './verify-trail.ts'

/** Where the next part starts: after a link of the chain, or after an entry of the log. */
export type TrailPosition = { readonly link: number } | { readonly entry: string }

/** The start of a trail. */
export const TRAIL_START: TrailPosition = { link: 0 }

const FIRST_ENTRY: TrailPosition = { entry: '00000000-0000-0000-0000-000000000000' }

/** What was found in a part of a trail. */
export interface PartVerification {
  /** Links or entries that were compared. */
  readonly checked: number
  /** Links in the database. */
  readonly links: number
  /** Entries that have left the database. */
  readonly archived: number
  readonly faults: readonly Fault[]
  /** Null at the end of the trail. */
  readonly next: TrailPosition | null
}

interface PartOptions {
  readonly keys: PlatformKeys
  readonly at: Date
  readonly tenantId: string
  readonly from: TrailPosition
}

/** Links per part. */
const MOST_LINKS = 5_000
/** Links whose entries are compared by one statement, if these are small. */
const LINKS_PER_STATEMENT = 500
/** Milliseconds after which a part ends, once the running statement has finished. */
const TIME = 1_000
/** Entries per part that are looked up in the chain. */
const MOST_ENTRIES = 20_000

/**
 * Verifies a tenant's trail part by part, each in about a second: first along the chain, whose links are compared with each other,
 * with their entries and with the checkpoints in the database, then along the log, whose entries must be chained. Checkpoints
 * outside the database are compared by `verifyTrail` only.
 */
export async function verifyPart(
  read: TrailRead,
  { keys, at, tenantId, from }: PartOptions,
): Promise<PartVerification> {
  const chain = createChain(keys)
  const [end, archives] = [
    await read((db) => findEnd(db, tenantId)),
    await read((db) => findArchives(db, chain, tenantId)),
  ]
  const archived = archives
    .filter(({ isAuthentic, restoredAt }) => isAuthentic && restoredAt === null)
    .reduce((sum, { first, last }) => sum + last.number - first + 1, 0)
  const size = { links: Math.max(0, end - archived), archived }
  if ('entry' in from)
    return { ...size, ...(await read((db) => findUnchained(db, { tenantId, at, after: from.entry }))) }
  const until = await compareEntries(read, { tenantId, after: from.link, end })
  const isLast = until.number >= end
  const range = { tenantId, after: from.link, until: isLast ? Number.MAX_SAFE_INTEGER : until.number }
  const links = await verifyLinks(read, chain, range)
  const { faults } = await read((db) => verifyCheckpoints(db, chain, range))
  return {
    ...size,
    checked: links.entries,
    faults: [...links.faults, ...until.faults, ...faults].slice(0, MAX_FAULTS),
    next: isLast ? FIRST_ENTRY : { link: until.number },
  }
}

/** The first link in the database after a number; 0 without one. */
async function findBegin(db: Sql, tenantId: string, after: number): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    select s.number from plinth.seals s where ${inTenant({ tenantId }, 's')} and s.number > ${after}
    order by s.number limit 1`.execute(db)
  return Number(rows[0]?.number ?? 0)
}

/** The number of the last link in the database; 0 without one. */
async function findEnd(db: Sql, tenantId: string): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    select s.number from plinth.seals s where ${inTenant({ tenantId }, 's')} order by s.number desc limit 1`.execute(db)
  return Number(rows[0]?.number ?? 0)
}

/** Compares entries with the digests that the chain was made of, and returns how far it got. */
async function compareEntries(
  read: TrailRead,
  { tenantId, after, end }: { readonly tenantId: string; readonly after: number; readonly end: number },
): Promise<{ readonly number: number; readonly faults: readonly Fault[] }> {
  const faults: Fault[] = []
  const started = performance.now()
  // Links before the first one may have been archived.
  const begin = Math.max(after, (await read((db) => findBegin(db, tenantId, after))) - 1)
  const last = Math.min(end, begin + MOST_LINKS)
  for (let number = begin; number < last;) {
    const page = { tenantId, first: number + 1, last: Math.min(last, number + LINKS_PER_STATEMENT) }
    number = page.last
    faults.push(...(await read((db) => findRemoved(db, page))))
    for await (const portion of portionsAt(read, page)) {
      faults.push(...(await read((db) => findChanged(db, portion))))
      if (performance.now() - started > TIME && portion.last < page.last) return { number: portion.last, faults }
    }
    if (performance.now() - started > TIME) return { number, faults }
  }
  return { number: last, faults }
}

async function findRemoved(db: Sql, { tenantId, first, last }: ChainRange): Promise<readonly Fault[]> {
  const { rows } = await sql<{ number: string; entry: string }>`
    select s.number, s.entry_id as entry from plinth.seals s
    left join plinth.action_log e on e.tenant_id = s.tenant_id and e.id = s.entry_id
    where ${ofTenant(tenantId, 's')} and s.number between ${first} and ${last} and e.id is null
    order by s.number limit ${MAX_FAULTS}`.execute(db)
  return rows.map((row) => toFault(tenantId, 'removed', row))
}

async function findChanged(db: Sql, portion: ChainRange): Promise<readonly Fault[]> {
  const { rows } = await sql<{ number: string; entry: string }>`
    select s.number, s.entry_id as entry from ${entriesAt(portion)} and s.digest <> ${entryDigest(ownChangesText)}
    order by s.number limit ${MAX_FAULTS}`.execute(db)
  return rows.map((row) => toFault(portion.tenantId, 'changed', row))
}

const toFault = (
  tenantId: string,
  kind: keyof typeof DETAILS,
  { number, entry }: { readonly number: string | null; readonly entry: string },
): Fault => ({ tenantId, kind, number: number === null ? null : Number(number), entryId: entry, detail: DETAILS[kind] })

interface Unchained {
  readonly tenantId: string
  readonly at: Date
  readonly after: string
}

/** Looks for entries that should be chained and are not, in the order of their ids. */
async function findUnchained(
  db: Sql,
  { tenantId, at, after }: Unchained,
): Promise<Pick<PartVerification, 'checked' | 'faults' | 'next'>> {
  const { rows } = await sql<{ checked: number; last: string | null; unchained: string[] }>`
    with part as materialized (select e.id, e.created_at from plinth.action_log e
      where ${ofTenant(tenantId, 'e')} and e.id > ${after}::uuid order by e.id limit ${MOST_ENTRIES})
    select (select count(*)::int from part) as checked, (select id from part order by id desc limit 1) as last,
      array(select p.id from part p where p.created_at < ${dueAt(at)} and not exists (
        select from plinth.seals s where ${ofTenant(tenantId, 's')} and s.entry_id = p.id)
        limit ${MAX_FAULTS}) as unchained`.execute(db)
  const { checked, last, unchained } = rows[0]!
  return {
    checked,
    faults: unchained.map((entry) => toFault(tenantId, 'inserted', { number: null, entry })),
    next: last !== null && checked === MOST_ENTRIES ? { entry: last } : null,
  }
}
