import { sql } from 'kysely'
import { z } from 'zod'
import { UnitOfWork } from '../context/unit-of-work.ts'
import {
  type FieldsOf,
  isRetryable,
  toPlatformError,
  type ViolatedConstraint,
  violatedConstraint,
  wrongValue,
} from '../data/connection/database-errors.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Command } from '../define/command.ts'
import { PlatformError } from '../errors.ts'

interface FailedCommand {
  /** The unit of work that called the command, outside its transaction. */
  readonly state: UnitOfWork
  readonly command: Command
}

/** Converts an error of the database like `toPlatformError`, and names fields as the command's input names them. */
export async function toCommandError(error: unknown, failed: FailedCommand): Promise<unknown> {
  const { state, command } = failed
  const violated = violatedConstraint(error)
  if (!violated) return toPlatformError(toValueError(error), command.constraints)
  if (command.constraints?.[violated.constraint]) return toPlatformError(error, command.constraints)
  const known = await definitionOf(state, violated)
  const columns = known?.columns ?? null
  const fields = toFields(failed, { ...violated, columns })
  if (!violated.isCheck) return toPlatformError(error, command.constraints, fields)
  return toPlatformError(
    error,
    command.constraints,
    toCheckedFields(failed, { fields, table: violated.table, ...known }),
  )
}

/**
 * The same for a command inside another one. Its transaction has failed, and ends here, so that the database can be asked what the
 * columns of a key or a check are.
 */
export async function toInnerError(refusal: unknown, { state, command }: FailedCommand): Promise<unknown> {
  if (isRetryable(refusal)) return refusal
  const violated = violatedConstraint(refusal)
  if (!violated || command.constraints?.[violated.constraint])
    return toPlatformError(toValueError(refusal), command.constraints)
  state.transaction.doom(refusal)
  await state.transaction.rollback().catch(() => {})
  const reader = new UnitOfWork(state)
  try {
    return await toCommandError(refusal, { state: reader, command })
  } finally {
    await reader.release()
  }
}

/** What a value of a command, or one that the database calculates from it, is refused for. */
function toValueError(error: unknown): unknown {
  const why = wrongValue(error)
  return why === undefined ? error : new PlatformError('bad_input', why, { cause: error })
}

interface Definition {
  /** An expression stands for itself. */
  readonly columns: readonly string[]
  /** Of a check, as the database prints it. */
  readonly check: string | null
}

/** Undefined if it cannot be read, or nothing has that name. */
async function definitionOf(state: UnitOfWork, violated: ViolatedConstraint): Promise<Definition | undefined> {
  try {
    return await readDefinition(state, violated)
  } catch {
    // What made the command fail is to be reported.
    return undefined
  }
}

async function readDefinition(state: UnitOfWork, violated: ViolatedConstraint): Promise<Definition | undefined> {
  const { table, constraint, isCheck } = violated
  const { rows } = await sql<Definition>`
    select array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) n) as columns,
      null as check
    from pg_index i where not ${isCheck} and i.indexrelid = to_regclass(quote_ident(${constraint}))
    union all
    select array(select a.attname::text from unnest(c.conkey) with ordinality k(number, at)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.at),
      case when ${isCheck} then pg_get_constraintdef(c.oid) end
    from pg_constraint c
    where c.contype = case when ${isCheck} then 'c'::"char" else 'f' end
      and c.conrelid = to_regclass(quote_ident(${table})) and c.conname = ${constraint}
    limit 1`.execute(state.sql('app'))
  return rows[0]
}

interface ViolatedColumns {
  readonly table: string
  readonly columns: readonly string[] | null
}

function toFields({ state: { runtime }, command }: FailedCommand, { table, columns }: ViolatedColumns): FieldsOf {
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

interface Checked {
  readonly fields: FieldsOf
  readonly table: string
  readonly check?: string | null
}

/** A command with an entity may write rows of other tables, too, whose columns only sound like what was sent. */
function toCheckedFields({ state, command }: FailedCommand, { fields, table, check }: Checked): FieldsOf {
  const isOf = (entity: Declared) => state.runtime.tables.tableOf(entity) === table
  if (!command.entity || isOf(command.entity)) return { ...fields, rule: ruleOf(check ?? '') }
  const name = command.lines?.find(({ entity }) => isOf(entity))?.name
  return name === undefined
    ? { ...fields, columns: null }
    : { ...fields, nameOf: () => name, rule: 'A line has a value that is not allowed' }
}

/** What a check that compares its only column with a number says; undefined for any other check. */
function ruleOf(check: string): string | undefined {
  const [, operator = '', limit] = LIMIT.exec(check) ?? []
  return limit === undefined ? undefined : `${RULES[operator]} ${limit}`
}

/** How PostgreSQL prints `column > 0`, also for other types than integers. */
const LIMIT = /^CHECK \(\("?\w+"? (>=?|<=?) \(?'?(-?\d+(?:\.\d+)?)'?\)?(?:::[\w ]+)?\)\)(?: NOT VALID)?$/

const RULES: Readonly<Record<string, string>> = {
  '>': 'Must be greater than',
  '>=': 'Must be at least',
  '<': 'Must be less than',
  '<=': 'Must be at most',
}

function membersOf(schema: z.ZodType): ReadonlySet<string> {
  if (schema instanceof z.ZodPipe) return membersOf(schema.in as z.ZodType)
  return new Set(schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : [])
}
