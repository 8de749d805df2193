import { sql } from 'kysely'
import { writeInvalidation } from '../cache/invalidations.ts'
import type { Query } from '../data/connection/transaction.ts'
import type { Command, Target } from '../define/command.ts'
import { type EntryEffects, type QueuedJob, storeEffects } from '../log/effects.ts'
import type { ChangedTable } from '../log/changed-table.ts'
import { writeEntry } from '../log/new-entry.ts'
import { type IdempotencyKey, storeAnswer } from '../context/idempotency-keys.ts'
import { type Operation, toOperation, toOperationHeader } from '../context/operation.ts'
import type { RequestState, RunningCommand } from '../context/unit-of-work.ts'

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
  /** The recorded tables with new changes. */
  readonly written: readonly ChangedTable[]
}

/** The statements that are sent in one message with the commit of a command. */
interface ClosingStatements {
  /** The first one writes the log entry, if the command is logged. */
  readonly statements: readonly Query[]
  /** How to undo the command, provided that its entry turns out to be undoable; null if it cannot be undone. */
  readonly operation: Operation | null
}

/**
 * Everything that is committed with the rows of a command, besides its jobs: the log entry, the effects for undo, invalidations
 * for other hosts, and the response stored under the request's idempotency key.
 */
export async function closingStatements(
  state: RequestState,
  running: RunningCommand,
  { command, target, result, key, jobs }: CompletedCommand & { readonly jobs: readonly QueuedJob[] },
): Promise<ClosingStatements> {
  const { runtime, caller, origin, outbox } = state
  const { entryId, isLogged, effects } = running
  const createdAt = runtime.now()
  const undoToken = command.isUndoable && !effects.irreversible ? runtime.tokens.tokenOf(entryId) : null
  const operation = undoToken === null ? null : toOperation({ id: entryId, undoToken, command, target, createdAt })
  // A response stored with the rows needs to know before the commit what the operation header will contain.
  const isKept = key?.encryptResult !== undefined
  const offered = operation && isKept && !(await isRevertible(state, entryId)) ? null : operation
  const done = { commands: effects.commands, jobs }
  const statements: Query[] = []
  if (isLogged)
    statements.push(
      writeEntry({
        id: entryId,
        command,
        caller,
        target,
        requestId: origin.requestId,
        createdAt,
        undoTokenHash: undoToken === null ? null : runtime.tokens.hash(undoToken),
        tags: outbox.tags,
        mostRecorded: runtime.mostRecorded,
        reachesBeyond: state.reachesBeyond && runtime.summedTables.size > 0,
      }),
    )
  if (undoToken !== null && hasEffects(done))
    statements.push(
      storeEffects({ tenantId: caller.scope.tenantId, entryId, at: createdAt }, runtime.effectCipher.encrypt(done)),
    )
  if (outbox.tags.size > 0) statements.push(writeInvalidation(runtime.invalidations.hostId, outbox.tags))
  const encrypted = key?.encryptResult?.(result, offered && toOperationHeader(offered))
  if (key && encrypted !== undefined) statements.push(storeAnswer(caller, key, encrypted))
  return { statements, operation }
}

/** Whether undoing the recorded changes would change anything (decision 85). */
async function isRevertible(state: RequestState, entryId: string): Promise<boolean> {
  const { tenantId } = state.caller.scope
  const { rows } = await sql<{ isRevertible: boolean }>`
    select plinth.is_revertible(${tenantId}, ${entryId}) as "isRevertible"`.execute(state.sql('app'))
  return rows[0]!.isRevertible
}

const hasEffects = ({ commands, jobs }: EntryEffects) => commands.length + jobs.length > 0
