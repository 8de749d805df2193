import { sql } from 'kysely'
import { z } from 'zod'
import type { RequestState } from '../context/unit-of-work.ts'
import { type FieldsOf, toPlatformError, violatedKey } from '../data/connection/database-errors.ts'
import type { Command } from '../define/command.ts'

interface FailedCommand {
  /** The unit of work that called the command, outside its transaction. */
  readonly state: RequestState
  readonly command: Command
}

/** Converts an error of the database like `toPlatformError`, and names fields as the command's input names them. */
export async function toCommandError(error: unknown, { state, command }: FailedCommand): Promise<unknown> {
  const key = violatedKey(error)
  if (!key || command.constraints?.[key.constraint]) return toPlatformError(error, command.constraints)
  const columns = await columnsOf(state, key)
  return toPlatformError(error, command.constraints, toFields({ state, command }, { ...key, columns }))
}

interface ViolatedKey {
  readonly table: string
  readonly constraint: string
}

/** The columns of a key or reference; an expression stands for itself. Null if they cannot be read, or nothing has that name. */
async function columnsOf(state: RequestState, key: ViolatedKey): Promise<readonly string[] | null> {
  try {
    return await readColumns(state, key)
  } catch {
    // What made the command fail is to be reported.
    return null
  }
}

async function readColumns(state: RequestState, { table, constraint }: ViolatedKey): Promise<readonly string[] | null> {
  const { rows } = await sql<{ columns: string[] }>`
    select array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) n) as columns
    from pg_index i where i.indexrelid = to_regclass(quote_ident(${constraint}))
    union all
    select array(select a.attname::text from unnest(c.conkey) with ordinality k(number, at)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.at)
    from pg_constraint c
    where c.contype = 'f' and c.conrelid = to_regclass(quote_ident(${table})) and c.conname = ${constraint}
    limit 1`.execute(state.sql('app'))
  return rows[0]?.columns ?? null
}

function toFields(
  { state: { runtime }, command }: FailedCommand,
  { table, columns }: ViolatedKey & { readonly columns: readonly string[] | null },
): FieldsOf {
  const sent = membersOf(command.input)
  return {
    columns,
    nameOf(column, inCamelCase) {
      const property = runtime.tables.propertyOf(table, column)
      return [property, inCamelCase].find((name) => name !== undefined && sent.has(name)) ?? property ?? inCamelCase
    },
    isSent: (name) => sent.has(name),
  }
}

function membersOf(schema: z.ZodType): ReadonlySet<string> {
  if (schema instanceof z.ZodPipe) return membersOf(schema.in as z.ZodType)
  return new Set(schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : [])
}
