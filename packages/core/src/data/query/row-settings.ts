import { isAlways, toPlain } from './plain-conditions.ts'
import { toCompiled } from './row-conditions.ts'
import type { RowAction, RowPolicies, RowTest } from './row-tests.ts'

const known = new WeakMap<RowPolicies, string>()

/** The statement that sets a caller's policies for a transaction. */
export function toSettings(policies: RowPolicies): string {
  let statement = known.get(policies)
  if (statement === undefined) known.set(policies, (statement = compileAll(policies)))
  return statement
}

function compileAll(policies: RowPolicies): string {
  const all = [...policies].flatMap(([table, actions]) =>
    Object.entries(actions).flatMap(([action, test]) =>
      isAlways(test) ? [] : [[`${action}_${table}`, JSON.stringify(compile(action as RowAction, test))] as const],
    ),
  )
  const read = all.flatMap(([name]) => (name.startsWith(READ) ? [name.slice(READ.length)] : []))
  return [['policies', `on:${read.join()}`] as const, ...all]
    .map(([name, value]) => toStatement(name, `'${value.replaceAll("'", "''")}'`))
    .join('; ')
}

/** Bytes of an identifier. PostgreSQL cuts off what is longer in a statement, and would then find no policy of such a table. */
const LONGEST = 63

const toStatement = (name: string, value: string) =>
  name.length > LONGEST ? `select set_config('plinth.${name}', ${value}, true)` : `set local plinth.${name} = ${value}`

const READ = 'read_'

/** Writes are checked row by row, so that only what is read is looked up. */
const compile = (action: RowAction, test: RowTest): object => ({
  ...toCompiled(test),
  ...(action === 'read' && toPlain(test)),
})
