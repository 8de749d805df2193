import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { assertAccess } from '../acl/grants.ts'
import { isRetryable, toPlatformError } from '../data/database-errors.ts'
import { type ContendedRow, contendedRow } from '../data/row-locks.ts'
import type { Command, WriteMode } from '../define/command.ts'
import { type RuleData, type RuleHook, type RulePoint, ruleRunner } from '../define/rule-point.ts'
import { brokenSetup, conflict, forbidden, isInvalidInput, refused } from '../errors.ts'
import { SerialQueue } from '../fairness.ts'
import {
  type CommandCommit,
  commitCommand,
  filedUnder,
  type CompletedCommand,
  idOf,
  newEntryId,
  targetOf,
} from './commit.ts'
import { CommandRequestContext, RequestContext } from './context.ts'
import { TRANSACTION_ATTEMPTS, dropCaches, EffectLog, pauseAfter, writeRecords, settle } from './outbox.ts'
import { takeKey, takesKey } from './idempotency.ts'
import { parseInput, parseOutput, parseSent } from './input.ts'
import { previewCommand } from './preview.ts'
import type { RequestState } from './runtime.ts'

/** How a command is called. */
interface Call {
  readonly input: unknown
  /** Check access inside another command, too. Default: only the outermost one is checked. */
  readonly checkAccess?: boolean
  /** Whether it is as the request sent it, and not parsed yet. */
  readonly isSent?: boolean
}

/**
 * Runs a command and returns its result, parsed by its schema. Inside another command it joins: same transaction, same
 * log entry. Elsewhere it has one transaction: its rows, their recorded changes, its log entry, its jobs and
 * its invalidations, or nothing. A deadlock or serialization failure runs it again.
 */
export async function execute(outer: RequestState, command: Command, call: Call): Promise<unknown> {
  const isJoining = outer.command !== undefined
  if (isJoining ? call.checkAccess : !isAdmitted(outer, command)) assertAccess(outer.caller.actor, command.access)
  if (isJoining) return join(outer, command, call.input)
  const { writes } = outer.origin
  const run = () => runOutermost(outer, command, call)
  // Previews are compared by their order.
  return writes ? serialQueueOf(writes).run(run) : run()
}

const serialQueues = new WeakMap<WriteMode, SerialQueue>()

function serialQueueOf(writes: WriteMode): SerialQueue {
  const queue = serialQueues.get(writes) ?? new SerialQueue()
  serialQueues.set(writes, queue)
  return queue
}

/** A command that is in no other, in up to five attempts. */
async function runOutermost(outer: RequestState, command: Command, call: Call): Promise<unknown> {
  const { origin } = outer
  // Rules are loaded before the transaction, into a cache.
  if (command.rules) await new RequestContext(outer).inject(ruleRunner)?.prepare()
  // The connection of its reads goes back first.
  await outer.release()
  if (origin.writes?.kind === 'refused') throw forbidden('This call may read only')
  const parse = call.isSent ? parseSent : parseInput
  const input = { raw: call.input, parsed: parse(command.input, call.input) }
  const index = origin.writes?.previews?.length ?? 0
  const contended: ContendedRow[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(outer, command, { ...input, index, contended, isLast: attempt === TRANSACTION_ATTEMPTS })
    } catch (error) {
      if (!isRetryable(error) || attempt === TRANSACTION_ATTEMPTS) throw toPlatformError(error, command.constraints)
      const row = contendedRow(error)
      // The next attempt waits for the row, and nobody comes between.
      if (row) contended.push(row)
      else await setTimeout(pauseAfter(attempt))
    }
  }
}

/** Whether the route has already checked this access for this actor. */
const isAdmitted = ({ caller, origin: { admitted } }: RequestState, { access }: Command): boolean =>
  admitted?.actor === caller.actor && admitted.access === access

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
    const target = filedUnder(command, outcome, { irreversible: running.effects.irreversible, cause: origin.cause })
    // A result that its schema refuses must not be committed.
    result = toOutput(command, outcome.result)
    const finished = { command, target, result, key }
    if (origin.writes && (await showPreview(state, { ...finished, input: outcome.input, index: input.index })))
      return result
    commit = await commitCommand(state, running, finished)
  } catch (error) {
    await state.transaction.rollback().catch(() => {})
    if (origin.writes?.kind !== 'dry-run') {
      // The commit may have arrived although its answer did not.
      dropCaches(runtime, state.outbox)
      // Unless it runs again and tells them again.
      if (input.isLast || !isRetryable(error)) writeRecords(runtime, state.outbox)
    }
    throw error
  }
  settle(state, state.outbox, commit)
  if (key) key.isTaken = true
  if (commit.operation) origin.onOperation?.(commit.operation)
  return result
}

/** Refuses a command with a statement that was not awaited: it could fail unseen, or run after the commit. */
async function assertWaited({ transaction }: RequestState, { id }: Command): Promise<void> {
  // Kysely takes a few microtasks to send a statement.
  await new Promise<void>((done) => process.nextTick(done))
  if ((await transaction.finishRunning()) > 0)
    throw brokenSetup(`Command '${id}' has not waited for all of its statements`)
}

const runNoted = (state: RequestState, command: Command, input: CommandInput): Promise<CommandOutcome> =>
  state.command!.effects.note(command, () => runRuled(state, command, input))

/**
 * Makes the preview that the request asks for. True for a dry run, which is rolled back; throws where the preview differs
 * from the one that was confirmed.
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

/** An input as it arrived, and as its schema left it. */
interface CommandInput {
  readonly raw: unknown
  readonly parsed: unknown
}

/** What a command made of its input, which rules may have changed. */
interface CommandOutcome {
  readonly input: unknown
  readonly result: unknown
}

/**
 * Runs a command's own code and writes its rows, between the rules of its point where it has one: those before may
 * refuse (422) or change the input, those after are queued (decision 24).
 */
async function runRuled(state: RequestState, command: Command, input: CommandInput): Promise<CommandOutcome> {
  const { rules } = command
  if (!rules) return runCode(state, command, input.parsed)
  const ctx = new RequestContext(state)
  const runner = ctx.inject(ruleRunner)
  if (!runner) return runCode(state, command, input.parsed)
  const { effects } = state.command!
  const point = rules.point()
  const { entityType } = point
  const isNew = rules.writes === 'new'
  const id = isNew ? undefined : (command.ruledId?.(input.parsed) ?? idOf(input.parsed) ?? undefined)
  const load = async (entityId: string | undefined) =>
    entityId === undefined ? null : pick(await point.load(ctx, entityId), point)
  const applies = () =>
    Promise.all([rules.before, rules.after].map((eventTypes) => runner.applies({ entityType, eventTypes })))
  // The former row is read before it changes, for the rules after the command, too.
  const needsStored = !isNew && (await applies()).includes(true)
  const stored = needsStored ? await load(id) : null
  const sent = pick(input.parsed as RuleData, point)
  const former = stored && { before: stored }
  const trigger = { entityType, depth: state.origin.depth ?? 0 }
  const data = async () => {
    if (isNew) return sent
    return stored && (rules.writes === 'gone' ? { ...stored, ...former } : { ...stored, ...sent, ...former })
  }
  const ruled = await runner.before({ ...trigger, eventTypes: rules.before, entityId: id, read: data })
  const changes = ruled && changesOf(rules, { before: (await data()) ?? {}, after: ruled })
  if (ruled) effects.rules.push({ entityType, eventTypes: rules.before, changed: Object.keys(changes ?? {}) })
  const outcome = await runCode(state, command, changes ? amend(command, input, changes) : input.parsed)
  const written = targetOf(command, outcome.input, outcome.result).id ?? undefined
  // A caller who may write a row need not be allowed to read it.
  const after = async () => {
    const reloaded = rules.writes === 'gone' ? null : await load(written)
    return reloaded ? { ...reloaded, ...former } : data()
  }
  await runner.after({ ...trigger, eventTypes: rules.after, entityId: written, read: once(after) })
  return outcome
}

async function runCode(state: RequestState, command: Command, input: unknown): Promise<CommandOutcome> {
  const result: unknown = await command.run(new CommandRequestContext(state, input as never))
  await state.flush()
  return { input, result }
}

/** The fields that a rule point shows to rules. */
function pick(holder: RuleData | null, { data }: RulePoint): RuleData | null {
  if (typeof holder !== 'object' || holder === null) return null
  const entries = Object.keys(data.shape).map((key) => [key, holder[key]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The fields that rules have set, without those that the point does not let them set. */
function changesOf(
  { point, writes }: RuleHook,
  { before, after }: { before: RuleData; after: RuleData },
): RuleData | undefined {
  if (writes === 'gone') return undefined
  const changed = point().settable.filter((key) => after[key] !== before[key])
  return changed.length > 0 ? Object.fromEntries(changed.map((key) => [key, after[key]])) : undefined
}

function amend({ input }: Command, { raw }: CommandInput, changes: RuleData): unknown {
  try {
    return parseInput(input as z.ZodType, { ...(raw as object), ...changes })
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    throw refused('Rules have set values that are not valid', {
      details: error.cause.issues.map(({ path, message }) => ({ path, message })),
    })
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => (value ??= read())
}
