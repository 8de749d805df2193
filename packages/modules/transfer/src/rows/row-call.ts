import { type Command, type CommandContext, PlatformError } from '@plinth/core'
import { type ChangeRange, CUSTOM_PREFIX } from '@plinth/core/data'
import type { Field } from '../targets/fields.ts'
import { type Draft, toInput, toLine, type WantedRecord } from './draft.ts'
import type { FoundRecord } from './find-records.ts'
import type { KnownRecords } from './known-records.ts'
import type { Plan } from './plan.ts'
import { type FoundProblem, problemsOf, RefusedRow } from './row-problem.ts'

/** A command that is about to write a row. */
export interface Call {
  readonly command: Command
  readonly input: object
  readonly custom: Readonly<Record<string, unknown>>
  /** The record that it updates. */
  readonly record: FoundRecord | undefined
}

/** What a row has become, and which changes of the transaction are its own. */
export interface WrittenRow {
  readonly row: number
  readonly recordId: string
  readonly isNew: boolean
  readonly changes: readonly ChangeRange[]
}

/** The call for a row, or what is wrong with the row. */
export async function toCall(
  ctx: CommandContext,
  plan: Plan,
  { draft, known }: { readonly draft: Draft; readonly known: KnownRecords },
): Promise<Call | readonly FoundProblem[]> {
  const { target, mode, key, blank } = plan
  const column = key?.column ?? null
  const records = draft.key === null ? [] : known.of(draft.key)
  if (records.length > 1) return [{ column, message: 'Several records have this value' }]
  const chosen = records.length === 0 ? known.chosen(draft.row) : undefined
  if (chosen === 'gone') return [{ column: null, message: 'The record that it was to update is not there' }]
  const record = records[0] ?? chosen
  if (record && mode === 'create' && !chosen) return [{ column, message: 'There is such a record already' }]
  if (!record && mode === 'update') return [{ column, message: 'There is no such record' }]
  if (!record && draft.key !== null && known.isHidden(draft.key))
    return [{ column, message: 'This belongs to a record that you cannot see' }]
  if (!record && draft.key !== null && key?.by === 'id') return [{ column, message: 'There is no such record' }]
  const values = new Map(draft.values)
  const problems: FoundProblem[] = []
  const fill = async (row: number, lookUps: readonly WantedRecord[], found: Map<Field, unknown>) => {
    for (const wanted of lookUps) {
      const { field, column: of } = wanted.planned
      const related = await known.related(ctx, wanted)
      if ('problem' in related) problems.push({ row, column: of, message: related.problem })
      else found.set(field, field.isList ? related.ids : related.ids[0])
    }
    return found
  }
  await fill(draft.row, draft.lookUps, values)
  const lines: Record<string, object[]> = {}
  for (const [name, drafted] of draft.lines) {
    lines[name] = []
    for (const line of drafted) lines[name].push(toLine(await fill(line.row, line.lookUps, new Map(line.values))))
  }
  if (record) problems.push(...known.fixedProblems(record.id, values))
  if (problems.length > 0) return problems
  if (record && blank === 'clear') for (const field of draft.blank) values.set(field, emptyOf(field))
  const { fields, custom: sent } = toInput(values)
  const command = record ? target.update : target.create
  const { input, custom } = target.toCall({ fields: { ...fields, ...lines }, custom: sent, id: record?.id })
  const cleared = new Set(record && blank === 'clear' ? draft.blank.map(({ name }) => name) : [])
  const issues = command.input.safeParse(input).error?.issues ?? []
  if (issues.length > 0)
    return issues.map((issue) => toProblem(placeOf(plan, draft, issue.path), { input, cleared, issue }))
  return { command, input, custom, record }
}

const emptyOf = ({ isList }: Field) => (isList ? [] : null)

interface FoundIssue {
  readonly input: object
  /** Fields whose cells are blank, and that were to be cleared. */
  readonly cleared: ReadonlySet<string>
  readonly issue: { readonly message: string; readonly path: readonly PropertyKey[] }
}

/** An issue of the input; a value that nobody has given is called by its field. */
function toProblem(place: Pick<FoundProblem, 'row' | 'column'>, { input, cleared, issue }: FoundIssue): FoundProblem {
  const { path, message } = issue
  if (path.length === 1 && cleared.has(String(path[0]))) return { ...place, message: 'This cannot be empty' }
  const isGiven = path.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], input) !== undefined
  if (isGiven) return { ...place, message }
  return { ...place, message: place.column === null ? `'${path.join('.')}' is needed` : 'This is needed' }
}

type Values = Readonly<Record<PropertyKey, unknown>>

/** The row and the column that a value of an input comes from. */
function placeOf(plan: Plan, { lines }: Draft, path: readonly unknown[]): Pick<FoundProblem, 'row' | 'column'> {
  const [name, index, member] = path
  const line = typeof index === 'number' ? lines.get(String(name))?.[index] : undefined
  if (!line) return { column: columnOf(plan, String(name)) }
  return { row: line.row, column: member === undefined ? null : columnOf(plan, `${String(name)}.${String(member)}`) }
}

function columnOf({ columns, key }: Pick<Plan, 'columns' | 'key'>, name: string): string | null {
  if (name === 'id') return key?.column ?? null
  const wanted = [name, `${CUSTOM_PREFIX}${name}`]
  return columns.find(({ field }) => wanted.includes(field.name))?.column ?? null
}

interface RowCall extends Call {
  readonly draft: Draft
}

export async function runRow(
  ctx: CommandContext,
  plan: Plan,
  { draft, command, input, custom }: RowCall,
): Promise<unknown> {
  try {
    const hasCustom = Object.keys(custom).length > 0
    return await ctx.run(command, input as never, hasCustom ? { custom } : {})
  } catch (error) {
    const problems = problemsOf(error, (path) => placeOf(plan, draft, path))
    throw problems && isOfRow(error) ? new RefusedRow(draft.row, problems) : error
  }
}

/** Lost rights concern every row. */
const isOfRow = (error: unknown): boolean => error instanceof PlatformError && error.code !== 'unauthenticated'
