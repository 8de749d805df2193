import type { Database } from '../data/connection/database.ts'
import { querySystem, transactSystem } from '../data/connection/system-queries.ts'
import { propertyOf, tableOf } from '../data/query/properties.ts'
import { quoteName } from '../data/query/quote-name.ts'
import { allowedValues } from '../data/schema/allowed-values.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import type { StateMachine } from '../define/state-machine.ts'
import { brokenSetup } from '../errors.ts'
import { findStates } from './find-states.ts'

interface StateCheck {
  readonly database: Database
  readonly modules: readonly Module[]
  readonly log: Logger
}

/**
 * Throws for rows in a state that is no longer declared: no response could show them, and no transition leads out. A table whose
 * check constraint allows no other states is not read; one that cannot be read in time is only warned about.
 */
export async function checkStates({ database, modules, log }: StateCheck): Promise<void> {
  for (const machine of findStates(modules)) {
    const place = placeOf(machine)
    const names = machine.states.map(({ name }) => name)
    if (await isEnforced(database, place, names)) continue
    const found = await countOthers(database, place, names)
    if (!found) {
      log.warn(
        place,
        'the states of a table could not be checked in time; a validated check constraint makes it unnecessary',
      )
      continue
    }
    const problems = found.map(({ state, count }) => `${count > MOST ? `more than ${MOST}` : count} in '${state}'`)
    if (problems.length > 0)
      throw brokenSetup(
        `Rows of '${place.table}' are in states that '${place.column}' no longer has: ${problems.join(', ')}. ` +
          'Move them to other states with a migration (`replaceStates`), or declare the states again',
      )
  }
}

interface Place {
  readonly table: string
  readonly column: string
}

const placeOf = ({ entity, property }: StateMachine): Place => ({
  table: tableOf(entity),
  column: propertyOf(entity, property, 'A state machine').column,
})

/** Whether the database lets no other value in. */
async function isEnforced(database: Database, { table, column }: Place, names: readonly string[]): Promise<boolean> {
  const { rows } = await querySystem<{ text: string }>(database, {
    text: `select pg_get_constraintdef(k.oid) as text from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      where k.conrelid = to_regclass(quote_ident($1)) and k.contype = 'c' and k.convalidated and a.attname = $2`,
    values: [table, column],
  })
  return rows.some(({ text }) => allowedValues(text)?.every((value) => names.includes(value)) ?? false)
}

/** More rows are not counted. */
const MOST = 10_000

/** The number of rows in other states, by state; undefined if it takes too long to find out. */
async function countOthers(database: Database, { table, column }: Place, names: readonly string[]) {
  const [from, state] = [quoteName(table), quoteName(column)]
  try {
    const [, result] = await transactSystem(database, await database.pool.connect(), {
      queries: [
        { text: `set local statement_timeout = '10s'` },
        {
          text: `select state, count(*)::int as count from (
            select ${state}::text as state from ${from} where ${state}::text <> all ($1::text[]) limit ${MOST + 1}
          ) others group by state order by state`,
          values: [names],
        },
      ],
    })
    return result!.rows as readonly { readonly state: string; readonly count: number }[]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') return undefined
    throw error
  }
}
