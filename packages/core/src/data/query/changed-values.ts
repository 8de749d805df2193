import { ArrayType, type EntityMetadata, type EntityProperty, JsonType, type Platform } from '@mikro-orm/core'
import { isDeepStrictEqual } from 'node:util'
import { brokenSetup } from '../../errors.ts'
import { type AmountCheck, amountCheckOf, type AmountProblem, assertAmounts } from './amounts.ts'
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
}

/** Finds what a change of a row has to write. */
export class ChangedValues {
  readonly #entity: string
  readonly #columns: ReadonlyMap<string, ChangeableColumn>
  /** Those that are computed at every change of the row. */
  readonly #filled: readonly (readonly [name: string, column: ChangeableColumn, fill: Fill])[]
  readonly #checkAmounts: AmountCheck | undefined

  constructor(meta: EntityMetadata<object>, platform: Platform) {
    this.#entity = meta.className
    this.#checkAmounts = amountCheckOf(meta)
    const columns = storedOf(meta).map(
      (property) =>
        [
          property.name,
          {
            column: property.fieldNames[0]!,
            toJson: storingAsJson(property, platform),
            toStored: storing(property, platform),
            isSame: comparing(property),
          },
          fillOf(property, meta),
        ] as const,
    )
    this.#columns = new Map(columns.map(([name, column]) => [name, column]))
    this.#filled = columns.flatMap(([name, column, fill]) => (fill ? [[name, column, fill] as const] : []))
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
    const members: Record<string, unknown> = {}
    for (const [name, value] of changed) {
      const { column, toJson } = this.#column(name)
      members[column] = toJson(value)
    }
    return members
  }

  /** What is wrong with amounts that differ from those of the row. */
  findProblem(row: Values, values: Values): AmountProblem | undefined {
    return this.#checkAmounts?.(nextOf(row, values), this.#given(row, values))
  }

  #differing(row: Values, values: Values, scope: EntityScope): ReadonlyMap<string, unknown> | null {
    const changed = this.#given(row, values)
    if (changed.size === 0) return null
    if (!this.#checkAmounts && this.#filled.length === 0) return changed
    const next = nextOf(row, values)
    assertAmounts(this.#checkAmounts?.(next, changed))
    for (const [name, { isSame }, fill] of this.#filled) {
      if (values[name] !== undefined) continue
      const value = fill(next, scope)
      if (value !== undefined && !isSame(row[name], value)) changed.set(name, value)
    }
    return changed
  }

  #given(row: Values, values: Values): Map<string, unknown> {
    const changed = new Map<string, unknown>()
    for (const name of Object.keys(values)) {
      const value = values[name]
      if (value !== undefined && !this.#column(name).isSame(row[name], value)) changed.set(name, value)
    }
    return changed
  }

  #column(name: string): ChangeableColumn {
    const column = this.#columns.get(name)
    if (!column) throw brokenSetup(`Entity '${this.#entity}' has no property '${name}'`)
    return column
  }
}

/** A row with the values that are present. */
function nextOf(row: Values, values: Values): Values {
  const next: Record<string, unknown> = { ...row }
  for (const name of Object.keys(values)) if (values[name] !== undefined) next[name] = values[name]
  return next
}

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
