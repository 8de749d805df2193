import { setTimeout } from 'node:timers/promises'
import { assertAccess } from '../acl/guard.ts'
import { isRetryable, toPlatformError } from '../data/database-errors.ts'
import type { Command } from '../define/command.ts'
import { ruleRunner } from '../define/rule-point.ts'
import { brokenSetup, conflict, forbidden } from '../errors.ts'
import { timedId } from '../security/tokens.ts'
import { EffectLog } from '../undo/effects.ts'
import { type CommandCommit, commitCommand, filedUnder, type Finished } from './commit.ts'
import type { RequestState } from './context.ts'
import { dropCaches, keepLines, settle } from './effects.ts'
import { takeKey, takesKey } from './idempotency.ts'
import { parseInput, parseOutput } from './input.ts'
import { previewCommand } from './preview.ts'
import { type CommandInput, type Outcome, runRuled } from './rules.ts'

const ATTEMPTS = 5

/** What somebody asks of a command. */
interface Call {
  readonly input: unknown
  /** Also inside a command, whose caller may run what it runs. */
  readonly checkAccess?: boolean
  /** The route has asked for the same. */
  readonly isAllowed?: boolean
}

/**
 * Runs a command and answers its result as its schema leaves it. Inside another command it joins: same transaction, same
 * log entry, same fate. Elsewhere it has one transaction: its rows, their recorded changes, its log entry, its jobs and
 * its invalidations, or nothing. A deadlock or serialization failure runs it again.
 */
export async function execute(caller: RequestState, command: Command, call: Call): Promise<unknown> {
  const isJoining = caller.command !== undefined
  if (!call.isAllowed && (!isJoining || call.checkAccess)) assertAccess(caller.session.actor, command.access)
  if (isJoining) return join(caller, command, call.input)
  const { origin } = caller
  // What rules need is read before the transaction, where it may be kept for others.
  if (command.rules) await caller.get(ruleRunner)?.prepare()
  // No other connection is held.
  await caller.release()
  if (origin.writes?.kind === 'refused') throw forbidden('This call may read only')
  const input = { raw: call.input, parsed: parseInput(command.input, call.input) }
  const place = origin.writes?.previews?.length ?? 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(caller, command, { ...input, place })
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw toPlatformError(error, command.constraints)
      // Those who met once would meet again at the same pace.
      await setTimeout(Math.random() * 10 * 2 ** attempt)
    }
  }
}

async function join(state: RequestState, command: Command, input: unknown): Promise<unknown> {
  try {
    const parsed = parseInput(command.input, input)
    const { result } = await runNoted(state, command, { raw: input, parsed })
    return toOutput(command, result)
  } catch (error) {
    const reason = isRetryable(error) ? error : toPlatformError(error, command.constraints)
    state.transaction.doom(reason)
    throw reason
  }
}

/** One transaction, from its beginning to what follows from its commit. */
async function runOnce(
  caller: RequestState,
  command: Command,
  input: CommandInput & { readonly place: number },
): Promise<unknown> {
  const { runtime, session, origin } = caller
  const running = { entryId: timedId(runtime.now()), isLogged: command.logged !== false, effects: new EffectLog() }
  const state = caller.begin(running)
  const key = origin.idempotencyKey && takesKey(origin.idempotencyKey, command) ? origin.idempotencyKey : null
  let result: unknown
  let commit: CommandCommit
  try {
    if (key) await takeKey(state.sql('app'), { key, session, entryId: running.entryId, at: runtime.now() })
    const outcome = await runNoted(state, command, input)
    await assertWaited(state, command)
    const target = filedUnder(command, outcome, { irreversible: running.effects.irreversible, cause: origin.cause })
    // A result that breaks the command's word must not be committed.
    result = toOutput(command, outcome.result)
    const finished = { command, target, result, key }
    if (origin.writes && (await isDryRun(state, { ...finished, input: outcome.input, place: input.place })))
      return result
    commit = await commitCommand(state, running, finished)
  } catch (error) {
    await state.transaction.rollback().catch(() => {})
    if (origin.writes?.kind !== 'dry-run') {
      // A commit may have arrived of which the answer did not.
      dropCaches(runtime, state.outbox)
      // Unless it runs again and tells them again.
      if (!isRetryable(error)) keepLines(runtime, state.outbox)
    }
    throw error
  }
  settle(state, state.outbox, commit)
  if (key) key.isTaken = true
  if (commit.operation) origin.onOperation?.(commit.operation)
  return result
}

/** A statement that nobody waited for could fail unseen, or come after the commit: no such command counts. */
async function assertWaited({ transaction }: RequestState, { id }: Command): Promise<void> {
  // Kysely takes a few turns of the microtasks to send a statement.
  await new Promise<void>((done) => process.nextTick(done))
  if ((await transaction.finishRunning()) > 0)
    throw brokenSetup(`Command '${id}' has not waited for all of its statements`)
}

const runNoted = (state: RequestState, command: Command, input: CommandInput): Promise<Outcome> =>
  state.command!.effects.note(command, () => runRuled(state, command, input))

/**
 * Shows what the command has done to whoever wants to see it first. True for a dry run, which is rolled back; throws where
 * it is not what was shown before.
 */
async function isDryRun(
  state: RequestState,
  { place, ...finished }: Finished & { readonly input: unknown; readonly place: number },
): Promise<boolean> {
  const { writes } = state.origin
  if (!writes || writes.kind === 'refused') return false
  const preview = await previewCommand(state, finished)
  writes.previews[place] = preview
  if (writes.kind === 'dry-run') {
    await state.transaction.rollback()
    return true
  }
  if (writes.fingerprints[place] !== preview.fingerprint) throw conflict('What was shown before no longer holds')
  await writes.beforeCommit?.(state.contextOf(undefined))
  return false
}

const toOutput = ({ id, output }: Command, result: unknown): unknown =>
  parseOutput(output, result, `The result of ${id}`)
