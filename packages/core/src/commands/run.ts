import type { Sql } from '../data/sql.ts'
import type { Writer } from '../data/orm.ts'
import type { Unit } from '../data/unit.ts'
import { isRetryable, toPlatformError } from '../data/database-errors.ts'
import type { Session } from '../define/actor.ts'
import type { Command, CommandContext } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import type { Outbox } from '../events/outbox.ts'
import { assertAccess } from '../acl/guard.ts'
import { invalidInput } from '../errors.ts'
import { targetOf, writeEntry } from './log.ts'
import type { Operation } from './operation.ts'
import type { UndoTokens } from './undo-token.ts'

/** A transaction that the platform opened for a command, and the context rebound to it, services included. */
export interface Transaction {
  readonly unit: Unit
  readonly em: Writer
  readonly db: Sql
  readonly ctx: Context
  readonly outbox: Outbox
  readonly entryId: string
}

/** What running a command needs of the platform. */
export interface CommandHost {
  readonly session: Session
  readonly requestId: string | null
  readonly tokens: UndoTokens
  now(): Date
  begin(entryId: string): Transaction
  /** Puts the jobs and durable events of the outbox into the transaction's queue. */
  queue(transaction: Transaction): Promise<void>
  /** Drops caches and delivers events, after commit. */
  settle(transaction: Transaction): void
}

export interface Outcome {
  readonly result: unknown
  /** Null when the command cannot be undone. */
  readonly operation: Operation | null
}

const ATTEMPTS = 3

/**
 * Runs a command in one transaction: its rows, their recorded changes, its log entry, its jobs and its notices, or
 * nothing. A deadlock or serialization failure runs it again.
 */
export async function runCommand(host: CommandHost, command: Command, input: unknown): Promise<Outcome> {
  assertAccess(host.session.actor, command.access)
  const parsed = parseInput(command, input)
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptCommand(host, command, parsed)
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw toPlatformError(error, command.constraints)
    }
  }
}

/** Runs a command inside another one: same transaction, same log entry, same fate. */
export async function joinCommand(transaction: Transaction, command: Command, input: unknown): Promise<unknown> {
  const result = await command.run(commandContext(transaction, parseInput(command, input)))
  await transaction.em.flush()
  return command.output.parse(result)
}

async function attemptCommand(host: CommandHost, command: Command, input: unknown): Promise<Outcome> {
  const { session, requestId, tokens } = host
  const transaction = host.begin(crypto.randomUUID())
  const { unit, em, db, outbox, entryId } = transaction
  try {
    const result: unknown = await command.run(commandContext(transaction, input))
    await em.flush()
    const undoToken = command.undoable === false ? null : tokens.tokenOf(entryId, 0)
    const target = targetOf(command, input, result)
    const createdAt = host.now()
    await writeEntry(db, {
      id: entryId,
      command,
      session,
      target,
      requestId,
      createdAt,
      undoTokenHash: undoToken === null ? null : tokens.hash(undoToken),
      notice: outbox.tags.size > 0 ? JSON.stringify([...outbox.tags]) : null,
    })
    await host.queue(transaction)
    await unit.commit()
    host.settle(transaction)
    const operation: Operation | null =
      undoToken === null
        ? null
        : {
            id: entryId,
            undoToken,
            commandId: command.id,
            actionLabel: command.label ?? null,
            resourceKind: target.kind ?? command.resource ?? null,
            resourceId: target.id ?? null,
            executedAt: createdAt.toISOString(),
          }
    return { result: command.output.parse(result), operation }
  } catch (error) {
    await unit.rollback().catch(() => {})
    throw error
  }
}

function parseInput({ input: schema }: Command, input: unknown): unknown {
  const { data, error } = schema.safeParse(input)
  if (error) throw invalidInput(error)
  return data
}

/** Members are added on top of the context, so that `em` and `db` stay unopened until they are named. */
function commandContext({ ctx, em, entryId }: Transaction, input: unknown): CommandContext<never> {
  return Object.create(ctx, {
    em: { value: em },
    entryId: { value: entryId },
    input: { value: input },
  })
}
