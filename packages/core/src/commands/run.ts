import { setTimeout } from 'node:timers/promises'
import type { Sql } from '../data/sql.ts'
import type { Unit } from '../data/unit.ts'
import { isRetryable, toPlatformError } from '../data/database-errors.ts'
import type { Session } from '../define/actor.ts'
import { type Command, isUndoable, type Target } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import type { Cause } from '../define/internal-request.ts'
import type { WriteMode } from '../define/preview.ts'
import type { Outbox } from '../events/outbox.ts'
import { assertAccess } from '../acl/guard.ts'
import { conflict, forbidden, keepWord } from '../errors.ts'
import { parseInput } from './command-context.ts'
import { type EffectLog, type EffectSeal, keepEffects, type QueuedEffect } from './entry-effects.ts'
import { targetOf, writeEntry } from './log.ts'
import { writeInvalidation } from './invalidation.ts'
import { type Once, keepAnswer, takeKey } from './once.ts'
import type { Operation } from './operation.ts'
import { previewCommand } from './preview.ts'
import { type Input, runRuled } from './run-ruled.ts'
import type { UndoTokens } from './undo-token.ts'
import { assertExpectedVersion } from './version-check.ts'

/** A transaction that the platform opened for a command, and the context rebound to it, services included. */
export interface Transaction {
  readonly unit: Unit
  readonly db: Sql
  /** Writes what entities have changed. */
  flush(): Promise<void>
  /** Another context in this transaction, for one command. */
  context(): Context
  readonly outbox: Outbox
  /** What its commands do outside their rows. */
  readonly effects: EffectLog
  readonly entryId: string
  /** How often rules have led to each other up to here. */
  readonly depth: number
}

/** What running a command needs of the platform. */
export interface CommandHost {
  readonly session: Session
  readonly requestId: string | null
  /** The version that the caller's change is based on; null when it did not say. */
  readonly expectedUpdatedAt: string | null
  readonly tokens: UndoTokens
  readonly effectSeal: EffectSeal
  /** Set while the request's key waits for its first command. */
  readonly once: Once | null
  /** Bytes of rows that the command may record. */
  readonly mostRecorded: number
  /** How it is carried out; for good unless told. */
  readonly writes?: WriteMode | undefined
  /** What led to it beside the request. */
  readonly cause?: Cause | undefined
  now(): Date
  begin(entryId: string): Transaction
  /** Puts the jobs and durable events of the outbox into the transaction's queue, and answers them. */
  queue(transaction: Transaction): Promise<readonly QueuedEffect[]>
  /** Under which this process announces what is stale. */
  readonly hostId: string
  /**
   * Drops caches, for a commit may have arrived of which the answer did not, and writes down what the command has told
   * journals, unless it is run again and tells them again.
   */
  fail(transaction: Transaction, isFinal: boolean): void
  /**
   * Drops caches, delivers events and writes down what journals were told, after commit. `written` are the recorded
   * tables with new changes.
   */
  settle(transaction: Transaction, written: readonly string[]): void
}

export interface Outcome {
  readonly result: unknown
  /** Null when the command cannot be undone. */
  readonly operation: Operation | null
}

const ATTEMPTS = 5

/**
 * Runs a command in one transaction: its rows, their recorded changes, its log entry, its jobs and its invalidations, or
 * nothing. A deadlock or serialization failure runs it again.
 */
export async function runCommand(host: CommandHost, command: Command, input: unknown): Promise<Outcome> {
  assertAccess(host.session.actor, command.access)
  if (host.writes?.kind === 'refused') throw forbidden('This call may read only')
  const parsed = parseInput(command, input)
  const place = host.writes?.previews?.length ?? 0
  for (let attempt = 1; ; attempt++) {
    try {
      const { transaction, outcome, written } = await attemptCommand(host, command, { raw: input, parsed, place })
      if (host.writes?.kind !== 'dry-run') host.settle(transaction, written)
      return outcome
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw toPlatformError(error, command.constraints)
      // Those who met once would meet again at the same pace.
      await setTimeout(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Runs a command inside another one: same transaction, same log entry, same fate. */
export async function joinCommand(transaction: Transaction, command: Command, input: unknown): Promise<unknown> {
  try {
    const parsed = parseInput(command, input)
    const { result } = await runNoted(transaction, command, { raw: input, parsed })
    return toOutput(command, result)
  } catch (error) {
    const reason = isRetryable(error) ? error : toPlatformError(error, command.constraints)
    transaction.unit.doom(reason)
    throw reason
  }
}

const runNoted = (transaction: Transaction, command: Command, input: Input) =>
  transaction.effects.note(command, () => runRuled(transaction, command, input))

async function attemptCommand(host: CommandHost, command: Command, given: Input & { readonly place: number }) {
  const transaction = host.begin(crypto.randomUUID())
  const { unit, db, entryId } = transaction
  try {
    if (host.once) await takeKey(db, { once: host.once, session: host.session, entryId, at: host.now() })
    const { input, result } = await runNoted(transaction, command, given)
    const target = withCause(withReason(targetOf(command, input, result), transaction), host)
    // A result that breaks the command's word must not be committed.
    const answer = toOutput(command, result)
    const { writes } = host
    if (writes && writes.kind !== 'refused') {
      const { scope } = host.session
      const preview = await previewCommand(transaction, {
        command,
        input,
        target,
        scope,
        mostRecorded: host.mostRecorded,
      })
      writes.previews[given.place] = preview
      if (writes.kind === 'dry-run') {
        await unit.rollback()
        return { transaction, outcome: { result: answer, operation: null }, written: [] }
      }
      if (writes.fingerprints[given.place] !== preview.fingerprint)
        throw conflict('What was shown before no longer holds')
      await writes.beforeCommit?.(transaction.context())
    }
    const { operation, written } = await commitCommand(host, transaction, { command, target, answer })
    return { transaction, outcome: { result: answer, operation }, written }
  } catch (error) {
    await unit.rollback().catch(() => {})
    if (host.writes?.kind !== 'dry-run') host.fail(transaction, !isRetryable(error))
    throw error
  }
}

async function commitCommand(
  host: CommandHost,
  transaction: Transaction,
  { command, target, answer }: { command: Command; target: Target; answer: unknown },
): Promise<{ operation: Operation | null; written: readonly string[] }> {
  const { session, requestId, expectedUpdatedAt, tokens, effectSeal, once, mostRecorded } = host
  const { unit, db, outbox, entryId } = transaction
  if (expectedUpdatedAt !== null)
    await assertExpectedVersion(db, { entryId, rowId: target.id, expected: expectedUpdatedAt })
  const undoToken = isUndoable(command) && !transaction.effects.irreversible ? tokens.tokenOf(entryId) : null
  const undoTokenHash = undoToken === null ? null : tokens.hash(undoToken)
  const createdAt = host.now()
  const operation: Operation | null =
    undoToken === null
      ? null
      : {
          id: entryId,
          undoToken,
          commandId: target.commandId ?? command.id,
          actionLabel: target.label ?? command.label ?? null,
          resourceKind: target.kind ?? command.resource ?? null,
          resourceId: target.id ?? null,
          executedAt: createdAt.toISOString(),
        }
  const effects = { commands: transaction.effects.commands, jobs: await host.queue(transaction) }
  const { tags } = outbox
  const sealed = once?.seal?.(answer, operation)
  const [logged] = await unit.commit([
    ...(command.logged === false
      ? []
      : [
          writeEntry({
            id: entryId,
            command,
            session,
            target,
            requestId,
            createdAt,
            undoTokenHash,
            tags,
            mostRecorded,
          }),
        ]),
    ...(undoToken !== null && effects.commands.length + effects.jobs.length > 0
      ? [keepEffects({ tenantId: session.scope.tenantId, entryId, at: createdAt }, effectSeal.seal(effects))]
      : []),
    ...(tags.size > 0 ? [writeInvalidation(host.hostId, tags)] : []),
    ...(once && sealed !== undefined ? [keepAnswer(session, once, sealed)] : []),
  ])
  const entry = logged?.rows[0] as { readonly written?: readonly string[] } | undefined
  return { operation, written: entry?.written ?? [] }
}

/** An entry says why it cannot be undone where the reason is a command inside of its own. */
function withReason(target: Target, { effects: { irreversible } }: Transaction): Target {
  return irreversible ? { ...target, context: { ...target.context, notUndoable: irreversible } } : target
}

/** An entry says what led to it: the conversation and the call of an assistant. */
function withCause(target: Target, { cause }: CommandHost): Target {
  return cause ? { ...target, context: { ...target.context, cause } } : target
}

const toOutput = ({ id, output }: Command, result: unknown): unknown => keepWord(output, result, `The result of ${id}`)
