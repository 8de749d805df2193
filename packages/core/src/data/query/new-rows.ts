import { ArrayType, type EntityMetadata, type EntityProperty, JsonType, type Platform } from '@mikro-orm/core'
import {
  type Expression,
  ExpressionWrapper,
  type InsertQueryBuilder,
  type InsertResult,
  RawNode,
  ValueNode,
} from 'kysely'
import { brokenSetup } from '../../errors.ts'
import { type AmountCheck, amountCheckOf, type AmountProblem, assertAmounts } from './amounts.ts'
import { Scoped, TenantScoped } from './base-entities.ts'
import { storedOf } from './properties.ts'
import { quoteName } from './quote-name.ts'
import type { NewRow, Row } from './row-types.ts'
import type { EntityScope } from './scope.ts'
import { sourcesOf, toSearchText } from './search.ts'

/** The alias of the stored row: `on conflict` and `returning` can refer to it. */
export const STORED = 'stored'

/** An insert whose values are already set. */
export type Insert<T> = Omit<
  InsertQueryBuilder<{ readonly [STORED]: Row<T> }, typeof STORED, InsertResult>,
  'columns' | 'defaultValues' | 'expression' | 'values'
>

/** The values that callers give for a new row; the tenant is set for them. */
export type OwnRow<T> = Omit<NewRow<T>, 'tenantId'>

/** Rejects properties that `Known` does not have, even in objects that are spread in. */
export type Exactly<V, Known> = V & { readonly [K in Exclude<keyof V, keyof Known>]: never }

/** Where `onCreate` of a property finds the scope. */
interface FilterScope {
  getFilterParams(name: string): EntityScope
}

type Fill = (row: object, em: FilterScope) => unknown

interface NewColumn {
  readonly name: string
  readonly column: string
  readonly quoted: string
  /** The value if the row has none; `default` leaves it to the database. */
  readonly fill: 'default' | Fill
  /** Whether that is the same for all rows of a scope. */
  readonly isOfScope: boolean
  readonly toStored: (value: unknown) => unknown
  readonly toJson: (value: unknown) => unknown
}

const MOST_TEXTS = 200

/** Rows for which the database fills in the same columns. */
interface RecordSet {
  readonly columns: readonly string[]
  readonly records: readonly object[]
  /** Further columns, of which all of these rows have the same values. */
  readonly common: Readonly<Record<string, unknown>>
  /** Their ids, by their positions among the rows. */
  readonly ids: ReadonlyMap<number, unknown>
}

/** Builds complete new rows of an entity: the text of a statement depends only on which columns the database fills in. */
export class NewRows {
  readonly #entity: string
  readonly #columns: readonly NewColumn[]
  readonly #names: ReadonlySet<string>
  readonly #checkAmounts: AmountCheck | undefined
  /** Statement texts by the columns that the database fills in. */
  readonly #texts = new Map<string, readonly string[]>()

  constructor(meta: EntityMetadata<object>, platform: Platform) {
    this.#entity = meta.className
    this.#checkAmounts = amountCheckOf(meta)
    this.#columns = storedOf(meta).map((property) => toColumn(property, { meta, platform }))
    this.#names = new Set(this.#columns.map(({ name }) => name))
  }

  /** The columns and values of a row for an insert. */
  toValues(row: Readonly<Record<string, unknown>>, scope: EntityScope): Expression<unknown> {
    this.#assertFits(row, scope)
    const em = fillWith(scope)
    const values: ValueNode[] = []
    let open = ''
    for (const { name, fill, toStored } of this.#columns) {
      const value = row[name] === undefined && fill !== 'default' ? fill(row, em) : row[name]
      if (value === undefined) open += `${name} `
      else values.push(ValueNode.create(toStored(value)))
    }
    return new ExpressionWrapper(RawNode.create(this.#texts.get(open) ?? this.#write(open), values))
  }

  /** What is wrong with the amounts of a row. */
  findProblem(row: Readonly<Record<string, unknown>>): AmountProblem | undefined {
    return this.#checkAmounts?.(row)
  }

  /** The rows as JSON by column, for one insert per set of columns that the database fills in. */
  toRecords(rows: readonly Readonly<Record<string, unknown>>[], scope: EntityScope): readonly RecordSet[] {
    const at = scope.now()
    const em = fillWith({ ...scope, now: () => at })
    const sets = new Map<string, RecordSet & { records: object[]; ids: Map<number, unknown> }>()
    for (const [index, row] of rows.entries()) {
      this.#assertFits(row, scope)
      const record: Record<string, unknown> = {}
      let filled = ''
      for (const { name, column, fill, isOfScope, toJson } of this.#columns) {
        const given = row[name]
        if (given === undefined && isOfScope) filled += ` ${column}`
        else {
          const value = given === undefined && fill !== 'default' ? fill(row, em) : given
          if (value !== undefined) record[column] = toJson(value)
        }
      }
      const columns = Object.keys(record)
      const key = `${columns.join(' ')},${filled}`
      let set = sets.get(key)
      if (!set) sets.set(key, (set = { columns, common: this.#commonOf(row, em), records: [], ids: new Map() }))
      set.records.push(record)
      set.ids.set(index, record['id'])
    }
    return [...sets.values()]
  }

  #commonOf(row: Readonly<Record<string, unknown>>, em: FilterScope): Readonly<Record<string, unknown>> {
    const filled = this.#columns.filter(({ name, isOfScope }) => isOfScope && row[name] === undefined)
    return Object.fromEntries(filled.map(({ column, fill, toJson }) => [column, toJson((fill as Fill)(row, em))]))
  }

  #assertFits(row: Readonly<Record<string, unknown>>, { system }: EntityScope): void {
    for (const name of Object.keys(row))
      if (!this.#names.has(name)) throw brokenSetup(`Entity '${this.#entity}' has no property '${name}'`)
    if (!system && row['tenantId'] !== undefined)
      throw brokenSetup(
        `A new row of entity '${this.#entity}' cannot set 'tenantId': it always belongs to the current tenant`,
      )
    assertAmounts(this.#checkAmounts?.(row))
  }

  #write(open: string): readonly string[] {
    const left = new Set(open.split(' '))
    const names = this.#columns.map(({ quoted }) => quoted)
    const values = this.#columns.map(({ name }) => (left.has(name) ? 'default' : '\0'))
    // Kysely has no alias for the target of an insert, and writes what follows the table unchanged.
    const text = `as "${STORED}" (${names.join(', ')}) values (${values.join(', ')})`.split('\0')
    // Of the combinations that occur, only a few are common.
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear()
    this.#texts.set(open, text)
    return text
  }
}

/** What the base entities fill in without a look at the row. */
const OF_SCOPE: ReadonlySet<unknown> = (() => {
  const { tenantId, createdAt, updatedAt } = TenantScoped.meta.properties
  return new Set([tenantId, createdAt, updatedAt, Scoped.meta.properties.organizationId].map((one) => one.onCreate))
})()

function toColumn(
  property: EntityProperty,
  { meta, platform }: { meta: EntityMetadata<object>; platform: Platform },
): NewColumn {
  const { name, fieldNames, onCreate } = property
  // A search text queries the ORM about its row, which is a plain object here.
  const texts = sourcesOf(property, meta)
  const ownFill = texts
    ? (row: object) => toSearchText(texts.map((one) => textIn(row, one)))
    : (onCreate as Fill | undefined)
  const ofTenant: Fill | undefined = name === 'tenantId' ? (_row, em) => em.getFilterParams(name).tenantId : undefined
  return {
    name,
    column: fieldNames[0]!,
    quoted: quoteName(fieldNames[0]!),
    // A column may have a default, or be generated, without the entity saying so.
    fill: ownFill ?? ofTenant ?? 'default',
    isOfScope: ownFill ? OF_SCOPE.has(ownFill) : ofTenant !== undefined,
    toStored: storing(property, platform),
    toJson: storingAsJson(property, platform),
  }
}

/** Converts values of a property to parameters of a statement. */
export const storing =
  ({ customType }: EntityProperty, platform: Platform) =>
  (value: unknown): unknown => {
    if (value instanceof Date) return value.toISOString()
    // The driver serializes arrays; the ORM's serialization turns the text `null` into NULL.
    if (value === null || !customType || customType instanceof ArrayType) return value
    return customType.convertToDatabaseValue(value, platform, {})
  }

/** Converts values of a property to JSON that `jsonb_populate_record` turns into values of its column. */
export function storingAsJson(property: EntityProperty, platform: Platform): (value: unknown) => unknown {
  if (property.customType instanceof JsonType) return (value) => value
  const toStored = storing(property, platform)
  return (value) => {
    const stored = toStored(value)
    return typeof stored === 'bigint' ? String(stored) : stored
  }
}

/** What `onCreate` and `onUpdate` of a property receive in the place of an entity manager. */
export const fillWith = (scope: EntityScope): FilterScope => ({ getFilterParams: () => scope })

export const textIn = (row: object, name: string) => String((row as Readonly<Record<string, unknown>>)[name] ?? '')
