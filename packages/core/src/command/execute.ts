import { setTimeout } from 'node:timers/promises'
import { assertAccess } from '../acl/grants.ts'
import { EffectLog } from '../context/effect-log.ts'
import { takeKey, takesKey } from '../context/idempotency-keys.ts'
import type { CommandCall, Runtime } from '../context/runtime.ts'
import { dropCaches, settle, writeRecords } from '../context/after-commit.ts'
import type { RunningCommand } from '../context/origin.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { isRetryable } from '../data/connection/database-errors.ts'
import { pauseAfter, TRANSACTION_ATTEMPTS } from '../data/connection/retries.ts'
import { type ContendedRow, contendedRow } from '../data/query/row-locks.ts'
import type { Command } from '../define/command.ts'
import { brokenSetup, readOnlyView } from '../errors.ts'
import { newEntryId } from '../log/entry-id.ts'
import { CommandRequestContext } from './command-context.ts'
import { filedUnder } from './command-target.ts'
import { type CommandCommit, commitCommand, type CompletedCommand } from './commit.ts'
import { assertCurrentVersion } from './expected-version.ts'
import {
  type Around,
  type CommandInput,
  type CommandInterceptor,
  type CommandOutcome,
  joinInterceptors,
  type RunningCode,
} from './interceptor.ts'
import { parseInput, parseSent } from './parse-input.ts'
import { parseOutput } from './parse-output.ts'
import { toCommandError, toInnerError } from './command-errors.ts'

/** Creates the function that runs commands, with interceptors around them. */
export function createExecutor(interceptors: readonly CommandInterceptor[]): Runtime['execute'] {
  return (state: UnitOfWork, command, call) => execute(interceptors, { state, command, call })
}

interface Execution {
  readonly state: UnitOfWork
  readonly command: Command
  readonly call: CommandCall
}

/**
 * Runs a command and returns its result, parsed by its schema. Inside another command, it joins the transaction and log entry of
 * that command. Otherwise it has its own transaction, which commits its rows, their recorded changes, its log entry, jobs and
 * invalidations, or nothing. Deadlocks and serialization failures are retried.
 */
async function execute(interceptors: readonly CommandInterceptor[], execution: Execution): Promise<unknown> {
  const { state, command, call } = execution
  // Also for commands that a GET runs, and for rehearsals.
  if (state.caller.actor.viewer) throw readOnlyView()
  const isInner = state.command !== undefined
  if (isInner ? call.checkAccess : !isAdmitted(state, command))
    assertAccess(state.caller.actor, command.access, state.runtime.now())
  if (isInner) return runInner(interceptors, execution)
  const called = { ...execution, isOutermost: true }
  return joinInterceptors(interceptors, { called }, (around) => runOutermost(around, execution))
}

/** Whether the route has already checked this access for this actor. */
const isAdmitted = ({ caller, origin: { admitted } }: UnitOfWork, { access }: Command): boolean =>
  admitted?.actor === caller.actor && admitted.access === access

/** Runs a command inside another one. If it fails, so does the transaction. */
async function runInner(interceptors: readonly CommandInterceptor[], execution: Execution): Promise<unknown> {
  const { state, command, call } = execution
  try {
    const parsed = parseInput(command.input, call.input)
    const called = { ...execution, isOutermost: false }
    return await joinInterceptors(interceptors, { called }, async (around) => {
      const input = { raw: call.input, parsed, custom: around.custom }
      const { result } = await runCode(around, { state, command, input })
      return toOutput(command, result)
    })
  } catch (error) {
    const reason = await toInnerError(error, { state, command })
    state.transaction.doom(reason)
    throw reason
  }
}

/** Runs an outermost command, with up to five attempts. */
async function runOutermost(around: Around, { state: outer, command, call }: Execution): Promise<unknown> {
  const parse = call.isSent ? parseSent : parseInput
  const input = { raw: call.input, parsed: parse(command.input, call.input), custom: around.custom }
  const contended: ContendedRow[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      const isLast = attempt === TRANSACTION_ATTEMPTS
      return await runOnce(around, { outer, command, input, contended, isLast })
    } catch (error) {
      if (!isRetryable(error) || attempt === TRANSACTION_ATTEMPTS)
        throw await toCommandError(error, { state: outer, command })
      const row = contendedRow(error)
      // The next attempt waits for the row lock, so nobody can change the row in between.
      if (row) contended.push(row)
      else await setTimeout(pauseAfter(attempt))
    }
  }
}

interface Attempt {
  readonly outer: UnitOfWork
  readonly command: Command
  readonly input: CommandInput
  /** Rows to lock first, because earlier attempts failed on them. */
  readonly contended: readonly ContendedRow[]
  readonly isLast: boolean
}

/** One attempt: a transaction, and what follows its commit. */
async function runOnce(around: Around, { outer, command, input, contended, isLast }: Attempt): Promise<unknown> {
  const { runtime, caller, origin } = outer
  const running: RunningCommand = {
    entryId: newEntryId(runtime.now()),
    isLogged: command.logged !== false,
    effects: new EffectLog(),
    beforeCommit: [],
  }
  const state = await outer.begin(running)
  if (contended.length > 0) state.lock(contended)
  const key = origin.idempotencyKey && takesKey(origin.idempotencyKey, command) ? origin.idempotencyKey : null
  let result: unknown
  let commit: CommandCommit | null
  try {
    if (key) await takeKey(state.sql('app'), { key, caller, entryId: running.entryId, at: runtime.now() })
    const { expectedUpdatedAt: expected } = origin
    if (expected != null && command.currentVersion)
      await assertCurrentVersion(expected, () =>
        command.currentVersion!(new CommandRequestContext(state, input.parsed as never)),
      )
    const outcome = await runCode(around, { state, command, input })
    for (const work of running.beforeCommit) await work()
    await assertWaited(state, command)
    const target = filedUnder(command, outcome, {
      irreversible: running.effects.irreversible,
      cause: origin.cause,
      traceparent: runtime.telemetry?.traceparent(),
    })
    // A result that does not match its schema must not be committed.
    result = toOutput(command, outcome.result)
    const done = { state, command, target, input: outcome.input, result, key }
    commit = await around.commit(done, () => (leavesNoTrace(done) ? leave(state) : commitCommand(state, running, done)))
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
  if (commit === null) {
    writeRecords(runtime, state.outbox)
    return result
  }
  settle(state, state.outbox, commit)
  if (key) key.isTaken = true
  if (commit.operation) origin.onOperation?.(commit.operation)
  return result
}

/** A stale copy is detected whatever the command writes. */
const leavesNoTrace = ({ state, command }: CompletedCommand & Pick<RunningCode, 'state'>) =>
  command.logged === 'changes' && state.hasOnlyRead && state.origin.expectedUpdatedAt == null

async function leave({ transaction }: UnitOfWork): Promise<null> {
  await transaction.rollback()
  return null
}

/** Runs the command's own code, and notes its effects. */
function runCode(around: Around, running: RunningCode): Promise<CommandOutcome> {
  const { state, command } = running
  return state.command!.effects.around(command, () =>
    around.code(running, async ({ parsed: input }) => {
      const result: unknown = await command.run(new CommandRequestContext(state, input as never))
      return { input, result }
    }),
  )
}

/** Fails a command with a statement that was not awaited: the statement could fail unnoticed, or run after the commit. */
async function assertWaited({ transaction }: UnitOfWork, { id }: Command): Promise<void> {
  // Kysely takes a few microtasks to send a statement.
  await new Promise<void>((done) => process.nextTick(done))
  if ((await transaction.finishRunning()) > 0) throw brokenSetup(`Command '${id}' did not await all of its statements`)
}

const toOutput = ({ id, output }: Command, result: unknown): unknown =>
  parseOutput(output, result, { what: `The result of ${id}` })
