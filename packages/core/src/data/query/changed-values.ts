import { ArrayType, type EntityMetadata, type EntityProperty, JsonType, type Platform } from '@mikro-orm/core'
import { isDeepStrictEqual } from 'node:util'
import { brokenSetup } from '../../errors.ts'
import { type AmountCheck, amountCheckOf } from './amounts.ts'
import { fillWith, storing, storingAsJson, textIn } from './new-rows.ts'
import { storedOf } from './properties.ts'
import type { EntityScope } from './scope.ts'
import { sourcesOf, toSearchText } from './search.ts'

type Values = Readonly<Record<string, unknown>>

interface ChangeableColumn {
  readonly column: string
  readonly toJson: (value: unknown) => unknown
  readonly toStored: (value: unknown) => unknown
  readonly isSame: (stored: unknown, next: unknown) => boolean
  /** Computes the value at every change of the row. */
  readonly fill: Fill | undefined
}

/** Finds what a change of a row has to write. */
export class ChangedValues {
  readonly #entity: string
  readonly #columns: ReadonlyMap<string, ChangeableColumn>
  readonly #checkAmounts: AmountCheck | undefined

  constructor(meta: EntityMetadata<object>, platform: Platform) {
    this.#entity = meta.className
    this.#checkAmounts = amountCheckOf(meta)
    this.#columns = new Map(
      storedOf(meta).map((property) => [
        property.name,
        {
          column: property.fieldNames[0]!,
          toJson: storingAsJson(property, platform),
          toStored: storing(property, platform),
          isSame: comparing(property),
          fill: fillOf(property, meta),
        },
      ]),
    )
  }

  /**
   * The parameters of a statement by property: values that differ from the row, and those that are computed at every change of it,
   * such as `updatedAt`. Null if nothing differs.
   */
  of(row: Values, values: Values, scope: EntityScope): ReadonlyMap<string, unknown> | null {
    const changed = this.#differing(row, values, scope)
    return changed && new Map([...changed].map(([name, value]) => [name, this.#column(name).toStored(value)]))
  }

  /** A row and the values that are about to be written to it, as JSON by column. */
  wholeAsJson(row: Values, values: Values, scope: EntityScope): Record<string, unknown> {
    const stored = Object.entries(row).map(([name, value]) => {
      const { column, toJson } = this.#column(name)
      return [column, toJson(value)] as const
    })
    return { ...Object.fromEntries(stored), ...this.asJson(row, values, scope) }
  }

  /** Like `of`, as JSON by column, for a statement about several rows. */
  asJson(row: Values, values: Values, scope: EntityScope): Record<string, unknown> | null {
    const changed = this.#differing(row, values, scope)
    if (!changed) return null
    const members = [...changed].map(([name, value]) => {
      const { column, toJson } = this.#column(name)
      return [column, toJson(value)] as const
    })
    return Object.fromEntries(members)
  }

  #differing(row: Values, values: Values, scope: EntityScope): ReadonlyMap<string, unknown> | null {
    const changed = new Map<string, unknown>()
    for (const [name, value] of Object.entries(values))
      if (value !== undefined && !this.#column(name).isSame(row[name], value)) changed.set(name, value)
    if (changed.size === 0) return null
    const next = { ...row, ...given(values) }
    this.#checkAmounts?.(next, changed)
    for (const [name, { fill, isSame }] of this.#columns) {
      if (!fill || values[name] !== undefined) continue
      const value = fill(next, scope)
      if (value !== undefined && !isSame(row[name], value)) changed.set(name, value)
    }
    return changed
  }

  #column(name: string): ChangeableColumn {
    const column = this.#columns.get(name)
    if (!column) throw brokenSetup(`Entity '${this.#entity}' has no property '${name}'`)
    return column
  }
}

const given = (values: Values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Computes a property at every change of its row. */
export type Fill = (row: object, scope: EntityScope) => unknown

/** How a property is computed at every change of its row; undefined if it is not. */
export function fillOf(property: EntityProperty, meta: EntityMetadata<object>): Fill | undefined {
  const texts = sourcesOf(property, meta)
  if (texts) return (row) => toSearchText(texts.map((one) => textIn(row, one)))
  const { onUpdate } = property
  return onUpdate && ((row, scope) => (onUpdate as (row: object, em: object) => unknown)(row, fillWith(scope)))
}

/** Compares a value as a query returns it with one that is about to be written. */
function comparing({ customType, columnTypes = [] }: EntityProperty): ChangeableColumn['isSame'] {
  const [columnType = ''] = columnTypes
  if (customType instanceof JsonType) return (stored, next) => isDeepStrictEqual(stored, toJson(next))
  if (customType instanceof ArrayType) return (stored, next) => isDeepStrictEqual(stored, next)
  if (columnType.startsWith('timestamp')) return comparingBy(toTime)
  if (/^(numeric|decimal|bigint|int8)/.test(columnType)) return comparingBy(toDigits)
  return (stored, next) => stored === next || isDeepStrictEqual(stored, next)
}

const comparingBy =
  (toComparable: (value: unknown) => unknown): ChangeableColumn['isSame'] =>
  (stored, next) =>
    stored === null || next === null ? stored === next : toComparable(stored) === toComparable(next)

const toJson = (value: unknown): unknown => (value === null ? null : JSON.parse(JSON.stringify(value)))

const toTime = (value: unknown) => new Date(value as string | Date).getTime()

/** `1.50` and 1.5 are the same number. */
function toDigits(value: unknown): string {
  const text = String(value)
  return /^-?\d+\.\d*$/.test(text) ? text.replace(/\.?0*$/, '') : text
}
