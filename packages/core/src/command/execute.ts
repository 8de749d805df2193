import { setTimeout } from 'node:timers/promises'
import { assertAccess } from '../acl/grants.ts'
import { CommandRequestContext } from '../context/context.ts'
import { EffectLog } from '../context/effect-log.ts'
import { takeKey, takesKey } from '../context/idempotency-keys.ts'
import { dropCaches, pauseAfter, settle, TRANSACTION_ATTEMPTS, writeRecords } from '../context/outbox.ts'
import type { CommandCall, Runtime } from '../context/runtime.ts'
import type { RequestState } from '../context/unit-of-work.ts'
import { isRetryable, toPlatformError } from '../data/connection/database-errors.ts'
import { type ContendedRow, contendedRow } from '../data/query/row-locks.ts'
import type { Command } from '../define/command.ts'
import { brokenSetup } from '../errors.ts'
import { newEntryId } from '../log/new-entry.ts'
import { type CommandCommit, commitCommand } from './commit.ts'
import { filedUnder } from './command-target.ts'
import {
  type CommandInput,
  type CommandInterceptor,
  type CommandOutcome,
  composeInterceptors,
  type Interceptors,
  type RunningCode,
} from './interceptor.ts'
import { parseInput, parseOutput, parseSent } from './parse.ts'

/** Creates the function that runs commands, with interceptors around them. */
export function createExecutor(interceptors: readonly CommandInterceptor[]): Runtime['execute'] {
  const composed = composeInterceptors(interceptors)
  return (state, command, call) => execute(composed, { state, command, call })
}

interface Execution {
  readonly state: RequestState
  readonly command: Command
  readonly call: CommandCall
}

/**
 * Runs a command and returns its result, parsed by its schema. Inside another command, it joins the transaction and log entry of
 * that command. Otherwise it has its own transaction, which commits its rows, their recorded changes, its log entry, jobs and
 * invalidations, or nothing. Deadlocks and serialization failures are retried.
 */
async function execute(interceptors: Interceptors, { state: outer, command, call }: Execution): Promise<unknown> {
  const isJoining = outer.command !== undefined
  if (isJoining ? call.checkAccess : !isAdmitted(outer, command))
    assertAccess(outer.caller.actor, command.access, outer.runtime.now())
  if (isJoining) return join(interceptors, { state: outer, command, call })
  return interceptors.aroundCall({ outer, command, call }, (passed) =>
    runOutermost(interceptors, { state: outer, command, call: passed }),
  )
}

/** Whether the route has already checked this access for this actor. */
const isAdmitted = ({ caller, origin: { admitted } }: RequestState, { access }: Command): boolean =>
  admitted?.actor === caller.actor && admitted.access === access

async function join(interceptors: Interceptors, { state, command, call }: Execution): Promise<unknown> {
  try {
    const parsed = parseInput(command.input, call.input)
    const input = { raw: call.input, parsed, custom: call.custom }
    const { result } = await runCode(interceptors, { state, command, input })
    return toOutput(command, result)
  } catch (error) {
    const reason = isRetryable(error) ? error : toPlatformError(error, command.constraints)
    state.transaction.doom(reason)
    throw reason
  }
}

/** Runs an outermost command, with up to five attempts. */
async function runOutermost(interceptors: Interceptors, { state: outer, command, call }: Execution): Promise<unknown> {
  // Release the reader's connection first.
  await outer.release()
  const parse = call.isSent ? parseSent : parseInput
  const input = { raw: call.input, parsed: parse(command.input, call.input), custom: call.custom }
  const contended: ContendedRow[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      const isLast = attempt === TRANSACTION_ATTEMPTS
      return await runOnce(interceptors, { outer, command, input, contended, isLast })
    } catch (error) {
      if (!isRetryable(error) || attempt === TRANSACTION_ATTEMPTS) throw toPlatformError(error, command.constraints)
      const row = contendedRow(error)
      // The next attempt waits for the row lock, so nobody can change the row in between.
      if (row) contended.push(row)
      else await setTimeout(pauseAfter(attempt))
    }
  }
}

interface Attempt {
  readonly outer: RequestState
  readonly command: Command
  readonly input: CommandInput
  /** Rows to lock first, because earlier attempts failed on them. */
  readonly contended: readonly ContendedRow[]
  readonly isLast: boolean
}

/** One attempt: a transaction, and what follows its commit. */
async function runOnce(
  interceptors: Interceptors,
  { outer, command, input, contended, isLast }: Attempt,
): Promise<unknown> {
  const { runtime, caller, origin } = outer
  const running = { entryId: newEntryId(runtime.now()), isLogged: command.logged !== false, effects: new EffectLog() }
  const state = outer.begin(running)
  if (contended.length > 0) state.lock(contended)
  const key = origin.idempotencyKey && takesKey(origin.idempotencyKey, command) ? origin.idempotencyKey : null
  let result: unknown
  let commit: CommandCommit | null
  try {
    if (key) await takeKey(state.sql('app'), { key, caller, entryId: running.entryId, at: runtime.now() })
    const outcome = await runCode(interceptors, { state, command, input })
    await assertWaited(state, command)
    const target = filedUnder(command, outcome, {
      irreversible: running.effects.irreversible,
      cause: origin.cause,
      traceparent: runtime.telemetry?.traceparent(),
    })
    // A result that does not match its schema must not be committed.
    result = toOutput(command, outcome.result)
    const done = { state, command, target, input: outcome.input, result, key }
    commit = await interceptors.aroundCommit(done, () => commitCommand(state, running, done))
  } catch (error) {
    await state.transaction.rollback().catch(() => {})
    if (!state.withholds([])) {
      // The commit may have succeeded even if its confirmation was lost.
      dropCaches(runtime, state.outbox)
      // Unless the command is retried, which appends them again.
      if (isLast || !isRetryable(error)) writeRecords(runtime, state.outbox)
    }
    throw error
  }
  if (commit === null) return result
  settle(state, state.outbox, commit)
  if (key) key.isTaken = true
  if (commit.operation) origin.onOperation?.(commit.operation)
  return result
}

/** Runs the command's own code, writes its rows, and notes its effects. */
function runCode(interceptors: Interceptors, running: RunningCode): Promise<CommandOutcome> {
  const { state, command } = running
  return state.command!.effects.note(command, () =>
    interceptors.aroundCode(running, async ({ parsed: input }) => {
      const result: unknown = await command.run(new CommandRequestContext(state, input as never))
      await state.flush()
      return { input, result }
    }),
  )
}

/** Fails a command with a statement that was not awaited: the statement could fail unnoticed, or run after the commit. */
async function assertWaited({ transaction }: RequestState, { id }: Command): Promise<void> {
  // Kysely takes a few microtasks to send a statement.
  await new Promise<void>((done) => process.nextTick(done))
  if ((await transaction.finishRunning()) > 0)
    throw brokenSetup(`Command '${id}' has not waited for all of its statements`)
}

const toOutput = ({ id, output }: Command, result: unknown): unknown =>
  parseOutput(output, result, `The result of ${id}`)
