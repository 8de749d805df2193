import { isDeepStrictEqual } from 'node:util'
import { CUSTOM_PREFIX, type CustomRecord } from '@plinth/core/data'
import { z } from 'zod'
import { MAX_CELL } from '../settings.ts'
import type { FileRow } from '@plinth/attachments'
import { isBlank } from '../sources/column-names.ts'
import { isStorable } from '../sources/storable.ts'
import { type Field, isId } from '../targets/fields.ts'
import type { RecordKind } from '../targets/target.ts'
import { convert, problemOfShown, toList, toText } from './convert.ts'
import type { Plan, PlannedColumn, PlannedLookUp } from './plan.ts'
import type { FoundProblem } from './row-problem.ts'

/** What the cells of a record, or of one of its lines, have been converted to. */
interface Cells {
  readonly values: ReadonlyMap<Field, unknown>
  /** Fields whose cells are blank. */
  readonly blank: readonly Field[]
  readonly lookUps: readonly WantedRecord[]
}

/** A line of a record, and the row that has it. */
export interface DraftedLine extends Cells {
  readonly row: number
}

/** A record whose cells have been converted. */
export interface Draft extends Cells {
  /** Its first row. */
  readonly row: number
  /** All of its rows: several if they have its lines. */
  readonly rows: readonly number[]
  /** What existing records are found by; null for none. */
  readonly key: string | null
  /** Its lines, by the property that has them. */
  readonly lines: ReadonlyMap<string, readonly DraftedLine[]>
}

/** Related records that a cell names. */
export interface WantedRecord {
  readonly planned: PlannedColumn
  readonly names: readonly string[]
}

/** The related records that a record and its lines name. */
export const allLookUps = ({ lookUps, lines }: Draft): readonly WantedRecord[] =>
  lines.size === 0 ? lookUps : [...lookUps, ...[...lines.values()].flat().flatMap((line) => line.lookUps)]

/** Whether a row has another line of the record that begins in the first one: it repeats what that says of the record, or nothing. */
export function isFurtherLine({ own, key, lines }: Plan, first: FileRow, { cells }: FileRow): boolean {
  if (lines.size === 0) return false
  const places = [...own.map(({ index }) => index), ...(key ? [key.index] : [])]
  return (
    places.every((index) => isBlank(cells[index])) ||
    // Lists and objects of JSON are equal if what they have is.
    places.every((index) => isDeepStrictEqual(cells[index] ?? '', first.cells[index] ?? ''))
  )
}

/** Converts the rows of a record, or says what is wrong with them. */
export function toDraft(plan: Plan, rows: readonly FileRow[]): Draft | readonly FoundProblem[] {
  const [first] = rows
  const { row, cells } = first!
  const problems: FoundProblem[] = rows
    .filter(({ isTooLong }) => isTooLong)
    .map((long) => ({ row: long.row, column: null, message: 'This row has more cells than the header' }))
  const read = readCells(plan, plan.own, { cells, row, line: undefined })
  problems.push(...read.problems)
  const lines = new Map<string, DraftedLine[]>()
  for (const [name, columns] of plan.lines) {
    const found: DraftedLine[] = []
    for (const one of rows) {
      if (columns.every(({ index }) => isBlank(one.cells[index]))) continue
      const { problems: ofLine, ...line } = readCells(plan, columns, { ...one, line: name })
      problems.push(...ofLine)
      found.push({ ...line, row: one.row })
    }
    if (found.length > 0) lines.set(name, found)
  }
  const key = toKey(plan, cells, read.values)
  if ('problem' in key) problems.push({ row, column: plan.key!.column, message: key.problem })
  if (problems.length > 0 || 'problem' in key) return problems
  const { values, blank, lookUps } = read
  return {
    row,
    rows: rows.length === 1 ? [row] : rows.map((one) => one.row),
    key: key.value,
    values,
    blank,
    lookUps,
    lines,
  }
}

interface RowCells extends Pick<FileRow, 'row' | 'cells'> {
  /** The property whose line is read; undefined for the record itself. */
  readonly line: string | undefined
}

function readCells(
  plan: Plan,
  columns: readonly PlannedColumn[],
  { row, cells, line }: RowCells,
): Cells & { readonly problems: readonly FoundProblem[] } {
  const problems: FoundProblem[] = []
  const values = new Map<Field, unknown>()
  const blank: Field[] = []
  const lookUps: WantedRecord[] = []
  for (const planned of columns) {
    const { index, column, field, lookUp, values: replaced } = planned
    const chosen = replacementOf(cells[index], replaced)
    const sent = chosen ?? cells[index]
    // What somebody has chosen a value for is meant, also if that is the text itself.
    const lost = plan.format.type === 'csv' && chosen === undefined ? problemOfShown(sent) : undefined
    const cell = isBlank(sent) ? defaultOf(plan, field) : sent
    if (isBlank(cell)) blank.push(field)
    else if (lost !== undefined) problems.push({ row, column, message: lost })
    else if (typeof cell === 'string' && cell.length > MAX_CELL)
      problems.push({ row, column, message: `At most ${MAX_CELL} characters` })
    else if (typeof cell === 'string' && !isStorable(cell)) problems.push({ row, column, message: NOT_STORABLE })
    else if (lookUp) {
      const found = toNames(lookUp, field.isList ? toList(cell) : [cell])
      if ('problem' in found) problems.push({ row, column, message: found.problem })
      else lookUps.push({ planned, names: found.names })
    } else {
      const converted =
        isExact(plan, field, cell) && cell === cells[index] ? { value: cell } : convert(cell, field, plan)
      const problem = 'problem' in converted ? converted.problem : problemOf(plan, field, converted.value)
      if (problem !== undefined) problems.push({ row, column, message: problem })
      else if ('value' in converted) values.set(field, converted.value)
    }
  }
  if (plan.defaults.size === 0) return { values, blank, lookUps, problems }
  const mapped = new Set(columns.map(({ field }) => field))
  for (const [field, text] of plan.defaults) {
    if (mapped.has(field) || field.line?.of !== line) continue
    const converted = convert(text, field, plan)
    if ('problem' in converted) problems.push({ row, column: null, message: `${field.label}: ${converted.problem}` })
    else values.set(field, converted.value)
  }
  return { values, blank, lookUps, problems }
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
  const chosen = key && replacementOf(cells[key.index], key.values)
  const cell = chosen ?? (key && cells[key.index])
  if (isBlank(cell)) return { value: null }
  const lost = format.type === 'csv' && chosen === undefined ? problemOfShown(cell) : undefined
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
export const storedForm = (target: RecordKind, name: string, value: unknown): unknown =>
  isBlank(value) ? value : (schemaOf(target, name)?.safeParse(value).data ?? value)

/** What the command would say of one value, before anything is asked of the database. */
const problemOf = ({ target }: Plan, field: Field, value: unknown): string | undefined =>
  schemaOf(target, field.name)?.safeParse(value).error?.issues[0]?.message

/** The schema of a field in the create command; undefined for custom fields. */
function schemaOf({ shapes }: RecordKind, name: string): z.ZodType | undefined {
  const shape = shapes.create as Readonly<Record<string, z.ZodType>>
  return Object.hasOwn(shape, name) ? shape[name] : undefined
}

/** Values of a line as a command takes them. */
export const toLine = (values: ReadonlyMap<Field, unknown>): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...values].map(([{ line }, value]) => [line!.name, value]))

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
