import { type Command, type CommandContext, PlatformError } from '@plinth/core'
import { type ChangeRange, CUSTOM_PREFIX } from '@plinth/core/data'
import type { RowProblem } from '../settings.ts'
import type { Field } from '../targets/fields.ts'
import { type Draft, toInput } from './draft.ts'
import type { FoundRecord } from './find-records.ts'
import type { KnownRecords } from './known-records.ts'
import type { Plan } from './plan.ts'
import { problemsOf, RefusedRow } from './row-problem.ts'

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
): Promise<Call | readonly RowProblem[]> {
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
  const problems: RowProblem[] = []
  for (const wanted of draft.lookUps) {
    const found = await known.related(ctx, wanted)
    if ('problem' in found) problems.push({ column: wanted.planned.column, message: found.problem })
    else values.set(wanted.planned.field, wanted.planned.field.isList ? found.ids : found.ids[0])
  }
  if (record) problems.push(...known.fixedProblems(record.id, values))
  if (problems.length > 0) return problems
  if (record && blank === 'clear') for (const field of draft.blank) values.set(field, emptyOf(field))
  const row = toInput(values)
  const command = record ? target.update : target.create
  const { input, custom } = target.toCall({ ...row, id: record?.id })
  const cleared = new Set(record && blank === 'clear' ? draft.blank.map(({ name }) => name) : [])
  const issues = command.input.safeParse(input).error?.issues ?? []
  if (issues.length > 0)
    return issues.map((issue) => toProblem(plan, { name: String(issue.path[0]), input: row.fields, cleared, issue }))
  return { command, input, custom, record }
}

const emptyOf = ({ isList }: Field) => (isList ? [] : null)

interface FoundIssue {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** Fields whose cells are blank, and that were to be cleared. */
  readonly cleared: ReadonlySet<string>
  readonly issue: { readonly message: string }
}

/** An issue of the input; a value that nobody has given is called by its field. */
function toProblem(plan: Plan, { name, input, cleared, issue: { message } }: FoundIssue): RowProblem {
  const column = columnOf(plan, name)
  if (cleared.has(name)) return { column, message: 'This cannot be empty' }
  if (input[name] !== undefined) return { column, message }
  return { column, message: column === null ? `'${name}' is needed` : 'This is needed' }
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
    const problems = problemsOf(error, (name) => columnOf(plan, name))
    throw problems && isOfRow(error) ? new RefusedRow(draft.row, problems) : error
  }
}

/** Lost rights concern every row. */
const isOfRow = (error: unknown): boolean => error instanceof PlatformError && error.code !== 'unauthenticated'
