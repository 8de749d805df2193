import { type Sql, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { type ArchivedPart, findArchives } from '../archive/find-archives.ts'
import type { Chain, Link } from '../trail/chain.ts'
import { type Fault, MAX_FAULTS, type TrailRead } from '../trail/fault.ts'

/** Links per statement. */
const LINKS_PER_READ = 5_000
/** How often a chain is re-evaluated while parts of it move to the archive or back. */
const MAX_ROUNDS = 1_000

interface VerifiedLinks {
  readonly entries: number
  readonly archived: number
  readonly faults: readonly Fault[]
}

/** The links after one number, up to another. */
export interface LinkRange {
  readonly after: number
  readonly until: number
}

/** A range of links in one tenant's chain. */
export interface TenantRange extends LinkRange {
  readonly tenantId: string
}

/** All links. */
export const WHOLE_CHAIN: LinkRange = { after: 0, until: Number.MAX_SAFE_INTEGER }

/**
 * Follows a tenant's chain page by page. Meanwhile parts of it may be archived or restored: if a fault is found and the list
 * of parts has changed, the chain is re-evaluated from there with the newer list. A range continues where an earlier one, which
 * has been verified, ended.
 */
export async function verifyLinks(
  read: TrailRead,
  chain: Chain,
  { tenantId, after, until }: TenantRange,
): Promise<VerifiedLinks> {
  const list = () => read((db) => findArchives(db, chain, tenantId))
  let archived = await list()
  const from =
    after === 0 ? START : { ...START, previous: await read((db) => findLink(db, { tenantId, archived, after })) }
  let walked = await walkLinks(read, chain, { tenantId, archived, from, until })
  for (let round = 1; walked.faults.length > 0 && round < MAX_ROUNDS; round++) {
    const newer = await list()
    if (toVersion(newer) === toVersion(archived)) break
    archived = newer
    walked = await walkLinks(read, chain, { tenantId, archived, from: walked.sound, until })
  }
  const { entries, gone } = walked.end
  const parts = after === 0 ? faultsOfParts(tenantId, archived) : []
  return { entries, archived: gone, faults: [...parts, ...walked.faults] }
}

interface FindLink {
  readonly tenantId: string
  readonly archived: readonly ArchivedPart[]
  readonly after: number
}

/** The last link up to a number, in the database or in the archive. */
async function findLink(db: Sql, { tenantId, archived, after }: FindLink): Promise<Link | null> {
  const { rows } = await sql<{ number: string; hash: Buffer }>`
    select s.number, s.hash from plinth.seals s where ${inTenant({ tenantId }, 's')} and s.number <= ${after}
    order by s.number desc limit 1`.execute(db)
  const stored = rows.map(({ number, hash }): Link => ({ tenantId, number: Number(number), hash }))
  const left = archived.filter(({ isAuthentic, last }) => isAuthentic && last.number <= after).map(({ last }) => last)
  return [...stored, ...left].toSorted((one, other) => other.number - one.number)[0] ?? null
}

/** Changes when a part is added or modified. */
const toVersion = (parts: readonly ArchivedPart[]) => parts.map(({ first, version }) => `${first} ${version}`).join()

const faultsOfParts = (tenantId: string, archived: readonly ArchivedPart[]): Fault[] =>
  archived
    .filter(({ isAuthentic }) => !isAuthentic)
    .map(({ first, last }) => ({
      tenantId,
      kind: 'forged',
      number: last.number,
      entryId: null,
      detail: `The record that the entries from ${first} on are archived was not written by this platform`,
    }))

/** A position during the walk along a chain. */
interface ChainPosition {
  readonly previous: Link | null
  readonly entries: number
  readonly gone: number
}

const START: ChainPosition = { previous: null, entries: 0, gone: 0 }

interface WalkOptions {
  readonly tenantId: string
  readonly archived: readonly ArchivedPart[]
  readonly from: ChainPosition
  /** The last number to follow. */
  readonly until: number
}

interface Walked {
  readonly end: ChainPosition
  /** The last position up to which no fault was found. */
  readonly sound: ChainPosition
  readonly faults: readonly Fault[]
}

async function walkLinks(
  read: TrailRead,
  chain: Chain,
  { tenantId, archived, from, until }: WalkOptions,
): Promise<Walked> {
  const faults: Fault[] = []
  const begun = from.previous?.number ?? 0
  const left = archived
    .filter(({ isAuthentic, restoredAt, last }) => isAuthentic && restoredAt === null && last.number > begun)
    .values()
  let part = left.next().value
  let { previous, entries, gone } = from
  let sound = from
  const isNext = ({ first }: ArchivedPart): boolean => {
    const number = previous?.number ?? 0
    // Links that were followed in the database may have been archived since, together with those after them.
    return first === number + 1 || (number === begun && first <= begun)
  }
  const skipArchived = (): void => {
    for (; part && isNext(part); part = left.next().value) {
      gone += part.last.number - (previous?.number ?? 0)
      previous = part.last
    }
  }
  const after = (number: number) => read((db) => readSeals(db, tenantId, { after: number, until }))
  for (let page = await after(begun); page.length > 0;) {
    // The database reads the next page while this one is hashed.
    const next = page.length < LINKS_PER_READ ? [] : after(page.at(-1)!.number)
    for (const seal of page) {
      skipArchived()
      if (faults.length === 0) sound = { previous, entries, gone }
      if (faults.length < MAX_FAULTS) faults.push(...faultsOfLink(chain, { tenantId, previous, seal }))
      previous = { tenantId, number: seal.number, hash: seal.hash }
      entries++
    }
    page = await next
  }
  skipArchived()
  return { end: { previous, entries, gone }, sound, faults }
}

interface Seal {
  readonly number: number
  readonly entryId: Buffer
  readonly digest: Buffer
  readonly hash: Buffer
}

/** Reads a page as a single value and decodes it here: separate rows would cost more than hashing them does. */
async function readSeals(db: Sql, tenantId: string, { after, until }: LinkRange): Promise<readonly Seal[]> {
  const { rows } = await sql<{ page: Buffer | null }>`
    select string_agg(int8send(s.number) || uuid_send(s.entry_id) || s.digest || s.hash, ''::bytea order by s.number) as page
    from (select * from plinth.seals s where ${inTenant({ tenantId }, 's')} and number > ${after} and number <= ${until}
      order by number limit ${LINKS_PER_READ}) s`.execute(db)
  const page = rows[0]?.page ?? Buffer.alloc(0)
  return Array.from({ length: page.length / SEAL }, (_, index) => {
    const at = index * SEAL
    return {
      number: Number(page.readBigInt64BE(at)),
      entryId: page.subarray(at + 8, at + 24),
      digest: page.subarray(at + 24, at + 56),
      hash: page.subarray(at + 56, at + SEAL),
    }
  })
}

/** Bytes per seal: number, id, digest and hash. */
const SEAL = 8 + 16 + 32 + 32
const toId = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

function faultsOfLink(
  chain: Chain,
  { tenantId, previous, seal }: { tenantId: string; previous: Link | null; seal: Seal },
): Fault[] {
  const { number, entryId, digest, hash } = seal
  const expected = (previous?.number ?? 0) + 1
  const missing = number - expected
  if (missing > 0) {
    const detail = `${missing} links are missing before this one`
    return [{ tenantId, kind: 'removed', number: expected, entryId: null, detail }]
  }
  if (chain.isNext(previous, { tenantId, number, digest, hash })) return []
  const detail = 'The link does not follow the one before it'
  return [{ tenantId, kind: 'reordered', number, entryId: toId(entryId), detail }]
}
