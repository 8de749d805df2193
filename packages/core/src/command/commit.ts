import { sql } from 'kysely'
import { writeInvalidation } from '../cache/invalidations.ts'
import type { Query } from '../data/connection/transaction.ts'
import type { Command, Target } from '../define/command.ts'
import { type EntryEffects, type QueuedJob, storeEffects } from '../log/effects.ts'
import type { ChangedTable } from '../log/changed-table.ts'
import { writeEntry } from '../log/new-entry.ts'
import { type IdempotencyKey, storeAnswer } from '../context/idempotency-keys.ts'
import { queueOutbox } from '../context/queue-outbox.ts'
import type { RunningCommand } from '../context/origin.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { type Operation, toOperationHeader } from '../http/operation-header.ts'
import { assertExpectedVersion } from './expected-version.ts'

/** A command that has run, in a transaction that is still open. */
export interface CompletedCommand {
  readonly command: Command
  readonly target: Target
  readonly result: unknown
  /** Set for the command that claims the request's idempotency key. */
  readonly key: IdempotencyKey | null
}

/** The result of a commit. */
export interface CommandCommit {
  /** Null if the command cannot be undone. */
  readonly operation: Operation | null
  readonly jobs: readonly QueuedJob[]
  /** The recorded tables with new changes; undefined without a log entry. */
  readonly written: readonly ChangedTable[] | undefined
}

/**
 * Commits the rows of a command together with its jobs, its log entry, the effects for undo, invalidations for other hosts, and the
 * response stored under the request's idempotency key. Everything except the jobs is sent in one message with the commit.
 */
export async function commitCommand(
  state: UnitOfWork,
  running: RunningCommand,
  { command, target, result, key }: CompletedCommand,
): Promise<CommandCommit> {
  const { runtime, caller, origin, outbox, transaction } = state
  const { entryId, isLogged, effects } = running
  if (origin.expectedUpdatedAt != null && !command.currentVersion)
    await assertExpectedVersion(state, { entryId, command, rowId: target.id, expected: origin.expectedUpdatedAt })
  const jobs = await queueOutbox(state, transaction, outbox)
  const createdAt = runtime.now()
  const undoToken = command.isUndoable && !effects.irreversible ? runtime.tokens.tokenOf(entryId) : null
  const operation = undoToken === null ? null : toOperation({ id: entryId, undoToken, command, target, createdAt })
  const entry = isLogged
    ? writeEntry({
        id: entryId,
        command,
        caller,
        target,
        requestId: origin.requestId,
        createdAt: runtime.dates === 'host' ? createdAt : null,
        undoTokenHash: undoToken === null ? null : runtime.tokens.hash(undoToken),
        tags: outbox.tags,
        mostRecorded: runtime.mostRecorded,
        reachesBeyond: state.reachesBeyond && runtime.summedTables.size > 0,
      })
    : null
  const done = { commands: effects.commands, jobs: jobs.filter(({ isOnce }) => !isOnce) }
  const closing: Query[] = entry ? [entry.statement] : []
  if (undoToken !== null && hasEffects(done))
    closing.push(
      storeEffects({ tenantId: caller.scope.tenantId, entryId, at: createdAt }, runtime.effectCipher.encrypt(done)),
    )
  if (outbox.tags.size > 0) closing.push(writeInvalidation(runtime.invalidations.hostId, outbox.tags))
  if (key?.encryptResult) {
    // What is stored with the rows includes the operation header, so whether there will be one has to be known by now.
    const offered = operation && (await isRevertible(state, entryId)) ? toOperationHeader(operation) : null
    closing.push(storeAnswer(caller, key, key.encryptResult(result, offered)))
  }
  const [logged] = await transaction.commit(closing)
  const read = entry?.read(logged?.rows[0])
  return { jobs, written: read?.written, operation: read?.isUndoable ? operation : null }
}

interface UndoableCommand extends Pick<Operation, 'id' | 'undoToken'> {
  readonly command: Command
  readonly target: Target
  readonly createdAt: Date
}

const toOperation = ({ id, undoToken, command, target, createdAt }: UndoableCommand): Operation => ({
  id,
  undoToken,
  commandId: target.commandId ?? command.id,
  actionLabel: target.label ?? command.label ?? null,
  resourceKind: target.kind ?? command.resource ?? null,
  resourceId: target.id ?? null,
  executedAt: createdAt.toISOString(),
})

/** Whether undoing the recorded changes would change anything (decision: Bookkeeping columns). */
async function isRevertible(state: UnitOfWork, entryId: string): Promise<boolean> {
  const { tenantId } = state.caller.scope
  const { rows } = await sql<{ isRevertible: boolean }>`
    select plinth.is_revertible(${tenantId}, ${entryId}) as "isRevertible"`.execute(state.sql('app'))
  return rows[0]!.isRevertible
}

const hasEffects = ({ commands, jobs }: EntryEffects) => commands.length + jobs.length > 0
