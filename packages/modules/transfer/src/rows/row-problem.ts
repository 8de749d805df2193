import { PlatformError } from '@plinth/core'
import type { RowProblem } from '../settings.ts'
import { toExcerpt } from '../sources/storable.ts'

/** Ends the attempt to import a chunk: the row has to be left out. */
export class RefusedRow extends Error {
  readonly row: number
  readonly problems: readonly FoundProblem[]

  constructor(row: number, problems: readonly FoundProblem[]) {
    super(`Row ${row} was refused`)
    this.row = row
    this.problems = problems
  }
}

/** A problem, and the row that has it, if that is not the first one of its record. */
export interface FoundProblem extends RowProblem {
  readonly row?: number | undefined
}

/** Refuses each row of a record, for the problems that it has itself. */
export function refuseRecord(
  { row: first, rows }: { readonly row: number; readonly rows: readonly number[] },
  problems: readonly FoundProblem[],
): readonly RefusedRow[] {
  const byRow = Map.groupBy(problems, ({ row = first }) => row)
  return rows.map((row) => {
    const own = byRow.get(row)?.map(({ column, message }) => ({ column, message }))
    return new RefusedRow(row, own ?? OF_OTHERS)
  })
}

const OF_OTHERS = [{ column: null, message: 'Another row of this record was refused' }]

/** Where a value of an input comes from. */
type Place = Pick<FoundProblem, 'row' | 'column'>

type PlaceOf = (path: readonly unknown[]) => Place

/** Maximum problems kept of one row, and characters of their messages. */
const MAX_PROBLEMS = 20
const MAX_MESSAGE = 500

/**
 * The problems that an error of a command names, by column. Undefined if the error says nothing about the row: the platform is
 * unavailable, or something is broken.
 */
export function problemsOf(
  error: unknown,
  placeOf: PlaceOf = () => ({ column: null }),
): readonly FoundProblem[] | undefined {
  if (!(error instanceof PlatformError) || error.status >= 500) return undefined
  const { details, fieldErrors, fields } = error.body as Readonly<Record<string, unknown>>
  const of = (name: unknown) => placeOf([name])
  const found = [
    // Those that somebody may not change have one reason.
    ...(Array.isArray(fields) ? fields.map((name) => problem(of(String(name)), error.message)) : []),
    ...(Array.isArray(details) ? details.flatMap((issue) => ofIssue(issue, placeOf)) : []),
    ...Object.entries((fieldErrors ?? {}) as object).map(([name, said]) => problem(of(name), said)),
    ...Object.entries((Array.isArray(fields) ? {} : (fields ?? {})) as object).map(([name, said]) =>
      problem(of(name), said),
    ),
  ]
  return found.length > 0 ? found.slice(0, MAX_PROBLEMS) : [problem({ column: null }, error.message)]
}

function ofIssue(issue: unknown, placeOf: PlaceOf): readonly FoundProblem[] {
  const { path, message } = (issue ?? {}) as { readonly path?: unknown; readonly message?: unknown }
  if (typeof message !== 'string') return []
  return [problem(Array.isArray(path) ? placeOf(path) : { column: null }, message)]
}

const problem = (place: Place, said: unknown): FoundProblem => ({
  ...place,
  message: toExcerpt(String(Array.isArray(said) ? said[0] : said), MAX_MESSAGE),
})
