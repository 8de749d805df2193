import { sql } from 'kysely'
import type { CommandCall, Runtime } from '../context/runtime.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { toInnerError } from './command-errors.ts'
import type { Command } from '../define/command.ts'
import { brokenSetup } from '../errors.ts'
import { idOf } from './command-target.ts'
import { CommandRequestContext } from './command-context.ts'
import type { CodesWork, CommandHooks, CommandInterceptor, CommandOutcome, RunningCodes } from './interceptor.ts'
import { parseInput } from './parse-input.ts'
import { parseOutput } from './parse-output.ts'

/** Creates the function that runs a command for several inputs inside another one. */
export function createManyExecutor(
  interceptors: readonly CommandInterceptor[],
  execute: Runtime['execute'],
): Runtime['executeAll'] {
  return async (state: UnitOfWork, command: Command, calls: readonly CommandCall[]) => {
    const isTogether =
      calls.length > 1 && command.runAll && areOfOthers(calls) && !(await hasOwnTriggers(state, command))
    const around = isTogether && (await joinAll(interceptors, { state, command, calls }))
    if (around) return runAll(around, { state, command, calls })
    const results: unknown[] = []
    for (const call of calls) results.push(await execute(state, command, call))
    return results
  }
}

/** Whether no two of them write the same row: what the second one finds is what the first one has left. */
function areOfOthers(calls: readonly CommandCall[]): boolean {
  const ids = calls.flatMap(({ input }) => idOf(input) ?? [])
  return new Set(ids).size === ids.length
}

/**
 * Whether the table has triggers of its own behind each row. These may change other rows of the same statement, and such a change would
 * be recorded before that of the statement itself, so that an undo would mistake their order.
 */
async function hasOwnTriggers(state: UnitOfWork, { entity }: Command): Promise<boolean> {
  if (!entity) return false
  const { rows } =
    await sql`select from pg_trigger where tgrelid = to_regclass(quote_ident(${state.runtime.tables.tableOf(entity)}))
    and not tgisinternal and tgtype & ${ROW | BEFORE} = ${ROW} and tgtype & ${INSERT | UPDATE} <> 0
    and not starts_with(tgname::text, 'plinth_') limit 1`.execute(state.sql('app'))
  return rows.length > 0
}

/** Bits of `pg_trigger.tgtype`. */
const [ROW, BEFORE, INSERT, UPDATE] = [1, 2, 4, 16] as const

interface Executions {
  readonly state: UnitOfWork
  readonly command: Command
  readonly calls: readonly CommandCall[]
}

interface AroundAll {
  /** Whether custom values are written by anybody. */
  readonly takesCustom: boolean
  readonly codeAll: (running: RunningCodes, work: CodesWork) => Promise<readonly CommandOutcome[]>
}

/** What all interceptors together do around the inputs; undefined if one of them takes only one at a time. */
async function joinAll(
  interceptors: readonly CommandInterceptor[],
  { state, command, calls }: Executions,
): Promise<AroundAll | undefined> {
  // Whether an interceptor takes part in an inner command does not depend on its input, but on which custom values there are.
  const sent = calls.flatMap(({ custom }) => custom ?? [])
  const custom = sent.length > 0 ? Object.assign({}, ...sent) : undefined
  const called = { state, command, call: { input: undefined, ...(custom && { custom }) }, isOutermost: false }
  const joined: CommandHooks[] = []
  for (const { join } of interceptors) {
    const hooks = await join(called)
    if (!hooks) continue
    if (hooks.call || hooks.commit || (hooks.code && !hooks.codeAll)) return undefined
    joined.unshift(hooks)
  }
  return {
    takesCustom: joined.some((hooks) => hooks.custom),
    codeAll: (running, work) =>
      joined.reduce<CodesWork>(
        (next, { codeAll }) => (codeAll ? (inputs) => codeAll({ ...running, inputs }, next) : next),
        work,
      )(running.inputs),
  }
}

async function runAll(
  { codeAll, takesCustom }: AroundAll,
  { state, command, calls }: Executions,
): Promise<readonly unknown[]> {
  try {
    const inputs = calls.map(({ input, custom }) => ({
      raw: input,
      parsed: parseInput(command.input, input),
      custom: takesCustom ? custom : undefined,
    }))
    const ran = await state.command!.effects.aroundAll(command, () =>
      codeAll({ state, command, inputs }, async (changed) => {
        const parsed = changed.map((one) => one.parsed)
        const results = await command.runAll!(new CommandRequestContext(state, parsed as never))
        if (results.length !== parsed.length)
          throw brokenSetup(`'${command.id}' returned other results than its inputs`)
        return results.map((result, index) => ({ input: parsed[index], result }))
      }),
    )
    return ran.map(({ result }) => parseOutput(command.output, result, { what: `The result of ${command.id}` }))
  } catch (error) {
    const reason = await toInnerError(error, { state, command })
    state.transaction.doom(reason)
    throw reason
  }
}
