import { CUSTOM_PREFIX, type CustomRecord } from '@plinth/core/data'
import { z } from 'zod'
import { MAX_CELL } from '../settings.ts'
import type { FileRow } from '@plinth/attachments'
import { isBlank } from '../sources/column-names.ts'
import { isStorable } from '../sources/storable.ts'
import { type Field, isId } from '../targets/fields.ts'
import { convert, toList } from './convert.ts'
import type { Plan, PlannedColumn } from './plan.ts'
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
    const sent = replace(cells[index], replaced)
    const cell = isBlank(sent) ? defaultOf(plan, field) : sent
    if (isBlank(cell)) blank.push(field)
    else if (typeof cell === 'string' && cell.length > MAX_CELL)
      problems.push({ column, message: `At most ${MAX_CELL} characters` })
    else if (typeof cell === 'string' && !isStorable(cell)) problems.push({ column, message: NOT_STORABLE })
    else if (lookUp)
      lookUps.push({ planned, names: (field.isList ? toList(cell) : [cell]).map(toName).filter(Boolean) })
    else {
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
  const key = plan.key ? toKey(plan, cells[plan.key.index], values) : null
  if (plan.key && key !== null && !isStorable(key)) problems.push({ column: plan.key.column, message: NOT_STORABLE })
  if (plan.key && key === null && plan.mode === 'update')
    problems.push({ column: plan.key.column, message: 'This is needed to find the record' })
  if (plan.key?.by === 'id' && key !== null && !isId(key))
    problems.push({ column: plan.key.column, message: 'This is not an id' })
  return problems.length > 0 ? problems : { row, key, values, blank, lookUps }
}

/** Whether a cell is JSON already, whose texts are not JSON again. */
const isExact = ({ format }: Plan, { kind, isList }: Field, cell: unknown): boolean =>
  format.type === 'jsonl' && kind === 'json' && (!isList || Array.isArray(cell))

const NOT_STORABLE = 'This has characters that cannot be stored'

/** What the settings have for the value of a cell, or the value itself. */
const replace = (cell: unknown, values: PlannedColumn['values']): unknown =>
  typeof cell === 'object' ? cell : (values.get(String(cell ?? '').trim()) ?? cell)

const defaultOf = ({ defaults }: Plan, field: Field): string | undefined => defaults.get(field)

const toName = (cell: unknown): string => String(cell ?? '').trim()

function toKey({ key, target }: Plan, cell: unknown, values: ReadonlyMap<Field, unknown>): string | null {
  const value = key?.by === 'field' ? storedForm(target, key.field, values.get(key.field)) : cell
  const text = isBlank(value) ? null : String(value).trim()
  return key?.by === 'id' ? (text?.toLowerCase() ?? null) : text
}

/** A value as the command stores it, for example in lower case. */
const storedForm = (target: Plan['target'], field: Field, value: unknown): unknown =>
  isBlank(value) ? value : (schemaOf(target, field)?.safeParse(value).data ?? value)

/** What the command would say of one value, before anything is asked of the database. */
const problemOf = ({ target }: Plan, field: Field, value: unknown): string | undefined =>
  schemaOf(target, field)?.safeParse(value).error?.issues[0]?.message

/** The schema of a field in the create command; undefined for custom fields. */
function schemaOf({ shapes }: Plan['target'], { name }: Field): z.ZodType | undefined {
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
