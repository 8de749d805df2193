import { type Platform, type Sql, sql } from '@plinth/core'
import type { PlatformKeys } from '@plinth/core/security'
import { type Chain, createChain, type Link } from './chain.ts'
import type { CheckpointSink } from './checkpoint-sink.ts'
import { changesText, entryDigest } from './digest.ts'
import { type Fault, MAX_FAULTS, type Read } from './fault.ts'
import { type Anchors, verifyAnchors } from './verify-anchors.ts'

/** What a verification saw. */
export interface Verification {
  readonly entries: number
  /** Of the database. */
  readonly checkpoints: number
  /** What is kept outside the database; null without a sink: then nobody knows whether the end is still there. */
  readonly anchors: Anchors | null
  readonly faults: readonly Fault[]
}

/** Links that one statement reads. */
const PAGE = 5_000
/** Entries that one statement compares. */
const SHARE = 10_000
/** Statements of that kind at once. */
const READERS = 2
/** Minutes after which an entry must be chained. */
const GRACE = 10

/**
 * Compares the action log with its chain: of one tenant, or of all. The chain is read in its order, the entries beside
 * it in that of their ids, in which the database can lay them on each other; both in parts, so that any length fits in
 * memory and no transaction is long.
 */
export async function verifyTrail(
  { asSystem }: Pick<Platform, 'asSystem'>,
  { keys, at, tenantId, sink }: VerifyOptions,
): Promise<Verification> {
  const chain = createChain(keys)
  const read: Read = (work) => asSystem('verify the trail', ({ db }) => work(db))
  const due = new Date(at.getTime() - GRACE * 60_000).toISOString()
  const total = { entries: 0, checkpoints: 0, anchors: null as Anchors | null, faults: [] as Fault[] }
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
    const parts: readonly Part[] = await Promise.all([
      verifyLinks(read, chain, tenant),
      verifyEntries(read, { tenantId: tenant, due }),
      read((db) => verifyCheckpoints(db, chain, tenant)),
    ])
    for (const { entries = 0, checkpoints = 0, faults } of parts) {
      total.entries += entries
      total.checkpoints += checkpoints
      total.faults.push(...faults.slice(0, MAX_FAULTS - total.faults.length))
    }
  }
  return total
}

/** What to verify, and against what. */
export interface VerifyOptions {
  readonly keys: PlatformKeys
  readonly at: Date
  /** One tenant; all of them unless told. */
  readonly tenantId?: string | undefined
  /** Where the host keeps checkpoints; without it, a trail whose end is cut off looks whole. */
  readonly sink?: CheckpointSink | undefined
}

type Part = Partial<Omit<Verification, 'anchors'>> & Pick<Verification, 'faults'>

async function verifyLinks(read: Read, chain: Chain, tenantId: string): Promise<Part> {
  const faults: Fault[] = []
  let entries = 0
  let previous: Link | null = null
  const after = (number: number) => read((db) => readPage(db, tenantId, number))
  for (let page = await after(0); page.length > 0;) {
    // The database reads on while this page is hashed.
    const next = page.length < PAGE ? [] : after(page.at(-1)!.number)
    for (const seal of page) {
      if (faults.length < MAX_FAULTS) faults.push(...judge(chain, { tenantId, previous, seal }))
      previous = { tenantId, number: seal.number, hash: seal.hash }
    }
    entries += page.length
    page = await next
  }
  return { entries, faults }
}

interface Seal {
  readonly number: number
  readonly entryId: Buffer
  readonly digest: Buffer
  readonly hash: Buffer
}

/** A page comes as one value, which is taken apart here: rows would cost more than what is done with them. */
async function readPage(db: Sql, tenantId: string, after: number): Promise<readonly Seal[]> {
  const { rows } = await sql<{ page: Buffer | null }>`
    select string_agg(int8send(s.number) || uuid_send(s.entry_id) || s.digest || s.hash, ''::bytea order by s.number) as page
    from (select * from plinth.seals where tenant_id = ${tenantId} and number > ${after}
      order by number limit ${PAGE}) s`.execute(db)
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

/** Bytes of a number, an id, a digest and a hash. */
const SEAL = 8 + 16 + 32 + 32
const toId = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

function judge(
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
  if (chain.follow(previous, { tenantId, digest }).hash.equals(hash)) return []
  const detail = 'The link does not follow on the one before it'
  return [{ tenantId, kind: 'reordered', number, entryId: toId(entryId), detail }]
}

interface Entries {
  readonly tenantId: string
  /** Entries from before then must be chained. */
  readonly due: string
}

async function verifyEntries(read: Read, entries: Entries): Promise<Part> {
  const shares = Math.max(1, Math.ceil((await read((db) => findLength(db, entries.tenantId))) / SHARE))
  const faults: Fault[] = []
  const shareQueue = Array.from({ length: shares }, (_, index) => shareOf(index, shares)).values()
  const reader = async () => {
    for (const share of shareQueue) faults.push(...(await read((db) => compareShare(db, { ...entries, ...share }))))
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return { faults: faults.toSorted((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity)) }
}

interface Share {
  readonly from: string
  readonly to: string
}

/** One of `shares` equal parts of all ids, which are random: all that begin with certain 32 bits. */
function shareOf(index: number, shares: number): Share {
  const border = (place: number) => Math.floor((place * 2 ** 32) / shares)
  const prefix = (value: number) => value.toString(16).padStart(8, '0')
  return {
    from: `${prefix(border(index))}-0000-0000-0000-000000000000`,
    to: `${prefix(border(index + 1) - 1)}-ffff-ffff-ffff-ffffffffffff`,
  }
}

/**
 * Lays entries beside the digests of which the chain is made. Written out without parameters, so that it is planned
 * for these very ids.
 */
async function compareShare(db: Sql, { due, ...share }: Entries & Share): Promise<readonly Fault[]> {
  const { tenantId } = share
  const [tenant, from, to] = [tenantId, share.from, share.to].map((id) => sql.lit(id))
  const { rows } = await sql<{ kind: keyof typeof DETAILS; number: string | null; entryId: string }>`
    select case when s.entry_id is null then 'inserted' when e.id is null then 'removed' else 'changed' end as kind,
      s.number, coalesce(s.entry_id, e.id) as "entryId"
    from (select * from plinth.action_log where tenant_id = ${tenant} and id between ${from} and ${to}) e
    full join (select number, entry_id, digest from plinth.seals
      where tenant_id = ${tenant} and entry_id between ${from} and ${to}) s on s.entry_id = e.id
    left join (select c.entry_id, ${changesText} as text from plinth.changes c
      where c.tenant_id = ${tenant} and c.entry_id between ${from} and ${to} group by c.entry_id) c on c.entry_id = e.id
    where case when s.entry_id is null then e.created_at < ${sql.lit(due)}
      else e.id is null or ${entryDigest(sql`c.text`)} <> s.digest end
    order by s.number, e.seq limit ${sql.lit(MAX_FAULTS)}`.execute(db)
  return rows.map(({ kind, number, entryId }) => ({
    tenantId,
    kind,
    number: number === null ? null : Number(number),
    entryId,
    detail: DETAILS[kind],
  }))
}

const DETAILS = {
  changed: 'The entry or its recorded changes differ',
  removed: 'The entry is gone',
  inserted: 'The entry is not chained: it was put in, or chaining has stood still',
}

async function findLength(db: Sql, tenantId: string): Promise<number> {
  const { rows } = await sql<{ length: string | null }>`select max(number) as length from plinth.seals
    where tenant_id = ${tenantId}`.execute(db)
  return Number(rows[0]?.length ?? 0)
}

async function verifyCheckpoints(db: Sql, chain: Chain, tenantId: string): Promise<Part> {
  const { rows } = await sql<{ number: string; at: string; hash: Buffer; signature: Buffer; found: Buffer | null }>`
    select c.number, c.created_at as at, c.hash, c.signature, s.hash as found from plinth.checkpoints c
    left join plinth.seals s using (tenant_id, number) where c.tenant_id = ${tenantId} order by c.number`.execute(db)
  const faults = rows.flatMap(({ number: text, at, hash, signature, found }): Fault[] => {
    const number = Number(text)
    const shared = { tenantId, number, entryId: null }
    const time = new Date(at).toISOString()
    if (!chain.isSigned({ tenantId, number, hash }, time, signature))
      return [{ ...shared, kind: 'forged', detail: `The checkpoint of ${time} is not signed by this platform` }]
    if (found === null) return [{ ...shared, kind: 'removed', detail: `The chain ended here at ${time}` }]
    if (!found.equals(hash)) return [{ ...shared, kind: 'forged', detail: `The chain was another one at ${time}` }]
    return []
  })
  return { checkpoints: rows.length, faults }
}

async function findTenants(db: Sql): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select tenant_id as id from plinth.seals where number = 1
    union select tenant_id from plinth.checkpoints union select distinct tenant_id from plinth.action_log
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
