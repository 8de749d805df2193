import { type RawBuilder, sql } from 'kysely'
import { propertyOf, tableOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Sql } from '../data/query/sql.ts'
import type { Context } from '../define/context.ts'
import type { Rekey, RekeyedColumn, Rotation } from '../define/rekey.ts'
import { brokenSetup } from '../errors.ts'
import type { KeyRing } from '../security/key-ring.ts'

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
