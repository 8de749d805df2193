import type { z } from 'zod'
import type { Constraints } from '../data/connection/database-errors.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Access } from './access.ts'
import type { Context } from './context.ts'
import type { CustomRecord } from './extensible.ts'
import type { RuleHook } from './rule-point.ts'

/** The declaration of a command. */
export interface CommandSpec<I extends z.ZodType, O extends z.ZodType> {
  /** `<module>.<resources>.<verb>`, as it appears in the log. */
  readonly id: string
  /** The description shown to people in the log: `Create role`. */
  readonly label?: string
  readonly access: Access
  readonly input: I
  /** Schema of the result of `run`. Properties that it does not declare are removed from the response. */
  readonly output: O
  /**
   * The kind of resource the command acts on. Its id is the `id` of the result or of the input, unless `target`, called after
   * `run`, returns another.
   */
  readonly resource?: string
  /**
   * The entity whose row is the resource, used for optimistic locking: a stale copy is detected whatever the command writes.
   * Default: the first row that the command changes under the resource's id.
   */
  readonly entity?: Declared
  /** Rows that are written together with the row of `entity`, whose tables are checked at startup. Set by `resource`. */
  readonly lines?: readonly LineTable[]
  /**
   * The `updatedAt` of what the command is about to write, for optimistic locking where no row of `entity` has the resource's id:
   * the settings of a tenant, the rights of a role. Called in the command's transaction before `run`; locks the row (`for update`).
   * Null if nothing is stored.
   */
  currentVersion?(ctx: CommandContext<z.output<I>>): Promise<Date | string | null>
  target?(outcome: { readonly input: z.output<I>; readonly result: z.input<O> }): Target
  /** Error messages by constraint name. Default: 400 that names the field. */
  readonly constraints?: Constraints
  /** Where customers' rules check this command and change its input: `users.create` of a rule point. */
  readonly rules?: RuleHook
  /**
   * The id or ids of what an update or deletion writes, for rules and field policies. Default: the input's `id` or `ids`. Of other
   * rows, rules learn the former values from what the database has recorded.
   */
  ruledId?(input: z.output<I>): string | readonly string[] | undefined
  /**
   * The properties of the input that people choose, which field policies restrict. The others are worked out by whoever runs the
   * command. Default: all.
   */
  readonly chosen?: readonly string[]
  /** False if custom fields in the body of its route are not stored in its row, as for protocols that have their own. */
  readonly takesCustomValues?: false
  /**
   * False for the state of running work, such as a percentage: there is no log entry and no undo, and the database rejects
   * writes to recorded tables. Inside another command, it is part of that command.
   *
   * `changes` for commands that others call to say what a record should be, most of the time what it is: one that has only locked
   * rows and read them with `from`, and has emitted, queued and invalidated nothing, ends without an entry.
   */
  readonly logged?: boolean | 'changes'
  /**
   * Whether it also runs while an operator has suspended writes, like signing in and out. So do commands with `logged: false`.
   * Default: false.
   */
  readonly whileSuspended?: boolean
  /**
   * False for actions that cannot be undone, such as revealing a secret or sending an email; an object states the reason. It
   * also applies to every command that runs this one.
   */
  readonly undoable?: boolean | { readonly because: string }
  run(ctx: CommandContext<z.output<I>>): Promise<z.input<O>> | z.input<O>
  /**
   * Does what `run` does for each of several inputs, in fewer statements, and returns the results in their order. It may write nothing
   * but the rows with the ids of its inputs, or of its results. Imports use it. Rules, custom values and field policies apply to each
   * row as they do to `run`. Default: `run`, for one after another.
   */
  runAll?(ctx: CommandContext<readonly z.output<I>[]>): Promise<readonly z.input<O>[]>
  /**
   * Throws if the caller may not undo or redo this command. Required for every command that writes to `grantTables`. Runs before
   * the rows are restored; the function it returns runs afterwards.
   */
  readonly beforeRevert?: (ctx: CommandContext, rows: readonly RevertedRow[]) => Promise<(() => Promise<void>) | void>
  /** Reverses effects outside the database, after the rows have been restored. */
  undo?(ctx: RevertContext<z.output<I>, z.input<O>>): Promise<void> | void
  /** Repeats those effects. Jobs and durable events of the command are queued again automatically. */
  redo?(ctx: RevertContext<z.output<I>, z.input<O>>): Promise<void> | void
}

/** Lines of a row: their entity, the property that refers to the row, and the properties of the row with sums of theirs. */
export interface LineTable {
  /** The property of what is sent and returned that contains the lines. */
  readonly name?: string
  readonly entity: Declared
  readonly parent: string
  readonly order?: string | undefined
  readonly sums: Readonly<Record<string, string>>
}

/**
 * A write: one transaction and one log entry. Undo restores the rows it wrote. Without type arguments, the type of any command.
 */
export interface Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CommandSpec<I, O> {
  /** Whether its log entries can be undone. */
  readonly isUndoable: boolean
}

/** What `undo` and `redo` receive: the command as it ran, inside the transaction that reverts it. */
export interface RevertContext<I, O> extends Context {
  readonly input: I
  readonly result: O
  /** What `target` returned as `context`. */
  readonly context: Readonly<Record<string, unknown>>
  /** Every row of the entry, before and after the command, with the current columns and without secrets. */
  readonly rows: readonly RevertedRow[]
  /** The entry being undone or redone. */
  readonly entryId: string
}

/** The resource of a log entry, if it is not identified by the `id` of the result or the input. */
export interface Target {
  readonly id?: string | null
  readonly kind?: string
  readonly parent?: { readonly kind: string; readonly id: string }
  readonly context?: Readonly<Record<string, unknown>>
  /** The command and label to log, if the entry stands for another command: a redo is logged as the command that it repeats. */
  readonly commandId?: string
  readonly label?: string | null
}

/** Which entries may be undone or redone. */
export interface RevertOptions {
  /** Also entries of other people. Default: only the caller's own. */
  readonly ofOthers?: boolean
  /**
   * Keeps what has been edited since, and lists it in `kept`, instead of refusing; newer entries of the resource may stay. A new row that has been edited, or that others refer
   * to, stays as a whole. Only for undo. Default: false.
   */
  readonly keepsEdits?: boolean
  /**
   * Undoes only these changes of the entry, which can still be undone as a whole: name the entry of the command that has undone the
   * part in `undoneBy` then. That command can be undone in turn. The caller locks what says which parts have been undone. Throws 400
   * if a command of the entry has effects outside the database. Only for undo. Default: all changes.
   */
  readonly part?: readonly ChangeRange[]
  /**
   * The entries of commands that have undone parts of the entry, and have not been undone: what they have undone is left alone. Set it
   * for every entry of which parts can be undone. Only for undo.
   */
  readonly undoneBy?: readonly string[]
}

/** Consecutive changes of a transaction: those behind a `lastChange`, up to another one. */
export interface ChangeRange {
  readonly after: number
  readonly last: number
}

/** A row that an undo has kept, or some of whose fields it has kept, since they were edited later. */
export interface KeptRow {
  readonly resourceKind: string
  readonly resourceId: string
  readonly fields: readonly string[]
}

/** The result of an undo or redo. */
export interface Reverted {
  readonly sourceId: string
  /** The log entry that records the undo or redo. */
  readonly entryId: string
  /** Properties that hold credentials and were therefore left unchanged (decision: Credentials and undo). */
  readonly credentialsLeft: readonly string[]
  /** With `keepsEdits`: what was kept, without rows outside of the caller's organizations. */
  readonly kept: readonly KeptRow[]
  /** What `target` should return in a command that does nothing but this undo or redo. */
  readonly target: Target
}

/** A row that undo or redo is about to change, by column names; null where no row exists. */
export interface RevertedRow {
  readonly table: string
  readonly id: string
  /** The current row, and the row as it would be afterwards. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  /** Whether columns change that previews never show: passwords, secrets of keys. */
  readonly isSecret: boolean
}

/**
 * The context inside a command's transaction; without `I`, that of any command.
 *
 * @example
 * async function renameTag({ from, input }: CommandContext<{ id: string; label: string }>): Promise<void> {
 *   const tag = await from.lock(Tag, input.id)
 *   await from.change(Tag, tag, { label: input.label })
 * }
 */
export interface CommandContext<I = unknown> extends Context {
  readonly input: I
  /** The log entry that records this command and the commands it runs. */
  readonly entryId: string
  /**
   * Runs a command inside this one for each input, in their order, and returns the results; by its `runAll` if possible. `custom` has
   * the custom values of each row, by key, in the same order.
   */
  runAll<C extends Command>(
    command: C,
    inputs: readonly z.input<C['input']>[],
    options?: { readonly custom?: readonly (CustomRecord | undefined)[] },
  ): Promise<readonly z.output<C['output']>[]>
}

/**
 * Declares a command. Everything `run` writes is one transaction and one log entry, and can be undone.
 *
 * @example
 * const createTag = defineCommand({
 *   id: 'tags.tags.create',
 *   access: features.manage,
 *   input: z.object({ label: z.string().trim().min(1).max(100) }),
 *   output: Id,
 *   run: async ({ input, from }) => ({ id: (await from.create(Tag, input)).id }),
 * })
 */
export function defineCommand<I extends z.ZodType, O extends z.ZodType>(command: CommandSpec<I, O>): Command<I, O> {
  return Object.freeze({ ...command, isUndoable: whyNotUndoable(command) === null && command.logged !== false })
}

/** The reason why a command cannot be undone; null if it can. */
export function whyNotUndoable({ id, undoable = true }: Pick<Command, 'id' | 'undoable'>): string | null {
  if (typeof undoable === 'object') return undoable.because
  return undoable ? null : `${id} cannot be undone`
}
