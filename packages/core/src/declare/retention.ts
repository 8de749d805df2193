import { type RawBuilder, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AnyEntity } from '../data/query/orm.ts'
import { propertyOf } from '../data/query/properties.ts'
import type { Declared, PropertiesOf, ValueOf } from '../data/query/row-types.ts'
import type { Sql } from '../data/query/sql.ts'
import { brokenSetup, forbidden } from '../errors.ts'
import { signedIn } from '../define/access.ts'
import { defineCommand } from '../define/command.ts'
import { defineJob } from '../define/job.ts'
import type { Keep } from '../define/retention.ts'

type InstantOf<T> = {
  [K in keyof PropertiesOf<T> & string]: [ValueOf<PropertiesOf<T>[K]>] extends [Date] ? K : never
}[keyof PropertiesOf<T> & string]

interface KeepSpec<By extends string> {
  /** Prefix of the command's and the job's id, which end in `.purge`: `auth.sessions`. */
  readonly id: string
  /** The timestamp from which retention is counted; rows without one are kept. Index it. */
  readonly by: By
  /** Whole days (UTC) to keep, before today; 0 if rows expire as soon as the timestamp has passed, as with `expiresAt`. */
  readonly days: number
  /** Retention in days of tenants that have their own setting: `select tenant_id, days from …`. */
  readonly ownDays?: RawBuilder<{ tenant_id: string; days: number }>
  /** True for a table whose rows the platform may not update; its rows are not locked. */
  readonly appendOnly?: boolean
  /** Rows per transaction, so that a purge does not block others. Default: 5,000; use fewer if each row cascades to many. */
  readonly batch?: number
}

const BATCH = 5_000
const MAX_DAYS = 36_500
const DAY = 86_400_000

/**
 * Declares how long rows of all tenants are kept. List it in the module's `keep`. Expired rows are deleted permanently every
 * hour, in batches, by the system, under a log entry that cannot be undone; if nothing has expired, no entry is written. For a
 * table without an entity, pass the database names of the table and its column.
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
    throw brokenSetup(`'${id}' keeps rows for ${days} days; it must be a whole number up to ${MAX_DAYS}`)
  const command = defineCommand({
    id: `${id}.purge`,
    label: `Purge ${id.split('.').at(-1)!.replaceAll('_', ' ')}`,
    access: signedIn,
    undoable: { because: 'Expired rows are deleted permanently' },
    input: z.object({}),
    output: z.object({ deleted: z.number().int(), more: z.boolean() }),
    async run({ actor, widenScope, now }) {
      if (actor.kind !== 'system') throw forbidden()
      return widenScope('allTenants', `purge ${id}`, async ({ db }) => {
        const counts: number[] = []
        for (const expired of expiredRows(rows, now())) counts.push(await deleteBatch(db, rows, expired))
        return { deleted: counts.reduce((sum, count) => sum + count, 0), more: counts.includes(rows.batch) }
      })
    },
  })
  const job = defineJob({
    id: `${id}.purge`,
    payload: z.object({}),
    // Spread the jobs over the minutes of the hour.
    schedule: `${createHash('sha256').update(id).digest()[0]! % 60} * * * *`,
    async run({ widenScope, log, now, run, signal }) {
      let more = await widenScope('allTenants', `look for expired rows of ${id}`, async ({ db }) => {
        for (const expired of expiredRows(rows, now())) if (await isAny(db, expired)) return true
        return false
      })
      while (more && !signal.aborted) {
        const purged = await run(command, {})
        log.info({ purge: id, deleted: purged.deleted }, 'expired rows purged')
        more = purged.more
      }
    },
  })
  return Object.freeze({ command, job })
}

interface KeptRows extends Pick<KeepSpec<string>, 'days' | 'ownDays' | 'appendOnly'> {
  readonly batch: number
  readonly table: RawBuilder<unknown>
  /** The primary key and the timestamp, which finds rows in partitioned tables. */
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
  if (kind !== 'instant') throw brokenSetup(`'${id}' keeps rows by '${by}', which is not an instant`)
  return { table: (entity as unknown as AnyEntity).meta.tableName, column }
}

/** The keys of expired rows: of tenants without their own setting, and of tenants with one. */
function expiredRows({ table, key, column, days, ownDays }: KeptRows, now: Date): RawBuilder<unknown>[] {
  const today = Math.floor(now.getTime() / DAY) * DAY
  // A timestamp equal to now has expired.
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
