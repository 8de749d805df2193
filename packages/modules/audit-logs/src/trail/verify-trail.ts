import { type Platform, type PlatformKeys, type Sql, sql } from '@plinth/core'
import { type Chain, createChain, type Link } from './chain.ts'
import { entryDigest } from './digest.ts'

/** Something that is not as it was when it was chained. */
export interface Fault {
  readonly tenantId: string
  readonly kind: 'changed' | 'removed' | 'inserted' | 'reordered' | 'forged'
  /** The place in the tenant's chain; null for an entry that is in none. */
  readonly number: number | null
  /** The entry, where it is known. */
  readonly entryId: string | null
  readonly detail: string
}

/** What a verification saw. */
export interface Verification {
  readonly entries: number
  readonly checkpoints: number
  readonly faults: readonly Fault[]
}

const PAGE = 5_000
/** Links that one reader goes through. */
const STRETCH = 50_000
/** Readers at once: what is slow is the database, a row at a time. */
const READERS = 2
/** Faults that are reported one by one; of more of them, only the first ones. */
const MAX_FAULTS = 1_000
/** Minutes after which an entry must be chained. */
const GRACE = 10

/**
 * Compares the action log with its chain: of one tenant, or of all. Reads in pages, so that any length fits in memory,
 * in stretches that several connections go through at once.
 */
export async function verifyTrail(
  { asSystem }: Pick<Platform, 'asSystem'>,
  { keys, at, tenantId }: { keys: PlatformKeys; at: Date; tenantId?: string | undefined },
): Promise<Verification> {
  const chain = createChain(keys)
  const read = <T>(work: (db: Sql) => Promise<T>) => asSystem('verify the trail', ({ db }) => work(db))
  const tenants = tenantId === undefined ? await read(findTenants) : [tenantId]
  const total = { entries: 0, checkpoints: 0, faults: [] as Fault[] }
  const add = ({ entries = 0, checkpoints = 0, faults }: Part) => {
    total.entries += entries
    total.checkpoints += checkpoints
    total.faults.push(...faults.slice(0, MAX_FAULTS - total.faults.length))
  }
  for (const tenant of tenants) {
    const length = await read((db) => findLength(db, tenant))
    const stretches = Array.from({ length: Math.ceil(length / STRETCH) }, (_, index) => index * STRETCH)
    const parts = new Map<number, Part>()
    const reader = async () => {
      for (let after = stretches.shift(); after !== undefined; after = stretches.shift()) {
        const start = after
        parts.set(start, await read((db) => verifyLinks(db, chain, { tenantId: tenant, after: start })))
      }
    }
    await Promise.all(Array.from({ length: READERS }, reader))
    for (const [, part] of [...parts].toSorted(([one], [other]) => one - other)) add(part)
    add(await read((db) => verifyCheckpoints(db, chain, tenant)))
    add(await read((db) => findInserted(db, tenant, at)))
  }
  return total
}

type Part = Partial<Verification> & Pick<Verification, 'faults'>

interface Sealed {
  readonly number: string
  readonly entryId: string
  readonly sealed: Buffer
  readonly hash: Buffer
  /** Of the entry as it is now; null when it is gone. */
  readonly digest: Buffer | null
}

interface Stretch {
  readonly tenantId: string
  /** The number of the link before it. */
  readonly after: number
}

async function verifyLinks(db: Sql, chain: Chain, { tenantId, after }: Stretch): Promise<Part> {
  const faults: Fault[] = []
  let entries = 0
  let previous = after === 0 ? null : await findLink(db, tenantId, after)
  const end = after + STRETCH
  for (let page = await readPage(db, tenantId, { after, end }); page.length > 0;) {
    // The database reads on while this page is hashed.
    const next = page.length < PAGE ? [] : readPage(db, tenantId, { after: Number(page.at(-1)!.number), end })
    for (const seal of page) {
      faults.push(...judge(chain, { tenantId, previous, seal }))
      previous = { tenantId, number: Number(seal.number), hash: seal.hash }
    }
    entries += page.length
    page = await next
  }
  return { entries, faults }
}

async function readPage(
  db: Sql,
  tenantId: string,
  { after, end }: { after: number; end: number },
): Promise<readonly Sealed[]> {
  const { rows } = await sql<Sealed>`
    select s.number, s.entry_id as "entryId", s.digest as sealed, s.hash,
      case when e.id is not null then ${entryDigest} end as digest
    from plinth.seals s left join plinth.action_log e on e.tenant_id = s.tenant_id and e.id = s.entry_id
    where s.tenant_id = ${tenantId} and s.number > ${after} and s.number <= ${end} order by s.number limit ${PAGE}`.execute(
    db,
  )
  return rows
}

/** The last link up to a place; null when there is none. */
async function findLink(db: Sql, tenantId: string, upTo: number): Promise<Link | null> {
  const { rows } = await sql<{ number: string; hash: Buffer }>`select number, hash from plinth.seals
    where tenant_id = ${tenantId} and number <= ${upTo} order by number desc limit 1`.execute(db)
  const last = rows[0]
  return last ? { tenantId, number: Number(last.number), hash: last.hash } : null
}

async function findLength(db: Sql, tenantId: string): Promise<number> {
  const { rows } = await sql<{ length: string | null }>`select max(number) as length from plinth.seals
    where tenant_id = ${tenantId}`.execute(db)
  return Number(rows[0]?.length ?? 0)
}

function judge(
  chain: Chain,
  { tenantId, previous, seal }: { tenantId: string; previous: Link | null; seal: Sealed },
): Fault[] {
  const number = Number(seal.number)
  const { entryId, sealed, hash, digest } = seal
  const expected = (previous?.number ?? 0) + 1
  const fault = (kind: Fault['kind'], detail: string): Fault => ({ tenantId, kind, number, entryId, detail })
  const faults: Fault[] = []
  if (number !== expected) {
    const missing = number - expected
    faults.push({
      ...fault('removed', `${missing} links are missing before this one`),
      number: expected,
      entryId: null,
    })
  } else if (!chain.follow(previous, { tenantId, digest: sealed }).hash.equals(hash)) {
    faults.push(fault('reordered', 'The link does not follow on the one before it'))
  }
  if (digest === null) faults.push(fault('removed', 'The entry is gone'))
  else if (!digest.equals(sealed)) faults.push(fault('changed', 'The entry or its recorded changes differ'))
  return faults
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

/** Entries that should have been chained long ago. */
async function findInserted(db: Sql, tenantId: string, at: Date): Promise<Part> {
  const due = new Date(at.getTime() - GRACE * 60_000).toISOString()
  const { rows } = await sql<{ id: string }>`
    select e.id from plinth.action_log e left join plinth.seals s on s.tenant_id = e.tenant_id and s.entry_id = e.id
    where e.tenant_id = ${tenantId} and e.created_at < ${due} and s.entry_id is null
    order by e.seq limit ${MAX_FAULTS}`.execute(db)
  return {
    faults: rows.map(({ id }) => ({
      tenantId,
      kind: 'inserted',
      number: null,
      entryId: id,
      detail: 'The entry is not chained: it was put in, or chaining has stood still',
    })),
  }
}

async function findTenants(db: Sql): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select tenant_id as id from plinth.seals where number = 1
    union select tenant_id from plinth.checkpoints union select distinct tenant_id from plinth.action_log
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
