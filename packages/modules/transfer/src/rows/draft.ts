import { CUSTOM_PREFIX, type CustomRecord } from '@plinth/core/data'
import { z } from 'zod'
import { MAX_CELL } from '../settings.ts'
import type { FileRow } from '@plinth/attachments'
import { isBlank } from '../sources/column-names.ts'
import { isStorable } from '../sources/storable.ts'
import { type Field, isId } from '../targets/fields.ts'
import { convert, problemOfShown, toList, toText } from './convert.ts'
import type { Plan, PlannedColumn, PlannedLookUp } from './plan.ts'
import type { RowProblem } from '../settings.ts'

/** A row whose cells have been converted. */
export interface Draft {
  readonly row: number
  /** What existing records are found by; null for none. */
  readonly key: string | null
  readonly values: ReadonlyMap<Field, unknown>
  /** Fields whose cells are blank. */
  readonly blank: readonly Field[]
  readonly lookUps: readonly WantedRecord[]
}

/** Related records that a cell names. */
export interface WantedRecord {
  readonly planned: PlannedColumn
  readonly names: readonly string[]
}

/** Converts a row, or says what is wrong with it. Null for a row without anything. */
export function toDraft(plan: Plan, { row, cells, isTooLong }: FileRow): Draft | readonly RowProblem[] | null {
  if (cells.every(isBlank)) return null
  const problems: RowProblem[] = isTooLong ? [{ column: null, message: 'This row has more cells than the header' }] : []
  const values = new Map<Field, unknown>()
  const blank: Field[] = []
  const lookUps: WantedRecord[] = []
  for (const planned of plan.columns) {
    const { index, column, field, lookUp, values: replaced } = planned
    const chosen = replacementOf(cells[index], replaced)
    const sent = chosen ?? cells[index]
    // What somebody has chosen a value for is meant, also if that is the text itself.
    const lost = plan.format.type === 'csv' && chosen === undefined ? problemOfShown(sent) : undefined
    const cell = isBlank(sent) ? defaultOf(plan, field) : sent
    if (isBlank(cell)) blank.push(field)
    else if (lost !== undefined) problems.push({ column, message: lost })
    else if (typeof cell === 'string' && cell.length > MAX_CELL)
      problems.push({ column, message: `At most ${MAX_CELL} characters` })
    else if (typeof cell === 'string' && !isStorable(cell)) problems.push({ column, message: NOT_STORABLE })
    else if (lookUp) {
      const found = toNames(lookUp, field.isList ? toList(cell) : [cell])
      if ('problem' in found) problems.push({ column, message: found.problem })
      else lookUps.push({ planned, names: found.names })
    } else {
      const converted =
        isExact(plan, field, cell) && cell === cells[index] ? { value: cell } : convert(cell, field, plan)
      const problem = 'problem' in converted ? converted.problem : problemOf(plan, field, converted.value)
      if (problem !== undefined) problems.push({ column, message: problem })
      else if ('value' in converted) values.set(field, converted.value)
    }
  }
  const mapped = new Set(plan.columns.map(({ field }) => field))
  for (const [field, text] of plan.defaults) {
    if (mapped.has(field)) continue
    const converted = convert(text, field, plan)
    if ('problem' in converted) problems.push({ column: null, message: `${field.label}: ${converted.problem}` })
    else values.set(field, converted.value)
  }
  const key = toKey(plan, cells, values)
  if ('problem' in key) problems.push({ column: plan.key!.column, message: key.problem })
  return problems.length > 0 || 'problem' in key ? problems : { row, key: key.value, values, blank, lookUps }
}

/** Whether a cell is JSON already, whose texts are not JSON again. */
const isExact = ({ format }: Plan, { kind, isList }: Field, cell: unknown): boolean =>
  format.type === 'jsonl' && kind === 'json' && (!isList || Array.isArray(cell))

const NOT_STORABLE = 'This has characters that cannot be stored'

/** What the settings have for the value of a cell; undefined for nothing. */
const replacementOf = (cell: unknown, values: PlannedColumn['values']): string | undefined =>
  typeof cell === 'object' ? undefined : values.get(String(cell ?? '').trim())

const defaultOf = ({ defaults }: Plan, field: Field): string | undefined => defaults.get(field)

/** Maximum characters of the id that a record has in another system: all of them are in an index. */
const MAX_EXTERNAL_ID = 500

type Key = { readonly value: string | null } | { readonly problem: string }

/** What a record is found by: null for nothing, or why the row has no such thing. */
function toKey(plan: Plan, cells: readonly unknown[], values: ReadonlyMap<Field, unknown>): Key {
  const { key, mode } = plan
  if (!key) return { value: null }
  const found = readKey(plan, cells, values)
  if ('problem' in found) return found
  const { value } = found
  if (value === null) return mode === 'update' ? { problem: 'This is needed to find the record' } : found
  if (!isStorable(value)) return { problem: NOT_STORABLE }
  if (key.by === 'id' && !isId(value)) return { problem: 'This is not an id' }
  if (key.by === 'externalId' && value.length > MAX_EXTERNAL_ID)
    return { problem: `At most ${MAX_EXTERNAL_ID} characters` }
  return found
}

function readKey({ key, target, format }: Plan, cells: readonly unknown[], values: ReadonlyMap<Field, unknown>): Key {
  // As it is stored: what is looked for by another spelling would be created again.
  if (key?.by === 'field') {
    const value = storedForm(target, key.field.name, values.get(key.field))
    return { value: isBlank(value) ? null : String(value) }
  }
  const cell = key && cells[key.index]
  if (isBlank(cell)) return { value: null }
  const lost = format.type === 'csv' ? problemOfShown(cell) : undefined
  if (lost !== undefined) return { problem: lost }
  const text = toText(cell)
  return 'value' in text && key?.by === 'id' ? { value: text.value.toLowerCase() } : text
}

/** The texts by which records are found that cells name, or why a cell is no such thing. */
function toNames(
  { target, by }: PlannedLookUp,
  cells: readonly unknown[],
): { readonly names: readonly string[] } | { readonly problem: string } {
  const names: string[] = []
  for (const cell of cells) {
    if (isBlank(cell)) continue
    const text = toText(cell)
    if ('problem' in text) return text
    if (by === 'id') names.push(text.value.toLowerCase())
    else names.push(by === 'externalId' ? text.value : String(storedForm(target, by, text.value)))
  }
  return { names }
}

/** A value as the command stores it, for example in lower case. */
export const storedForm = (target: Plan['target'], name: string, value: unknown): unknown =>
  isBlank(value) ? value : (schemaOf(target, name)?.safeParse(value).data ?? value)

/** What the command would say of one value, before anything is asked of the database. */
const problemOf = ({ target }: Plan, field: Field, value: unknown): string | undefined =>
  schemaOf(target, field.name)?.safeParse(value).error?.issues[0]?.message

/** The schema of a field in the create command; undefined for custom fields. */
function schemaOf({ shapes }: Plan['target'], name: string): z.ZodType | undefined {
  const shape = shapes.create as Readonly<Record<string, z.ZodType>>
  return Object.hasOwn(shape, name) ? shape[name] : undefined
}

/** Values as a command and custom fields take them. */
export function toInput(values: ReadonlyMap<Field, unknown>): {
  readonly fields: Readonly<Record<string, unknown>>
  readonly custom: CustomRecord
} {
  const all = [...values].map(([{ name }, value]) => [name, value] as const)
  const isCustom = (name: string) => name.startsWith(CUSTOM_PREFIX)
  return {
    fields: Object.fromEntries(all.filter(([name]) => !isCustom(name))),
    custom: Object.fromEntries(
      all.filter(([name]) => isCustom(name)).map(([name, value]) => [name.slice(CUSTOM_PREFIX.length), value]),
    ),
  }
}
