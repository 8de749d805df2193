import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../data/connection/database.ts'
import { querySystem } from '../data/connection/system-queries.ts'
import type { Sql } from '../data/query/sql.ts'
import type { RateLimit } from '../define/rate-limit.ts'

/** The count of a key. */
export interface RateCount {
  readonly points: number
  /** Milliseconds until it starts again at 0. */
  readonly left: number
}

/** Calls to add to the count of a key. */
export interface AddedCalls {
  readonly key: string
  readonly points: number
  /** Seconds after which the count starts again, if these are its first calls. */
  readonly window: number
}

/** What calls are limited to. */
type Most = Pick<RateLimit, 'points' | 'block'>

/**
 * Keeps the counts of rate limits. A window begins with the first call. A count that exceeds its limit is kept for the seconds of
 * `block` from then on, unless they are 0.
 */
export interface RateCounts {
  /** Adds to the counts of keys, all different, and returns them as they are then, by key. */
  add(added: readonly AddedCalls[], most: Most): Promise<ReadonlyMap<string, RateCount>>
  /** The count of a key; undefined if it is 0. */
  get(key: string): Promise<RateCount | undefined>
  delete(key: string): Promise<void>
}

/** Counts that hosts share, by the clock of the database. */
export class SharedCounts implements RateCounts {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async add(added: readonly AddedCalls[], { points, block }: Most) {
    const rows = await this.#query<RateCount & { key: string }>(ADD, [
      added.map(({ key }) => key),
      added.map((calls) => calls.points),
      added.map(({ window }) => Math.round(window * 1000)),
      points,
      block * 1000,
    ])
    return new Map(rows.map((row) => [row.key, row]))
  }

  async get(key: string) {
    const [row] = await this.#query<RateCount>(GET, [key])
    return row
  }

  async delete(key: string): Promise<void> {
    await this.#query('delete from plinth.rate_limits where key = $1', [key])
  }

  async #query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await querySystem<Row>(this.#database, this.#database.statements.prepare({ text, values }))
    return rows
  }
}

/** Milliseconds since 1970. */
const NOW = '(extract(epoch from statement_timestamp()) * 1000)::bigint'

/** Keys are locked in order, so that hosts that count the same ones do not wait for each other in a circle. */
const ADD = `insert into plinth.rate_limits as kept (key, points, expire)
  select key, points, ${NOW} + case when $5::bigint > 0 and points > $4 then $5 else milliseconds end
  from unnest($1::text[], $2::integer[], $3::bigint[]) as sent (key, points, milliseconds) order by key
  on conflict (key) do update set
    points = case when kept.expire > ${NOW} then least(kept.points::bigint + excluded.points, 2147483647) else excluded.points end,
    expire = case
      when kept.expire > ${NOW} is not true then excluded.expire
      when $5 > 0 and kept.points <= $4 and kept.points::bigint + excluded.points > $4 then ${NOW} + $5
      else kept.expire end
  returning key, points, (expire - ${NOW})::float8 as left`

const GET = `select points, (expire - ${NOW})::float8 as left from plinth.rate_limits where key = $1 and expire > ${NOW}`

/** Deletes at most `most` counts that have expired; returns how many it deleted. */
export async function purgeCounts(db: Sql, { most }: { readonly most: number }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from plinth.rate_limits where expire <= ${sql.raw(NOW)}
      and key in (select key from plinth.rate_limits where expire <= ${sql.raw(NOW)} limit ${most})`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Counts in the memory of one host. Each key is counted in one of a fixed number of slots, so that callers cannot fill the memory
 * however many there are; callers in the same slot are counted together.
 */
export class OwnCounts implements RateCounts {
  readonly #slots = new Map<number, { points: number; endsAt: number }>()

  async add(added: readonly AddedCalls[], most: Most) {
    const now = performance.now()
    return new Map(added.map((calls) => [calls.key, this.#add(calls, { ...most, now })]))
  }

  async get(key: string) {
    const now = performance.now()
    const kept = this.#slots.get(slotOf(key))
    return kept && kept.endsAt > now ? { points: kept.points, left: kept.endsAt - now } : undefined
  }

  async delete(key: string): Promise<void> {
    this.#slots.delete(slotOf(key))
  }

  #add(
    { key, points: added, window }: AddedCalls,
    { now, points: most, block }: Most & { readonly now: number },
  ): RateCount {
    const slot = slotOf(key)
    const kept = this.#slots.get(slot)
    const isOpen = kept !== undefined && kept.endsAt > now
    const before = isOpen ? kept.points : 0
    const points = before + added
    let endsAt = isOpen ? kept.endsAt : now + window * 1000
    if (block > 0 && before <= most && points > most) endsAt = now + block * 1000
    this.#slots.set(slot, { points, endsAt })
    return { points, left: endsAt - now }
  }
}

const SLOTS = 65_536

/** Keyed, so that the slot of a caller cannot be computed from outside. */
const SALT = randomBytes(32)

const slotOf = (key: string) => createHmac('sha256', SALT).update(key).digest().readUInt32LE() % SLOTS
