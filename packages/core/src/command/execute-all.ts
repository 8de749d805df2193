import type { Runtime } from '../context/runtime.ts'
import type { RequestState } from '../context/unit-of-work.ts'
import { isRetryable, toPlatformError } from '../data/connection/database-errors.ts'
import type { Command } from '../define/command.ts'
import { brokenSetup } from '../errors.ts'
import { CommandRequestContext } from './command-context.ts'
import type { CommandInterceptor } from './interceptor.ts'
import { parseInput } from './parse-input.ts'
import { parseOutput } from './parse-output.ts'

/** Creates the function that runs a command for several inputs inside another one. */
export function createManyExecutor(
  interceptors: readonly CommandInterceptor[],
  execute: Runtime['execute'],
): Runtime['executeAll'] {
  return async (state: RequestState, command: Command, inputs: readonly unknown[]) => {
    if (inputs.length > 1 && command.runAll && (await isAlone(interceptors, state, command)))
      return runAll(state, command, inputs)
    const results: unknown[] = []
    for (const input of inputs) results.push(await execute(state, command, { input }))
    return results
  }
}

/** Whether no interceptor takes part in an inner command without custom values; that does not depend on its input. */
async function isAlone(
  interceptors: readonly CommandInterceptor[],
  state: RequestState,
  command: Command,
): Promise<boolean> {
  const called = { state, command, call: { input: undefined }, isOutermost: false }
  for (const { join } of interceptors) if (await join(called)) return false
  return true
}

async function runAll(state: RequestState, command: Command, inputs: readonly unknown[]): Promise<readonly unknown[]> {
  try {
    const parsed = inputs.map((input) => parseInput(command.input, input))
    const ran = await state.command!.effects.aroundAll(command, async () => {
      const results = await command.runAll!(new CommandRequestContext(state, parsed as never))
      if (results.length !== inputs.length) throw brokenSetup(`'${command.id}' returned other results than its inputs`)
      return results.map((result, index) => ({ input: parsed[index], result }))
    })
    return ran.map(({ result }) => parseOutput(command.output, result, { what: `The result of ${command.id}` }))
  } catch (error) {
    const reason = isRetryable(error) ? error : toPlatformError(error, command.constraints)
    state.transaction.doom(reason)
    throw reason
  }
}
