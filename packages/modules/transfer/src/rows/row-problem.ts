import { PlatformError } from '@plinth/core'
import type { RowProblem } from '../settings.ts'
import { toExcerpt } from '../sources/storable.ts'

/** Ends the attempt to import a chunk: the row has to be left out. */
export class RefusedRow extends Error {
  readonly row: number
  readonly problems: readonly RowProblem[]

  constructor(row: number, problems: readonly RowProblem[]) {
    super(`Row ${row} was refused`)
    this.row = row
    this.problems = problems
  }
}

/** Maximum problems kept of one row, and characters of their messages. */
const MAX_PROBLEMS = 20
const MAX_MESSAGE = 500

/**
 * The problems that an error of a command names, by column. Undefined if the error says nothing about the row: the platform is
 * unavailable, or something is broken.
 */
export function problemsOf(
  error: unknown,
  columnOf: (field: string) => string | null = () => null,
): readonly RowProblem[] | undefined {
  if (!(error instanceof PlatformError) || error.status >= 500) return undefined
  const { details, fieldErrors, fields } = error.body as Readonly<Record<string, unknown>>
  const found = [
    // Those that somebody may not change have one reason.
    ...(Array.isArray(fields) ? fields.map((name) => problem(columnOf(String(name)), error.message)) : []),
    ...(Array.isArray(details) ? details.flatMap((issue) => ofIssue(issue, columnOf)) : []),
    ...Object.entries((fieldErrors ?? {}) as object).map(([name, said]) => problem(columnOf(name), said)),
    ...Object.entries((Array.isArray(fields) ? {} : (fields ?? {})) as object).map(([name, said]) =>
      problem(columnOf(name), said),
    ),
  ]
  return found.length > 0 ? found.slice(0, MAX_PROBLEMS) : [problem(null, error.message)]
}

function ofIssue(issue: unknown, columnOf: (field: string) => string | null): readonly RowProblem[] {
  const { path, message } = (issue ?? {}) as { readonly path?: unknown; readonly message?: unknown }
  if (typeof message !== 'string') return []
  const [field] = Array.isArray(path) ? (path as readonly unknown[]) : []
  return [problem(typeof field === 'string' ? columnOf(field) : null, message)]
}

const problem = (column: string | null, said: unknown): RowProblem => ({
  column,
  message: toExcerpt(String(Array.isArray(said) ? said[0] : said), MAX_MESSAGE),
})
