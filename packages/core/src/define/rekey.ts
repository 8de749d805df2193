import { type RawBuilder, sql } from 'kysely'
import { propertyOf, tableOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Sql } from '../data/query/sql.ts'
import { brokenSetup } from '../errors.ts'
import type { KeyRing } from '../security/key-ring.ts'
import type { Context } from './context.ts'
import type { Logger } from './logger.ts'

/** What a rotation of the secret renews: values that were made with keys of a retired secret. */
export interface Rekey {
  /** As it appears in the result of a rotation: `api_keys.keys`. */
  readonly id: string
  /** The column declared with `rekey`. Its former values, which undo can restore, are renewed as well. */
  readonly column?: RekeyedColumn
  /**
   * Renews everything, in transactions of moderate size. It must be repeatable: a rotation that was interrupted starts over, and
   * skips what is current.
   */
  run(rotation: Rotation): Promise<void>
}

/** A column of values that the key ring made. */
export interface RekeyedColumn {
  readonly table: string
  readonly column: string
  readonly isJson: boolean
  readonly purpose: string
  /** Default: the platform's. */
  readonly ring?: ((inject: Context['inject']) => KeyRing) | undefined
}

/** A running rotation. */
export interface Rotation extends Pick<Context, 'inject' | 'now'> {
  readonly ring: KeyRing
  readonly log: Logger
  /** Aborted when the process is asked to stop. Finish the current transaction and return. */
  readonly signal: AbortSignal
  /**
   * Works as the owner of the database, who sees all tenants and whose writes are not recorded, because renewing a value does
   * not change what it stands for. Hosts continue to work meanwhile, so lock what you read and write. Repeated after a deadlock
   * or a lock timeout.
   */
  transaction<T>(work: (db: Sql) => Promise<T>): Promise<T>
  /** Counts values that were renewed, and values that could not be renewed and are left as they are. */
  count(done: { readonly renewed?: number; readonly left?: number }): void
}

interface RekeySpec<P extends string> {
  readonly id: string
  /** A text or JSON property. In JSON, every text that the ring made is renewed. */
  readonly property: P
  /** The purpose for which the values were encrypted or hashed. */
  readonly purpose: string
  /** For a module with its own secrets. Default: the platform's key ring. */
  readonly ring?: (inject: Context['inject']) => KeyRing
}

/**
 * Declares a column of values made by `encrypt` or `keyedHash`. List it in the module's `rekeys`.
 *
 * @example
 * defineModule({ id: 'shop', …, rekeys: [rekey(Gateway, { id: 'shop.gateways', property: 'token', purpose: 'shop.gateway' })] })
 */
export function rekey<T extends object>(
  entity: Declared<T>,
  { id, property, purpose, ring }: RekeySpec<keyof T & string>,
): Rekey {
  const { kind, column } = propertyOf(entity, property, `'${id}'`)
  if (kind !== 'text' && kind !== 'string' && kind !== 'json')
    throw brokenSetup(`'${id}' rekeys '${property}', which is neither text nor JSON`)
  const rekeyed: RekeyedColumn = { table: tableOf(entity), column, isJson: kind === 'json', purpose, ring }
  return Object.freeze({
    id,
    column: rekeyed,
    run: (rotation: Rotation) => rekeyRows(rotation, { ...rekeyed, key: ['tenant_id uuid', 'id uuid'] }),
  })
}

/**
 * Declares how to renew what `rekey` cannot: signatures over several values, files, your own formats.
 *
 * @example
 * defineRekey({ id: 'shop.receipts', run: ({ transaction, ring, signal }) => signAgain({ transaction, ring, signal }) })
 */
export function defineRekey(spec: Omit<Rekey, 'column'>): Rekey {
  return Object.freeze({ ...spec })
}

/** Rows per transaction. */
const BATCH = 1_000

interface RekeyedRows extends RekeyedColumn {
  /** The primary key: names of columns with their types. */
  readonly key: readonly string[]
}

/** Renews a column row by row in the order of its key. */
export async function rekeyRows(
  rotation: Rotation,
  { table, column, isJson, purpose, key, ring: own }: RekeyedRows,
): Promise<void> {
  const ring = own?.(rotation.inject) ?? rotation.ring
  const names = key.map((one) => one.split(' ')[0]!)
  const value = sql.ref(`t.${column}`)
  const keyOf = sql.join(names.map((name) => sql.ref(`t.${name}`)))
  const toText = sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)}::text`))
  for (let after: readonly string[] | null = null; !rotation.signal.aborted;) {
    const position: readonly string[] | null = after
    const { rows, renewed }: RenewedBatch = await rotation.transaction(async (db): Promise<RenewedBatch> => {
      const from =
        position === null
          ? sql`true`
          : sql`(${keyOf}) > (${sql.join(key.map((one, index) => sql`${position[index]}::${sql.raw(one.split(' ')[1]!)}`))})`
      const found = await sql<StoredValue>`
        select array[${toText}] as key, ${value} as value from ${sql.table(table)} t
        where ${from} and ${value} is not null and ${isStale(ring, { value, isJson })}
        order by ${keyOf} limit ${BATCH} for update`.execute(db)
      const made = found.rows.flatMap((row) => {
        const value = renew(ring, purpose, row.value)
        return value === null ? [] : [{ key: row.key, value: isJson ? JSON.stringify(value) : (value as string) }]
      })
      if (made.length > 0) await store(db, { table, column, isJson, key, rows: made })
      return { rows: found.rows, renewed: made.length }
    })
    rotation.count({ renewed, left: rows.length - renewed })
    if (rows.length < BATCH) return
    after = rows.at(-1)!.key
  }
}

interface RenewedBatch {
  readonly rows: readonly StoredValue[]
  readonly renewed: number
}

interface StoredValue {
  readonly key: readonly string[]
  readonly value: unknown
}

interface RenewedRows extends Pick<RekeyedRows, 'table' | 'column' | 'isJson' | 'key'> {
  readonly rows: readonly { readonly key: readonly string[]; readonly value: string }[]
}

async function store(db: Sql, { table, column, isJson, key, rows }: RenewedRows): Promise<void> {
  const columns = key.map((one, index) => {
    const [name, type] = one.split(' ') as [string, string]
    return { name, values: sql`${rows.map((row) => row.key[index]!)}::${sql.raw(type)}[]` }
  })
  const made = sql.ref('v.made')
  await sql`update ${sql.table(table)} t set ${sql.ref(column)} = ${isJson ? sql`${made}::jsonb` : made}
    from unnest(${sql.join(columns.map(({ values }) => values))}, ${rows.map(({ value }) => value)}::text[])
      v(${sql.join(columns.map(({ name }) => sql.ref(name)))}, made)
    where ${sql.join(
      columns.map(({ name }) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`v.${name}`)}`),
      sql` and `,
    )}`.execute(db)
}

/** Whether a value was not made with the current key. JSON is stale if it contains the id of another accepted key. */
export function isStale(
  { id, ids }: Pick<KeyRing, 'id' | 'ids'>,
  { value, isJson }: { readonly value: RawBuilder<unknown>; readonly isJson: boolean },
) {
  if (!isJson) return sql<boolean>`${value} not like ${`${id}.%`}`
  return sql<boolean>`${value}::text like any (${ids.slice(1).map((other) => `%"${other}.%`)}::text[])`
}

/** The value made with the current key, with the rest of a JSON document unchanged; null if it cannot be renewed. */
export function renew(ring: KeyRing, purpose: string, value: unknown): unknown {
  if (typeof value === 'string') return ring.rekey(purpose, value)
  return renewWithin(ring, purpose, value)
}

function renewWithin(ring: KeyRing, purpose: string, value: unknown): unknown {
  if (typeof value === 'string') return MADE.test(value) ? ring.rekey(purpose, value) : value
  if (Array.isArray(value)) return value.map((item) => renewWithin(ring, purpose, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renewWithin(ring, purpose, member)]))
}

const MADE = /^k[0-9a-f]{8}\.[eh]\./
