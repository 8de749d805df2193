import { type RawBuilder, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AnyEntity } from '../data/orm.ts'
import { type Declared, type PropertiesOf, propertyOf, type ValueOf } from '../data/properties.ts'
import type { Sql } from '../data/statements.ts'
import { brokenSetup, forbidden } from '../errors.ts'
import { signedIn } from './access.ts'
import { type Command, defineCommand } from './command.ts'
import { defineJob, type Job } from './job.ts'

/** How long rows are kept: a command that deletes one batch of older ones, and a job that runs it every hour. */
export interface Keep {
  readonly command: Command
  readonly job: Job
}

type InstantOf<T> = {
  [K in keyof PropertiesOf<T> & string]: [ValueOf<PropertiesOf<T>[K]>] extends [Date] ? K : never
}[keyof PropertiesOf<T> & string]

interface KeepSpec<By extends string> {
  /** What its command and job are called before `.purge`: `auth.sessions`. */
  readonly id: string
  /** The instant from which the days count; rows without one stay. Give it an index. */
  readonly by: By
  /** Whole days (UTC) that are kept before today; 0 where rows go as soon as the instant is past: `expiresAt`. */
  readonly days: number
  /** Days of tenants that have a setting of their own: `select tenant_id, days from …`. */
  readonly ownDays?: RawBuilder<{ tenant_id: string; days: number }>
  /** True for a table whose rows the platform may not change; they are not locked. */
  readonly appendOnly?: boolean
  /** Rows of one transaction, so that a purge never holds up others. Default: 5,000; say fewer where each takes many along. */
  readonly batch?: number
}

const BATCH = 5_000
const MAX_DAYS = 36_500
const DAY = 86_400_000

/**
 * Declares how long rows of all tenants are kept. List it in the module's `keep`. What is older goes for good, every hour, in
 * batches, as the system and under an entry of the log that cannot be undone; without anything to delete there is none.
 * A table without an entity is named as the database calls it, and so is its column.
 *
 * @example
 * defineModule({ id: 'tickets', …, keep: [keep(Visit, { id: 'tickets.visits', by: 'createdAt', days: 90 })] })
 */
export function keep<T extends object>(entity: Declared<T>, spec: KeepSpec<InstantOf<T>>): Keep
export function keep(table: string, spec: KeepSpec<string>): Keep
export function keep(kept: Declared | string, spec: KeepSpec<string>): Keep {
  const { id, days } = spec
  const rows = toKeptRows(kept, spec)
  if (!Number.isInteger(days) || days < 0 || days > MAX_DAYS)
    throw brokenSetup(`'${id}' keeps rows for ${days} days; say a whole number up to ${MAX_DAYS}`)
  const command = defineCommand({
    id: `${id}.purge`,
    label: `Purge ${id.split('.').at(-1)!.replaceAll('_', ' ')}`,
    access: signedIn,
    undoable: { because: 'What is past keeping is deleted for good' },
    input: z.object({}),
    output: z.object({ deleted: z.number().int(), more: z.boolean() }),
    async run({ actor, asSystem, now }) {
      if (actor.kind !== 'system') throw forbidden()
      return asSystem(`purge ${id}`, async ({ db }) => {
        const counts: number[] = []
        for (const expired of expiredRows(rows, now())) counts.push(await deleteBatch(db, rows, expired))
        return { deleted: counts.reduce((sum, count) => sum + count, 0), more: counts.includes(rows.batch) }
      })
    },
  })
  const job = defineJob({
    id: `${id}.purge`,
    payload: z.object({}),
    // Each at a minute of its own.
    schedule: `${createHash('sha256').update(id).digest()[0]! % 60} * * * *`,
    async run({ asSystem, log, now, run, signal }) {
      let more = await asSystem(`look for what is past keeping of ${id}`, async ({ db }) => {
        for (const expired of expiredRows(rows, now())) if (await isAny(db, expired)) return true
        return false
      })
      while (more && !signal.aborted) {
        const purged = await run(command, {})
        log.info({ purge: id, deleted: purged.deleted }, 'rows past keeping purged')
        more = purged.more
      }
    },
  })
  return Object.freeze({ command, job })
}

interface KeptRows extends Pick<KeepSpec<string>, 'days' | 'ownDays' | 'appendOnly'> {
  readonly batch: number
  readonly table: RawBuilder<unknown>
  /** The key, and the instant: a table in parts is found by it. */
  readonly key: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
}

function toKeptRows(kept: Declared | string, { by, batch = BATCH, ...spec }: KeepSpec<string>): KeptRows {
  const { table, column } = typeof kept === 'string' ? { table: kept, column: by } : columnOf(kept, by, spec.id)
  const instant = sql.ref(`t.${column}`)
  return { ...spec, batch, table: sql.table(table), column: instant, key: sql`t.tenant_id, t.id, ${instant}` }
}

function columnOf(entity: Declared, by: string, id: string): { table: string; column: string } {
  const { kind, column } = propertyOf(entity, by, `'${id}'`)
  if (kind !== 'instant') throw brokenSetup(`'${id}' keeps rows by '${by}', which is no instant`)
  return { table: (entity as unknown as AnyEntity).meta.tableName, column }
}

/** The keys of what is past keeping: of tenants without a setting of their own, and of those with one. */
function expiredRows({ table, key, column, days, ownDays }: KeptRows, now: Date): RawBuilder<unknown>[] {
  const today = Math.floor(now.getTime() / DAY) * DAY
  // An instant that is now is past.
  const kept = new Date(days === 0 ? now.getTime() + 1 : today - days * DAY).toISOString()
  const expired = sql`select ${key} from ${table} t where ${column} < ${kept}`
  if (!ownDays) return [expired]
  return [
    sql`${expired} and not exists (select from (${ownDays}) own where own.tenant_id = t.tenant_id)`,
    sql`select ${key} from (${ownDays}) own join ${table} t on t.tenant_id = own.tenant_id
      and ${column} < ${new Date(today).toISOString()}::timestamptz - own.days * interval '1 day'`,
  ]
}

async function isAny(db: Sql, expired: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${expired}) as found`.execute(db)
  return rows[0]?.found ?? false
}

async function deleteBatch(
  db: Sql,
  { table, key, appendOnly, batch }: KeptRows,
  expired: RawBuilder<unknown>,
): Promise<number> {
  const lock = appendOnly ? sql`` : sql` for update of t skip locked`
  const { numAffectedRows = 0n } =
    await sql`delete from ${table} t where (${key}) in (${expired} limit ${batch}${lock})`.execute(db)
  return Number(numAffectedRows)
}
