import { setTimeout } from 'node:timers/promises'
import { assertAccess } from '../acl/grants.ts'
import { isRetryable, toPlatformError } from '../data/connection/database-errors.ts'
import { type ContendedRow, contendedRow } from '../data/query/row-locks.ts'
import type { Command } from '../define/command.ts'
import type { WriteMode } from '../define/preview.ts'
import { ruleRunner } from '../define/rule-point.ts'
import { brokenSetup, conflict, forbidden } from '../errors.ts'
import { SerialQueue } from '../scheduling/serial-queue.ts'
import { type CommandCommit, commitCommand, type CompletedCommand, filedUnder, newEntryId } from './commit.ts'
import { RequestContext } from '../context/context.ts'
import { takeKey, takesKey } from '../context/idempotency-keys.ts'
import { parseInput, parseOutput, parseSent } from './parse.ts'
import { EffectLog } from '../context/effect-log.ts'
import { dropCaches, pauseAfter, settle, TRANSACTION_ATTEMPTS, writeRecords } from '../context/outbox.ts'
import { prepareCustomValues, takeCustomValues } from './write-custom-values.ts'
import { previewCommand } from './preview.ts'
import { type CommandInput, type CommandOutcome, runRuled } from './ruled-command.ts'
import type { CommandCall } from '../context/runtime.ts'
import type { RequestState } from '../context/unit-of-work.ts'

/**
 * Runs a command and returns its result, parsed by its schema. Inside another command, it joins the transaction and log entry of
 * that command. Otherwise it has its own transaction, which commits its rows, their recorded changes, its log entry, jobs and
 * invalidations, or nothing. Deadlocks and serialization failures are retried.
 */
export async function execute(outer: RequestState, command: Command, call: CommandCall): Promise<unknown> {
  const isJoining = outer.command !== undefined
  if (isJoining ? call.checkAccess : !isAdmitted(outer, command))
    assertAccess(outer.caller.actor, command.access, outer.runtime.now())
  if (isJoining) return join(outer, command, call)
  const { writes } = outer.origin
  const run = () => runOutermost(outer, command, call)
  // Previews are compared in order.
  return writes ? serialQueueOf(writes).run(run) : run()
}

const serialQueues = new WeakMap<WriteMode, SerialQueue>()

function serialQueueOf(writes: WriteMode): SerialQueue {
  const queue = serialQueues.get(writes) ?? new SerialQueue()
  serialQueues.set(writes, queue)
  return queue
}

/** Runs an outermost command, with up to five attempts. */
async function runOutermost(outer: RequestState, command: Command, call: CommandCall): Promise<unknown> {
  const { origin } = outer
  const custom = call.custom ?? takeCustomValues(outer, command)
  // Rules are loaded into a cache, before the transaction.
  if (command.rules) await new RequestContext(outer).inject(ruleRunner)?.prepare()
  // So are the definitions of custom fields.
  if (custom) await prepareCustomValues(outer, command)
  // Release the reader's connection first.
  await outer.release()
  if (origin.writes?.kind === 'refused') throw forbidden('This call may read only')
  const parse = call.isSent ? parseSent : parseInput
  const input = { raw: call.input, parsed: parse(command.input, call.input), custom }
  const index = origin.writes?.previews?.length ?? 0
  const contended: ContendedRow[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(outer, command, { ...input, index, contended, isLast: attempt === TRANSACTION_ATTEMPTS })
    } catch (error) {
      if (!isRetryable(error) || attempt === TRANSACTION_ATTEMPTS) throw toPlatformError(error, command.constraints)
      const row = contendedRow(error)
      // The next attempt waits for the row lock, so nobody can change the row in between.
      if (row) contended.push(row)
      else await setTimeout(pauseAfter(attempt))
    }
  }
}

/** Whether the route has already checked this access for this actor. */
const isAdmitted = ({ caller, origin: { admitted } }: RequestState, { access }: Command): boolean =>
  admitted?.actor === caller.actor && admitted.access === access

async function join(state: RequestState, command: Command, { input, custom }: CommandCall): Promise<unknown> {
  try {
    const parsed = parseInput(command.input, input)
    const { result } = await runNoted(state, command, { raw: input, parsed, custom })
    return toOutput(command, result)
  } catch (error) {
    const reason = isRetryable(error) ? error : toPlatformError(error, command.constraints)
    state.transaction.doom(reason)
    throw reason
  }
}

/** One attempt: a transaction, and what follows its commit. */
async function runOnce(
  outer: RequestState,
  command: Command,
  input: CommandInput & {
    readonly index: number
    readonly contended: readonly ContendedRow[]
    readonly isLast: boolean
  },
): Promise<unknown> {
  const { runtime, caller, origin } = outer
  const running = { entryId: newEntryId(runtime.now()), isLogged: command.logged !== false, effects: new EffectLog() }
  const state = outer.begin(running)
  if (input.contended.length > 0) state.lock(input.contended)
  const key = origin.idempotencyKey && takesKey(origin.idempotencyKey, command) ? origin.idempotencyKey : null
  let result: unknown
  let commit: CommandCommit
  try {
    if (key) await takeKey(state.sql('app'), { key, caller, entryId: running.entryId, at: runtime.now() })
    const outcome = await runNoted(state, command, input)
    await assertWaited(state, command)
    const target = filedUnder(command, outcome, {
      irreversible: running.effects.irreversible,
      cause: origin.cause,
      traceparent: runtime.telemetry?.traceparent(),
    })
    // A result that does not match its schema must not be committed.
    result = toOutput(command, outcome.result)
    const finished = { command, target, result, key }
    if (origin.writes && (await showPreview(state, { ...finished, input: outcome.input, index: input.index })))
      return result
    commit = await commitCommand(state, running, finished)
  } catch (error) {
    await state.transaction.rollback().catch(() => {})
    if (origin.writes?.kind !== 'dry-run') {
      // The commit may have succeeded even if its confirmation was lost.
      dropCaches(runtime, state.outbox)
      // Unless the command is retried, which appends them again.
      if (input.isLast || !isRetryable(error)) writeRecords(runtime, state.outbox)
    }
    throw error
  }
  settle(state, state.outbox, commit)
  if (key) key.isTaken = true
  if (commit.operation) origin.onOperation?.(commit.operation)
  return result
}

/** Fails a command with a statement that was not awaited: the statement could fail unnoticed, or run after the commit. */
async function assertWaited({ transaction }: RequestState, { id }: Command): Promise<void> {
  // Kysely takes a few microtasks to send a statement.
  await new Promise<void>((done) => process.nextTick(done))
  if ((await transaction.finishRunning()) > 0)
    throw brokenSetup(`Command '${id}' has not waited for all of its statements`)
}

const runNoted = (state: RequestState, command: Command, input: CommandInput): Promise<CommandOutcome> =>
  state.command!.effects.note(command, () => runRuled(state, command, input))

/**
 * Creates the preview that the request asks for. Returns true for a dry run, which is rolled back; throws if the preview differs
 * from the confirmed one.
 */
async function showPreview(
  state: RequestState,
  { index, ...finished }: CompletedCommand & { readonly input: unknown; readonly index: number },
): Promise<boolean> {
  const { writes } = state.origin
  if (!writes || writes.kind === 'refused') return false
  const preview = await previewCommand(state, finished)
  writes.previews[index] = preview
  if (writes.kind === 'dry-run') {
    await state.transaction.rollback()
    return true
  }
  if (writes.fingerprints[index] !== preview.fingerprint) throw conflict('What was shown before no longer holds')
  await writes.beforeCommit?.(new RequestContext(state))
  return false
}

const toOutput = ({ id, output }: Command, result: unknown): unknown =>
  parseOutput(output, result, `The result of ${id}`)
