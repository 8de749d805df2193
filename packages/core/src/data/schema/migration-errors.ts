import { lineOf, splitStatements } from './sql-text.ts'

/** Describes which statement of a migration failed, given the number of statements completed before it. */
export function locateFailure({ id, sql, done }: { id: string; sql: string; done: number }, error: unknown): string {
  const { message, position } = error as { message: string; position?: string }
  const statement = splitStatements(sql)[done]
  const line = position === undefined ? statement?.line : lineOf(sql, Number(position) - 1)
  const text = sql.split('\n')[(line ?? 1) - 1]?.trim()
  const shown = position === undefined ? statement?.text : text
  return line === undefined
    ? `Migration '${id}' failed: ${message}`
    : `Migration '${id}' failed at line ${line}, \`${shorten(shown ?? '')}\`: ${message}`
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)
