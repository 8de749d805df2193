import type { z } from 'zod'
import type { Constraints } from '../data/database-errors.ts'
import type { Writer } from '../data/orm.ts'
import type { Declared } from '../data/properties.ts'
import type { Access } from './access.ts'
import type { Context } from './context.ts'
import type { RuleHook } from './rule-point.ts'

/** What a command is declared by. */
export interface CommandSpec<I extends z.ZodType, O extends z.ZodType> {
  /** `<module>.<resources>.<verb>`, as in the log. */
  readonly id: string
  /** What people read in the log: `Create role`. */
  readonly label?: string
  readonly access: Access
  readonly input: I
  /** What `run` gives back, and all that a response may contain of it. */
  readonly output: O
  /** What it acts on. Its id is the `id` of the result or else of the input, unless `target` says otherwise after `run`. */
  readonly resource?: string
  /**
   * The entity whose row the resource is, and by which a caller's copy is known to be stale, whatever the command writes.
   * Default: the first row that it changes under the resource's id.
   */
  readonly entity?: Declared
  target?(outcome: { readonly input: z.output<I>; readonly result: z.input<O> }): Target
  /** What to answer when the database refuses a constraint of that name. Default: 400 with the field. */
  readonly constraints?: Constraints
  /** Where customers' rules judge this command and change its input: `users.create` of a rule point. */
  readonly rules?: RuleHook
  /** The entity that rules judge before a change or deletion, where it is not the input's `id`. */
  ruledId?(input: z.output<I>): string | undefined
  /**
   * False for the state of running work, like a percentage: there is no entry, nothing to undo, and the database
   * refuses writes to recorded tables. Within another command it is part of that one.
   */
  readonly logged?: boolean
  /**
   * False for what cannot be taken back: a revealed secret, a sent mail; or the reason why. It holds for every command
   * that runs this one, too.
   */
  readonly undoable?: boolean | { readonly because: string }
  run(ctx: CommandContext<z.output<I>>): Promise<z.input<O>> | z.input<O>
  /**
   * Throws where the caller may not undo or redo this: for every command that writes to `grantTables`. Runs before the rows
   * move; the function that it returns runs after.
   */
  readonly beforeRevert?: (ctx: CommandContext, rows: readonly RevertedRow[]) => Promise<(() => Promise<void>) | void>
  /** Takes back effects outside the database, after the rows are restored. */
  undo?(ctx: RevertContext<z.output<I>, z.input<O>>): Promise<void> | void
  /** Repeats those effects. Jobs and durable events of the command are queued again without it. */
  redo?(ctx: RevertContext<z.output<I>, z.input<O>>): Promise<void> | void
}

/** A write: one transaction, one log entry. Undo is the reverse of the rows it wrote. A command of any input is a `Command`. */
export interface Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CommandSpec<I, O> {
  /** Whether an entry of it can be undone. */
  readonly isUndoable: boolean
}

/** What `undo` and `redo` receive: the command as it ran, inside the transaction that reverts it. */
export interface RevertContext<I, O> extends Context {
  readonly input: I
  readonly result: O
  /** What `target` gave. */
  readonly context: Readonly<Record<string, unknown>>
  /** Every row of the entry, before and after the command, in the columns of today and without secrets. */
  readonly rows: readonly RevertedRow[]
  /** The entry that is undone, or redone. */
  readonly entryId: string
}

/** The resource of a log entry, when it is not the `id` of the result or the input. */
export interface Target {
  readonly id?: string | null
  readonly kind?: string
  readonly parent?: { readonly kind: string; readonly id: string }
  readonly context?: Readonly<Record<string, unknown>>
  /** The command and label of the entry, where it stands for another command: a redo is filed under what it redid. */
  readonly commandId?: string
  readonly label?: string | null
}

/** Which entries may be undone or redone. */
export interface RevertOptions {
  /** Also those of other people. Default: only the caller's own. */
  readonly ofOthers?: boolean
}

/** An entry that was undone or redone. */
export interface Reverted {
  readonly sourceId: string
  /** The entry under which that is recorded. */
  readonly entryId: string
  /** Properties of credentials that stay as they are (decision 50). */
  readonly credentialsLeft: readonly string[]
  /** What `target` returns for a command that does nothing else. */
  readonly target: Target
}

/** A row that undo or redo is about to move, as its columns are called; null where there is none. */
export interface RevertedRow {
  readonly table: string
  readonly id: string
  /** As it is, and as it would be. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  /** Whether columns change that no preview shows: passwords, secrets of keys. */
  readonly isSecret: boolean
}

/**
 * A context inside the command's transaction; without `I` that of any command.
 *
 * @example
 * async function renameTag({ em, input }: CommandContext<{ id: string; label: string }>): Promise<void> {
 *   const tag = await em.findOneOrFail(Tag, { id: input.id })
 *   tag.label = input.label
 * }
 */
export interface CommandContext<I = unknown> extends Omit<Context, 'em'> {
  readonly em: Writer
  readonly input: I
  /** The log entry this command is recorded under, nested commands included. */
  readonly entryId: string
}

/**
 * Declares a command. What `run` writes is one transaction and one entry of the log, and can be undone.
 *
 * @example
 * const createTag = defineCommand({
 *   id: 'tags.tags.create',
 *   access: features.manage,
 *   input: z.object({ label: z.string().trim().min(1).max(100) }),
 *   output: Id,
 *   run: ({ input, em }) => ({ id: em.create(Tag, input).id }),
 * })
 */
export function defineCommand<I extends z.ZodType, O extends z.ZodType>(command: CommandSpec<I, O>): Command<I, O> {
  return Object.freeze({ ...command, isUndoable: whyNotUndoable(command) === null && command.logged !== false })
}

/** Why what a command does cannot be taken back; null when it can. */
export function whyNotUndoable({ id, undoable = true }: Pick<Command, 'id' | 'undoable'>): string | null {
  if (typeof undoable === 'object') return undoable.because
  return undoable ? null : `${id} cannot be undone`
}

/** A row that a command would write, by the names of its columns. */
export interface PreviewedRow {
  readonly table: string
  readonly id: string
  readonly kind: 'insert' | 'update' | 'delete'
  /** Of an update, the columns that change; of others, all. Null where there is no row. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** Something that a command would announce or queue. */
export interface PreviewedEffect {
  readonly id: string
  readonly payload: unknown
}

/** Customers' rules that ran in the command's transaction, and what they have set. */
export interface PreviewedRules {
  readonly entityType: string
  readonly eventTypes: readonly string[]
  readonly changed: readonly string[]
}

/** What a command would do. It ran and was rolled back: nothing of this has happened. */
export interface CommandPreview {
  readonly commandId: string
  readonly label: string | null
  /** Equal for equal effects: the ids of new rows and the moment are left out of it. */
  readonly fingerprint: string
  /** The first hundred rows, as far as the caller sees them. */
  readonly changes: readonly PreviewedRow[]
  /** How many more rows there are. */
  readonly moreChanges: number
  readonly events: readonly PreviewedEffect[]
  readonly jobs: readonly PreviewedEffect[]
  readonly rules: readonly PreviewedRules[]
  readonly isUndoable: boolean
}

/** How commands are carried out. */
export type WriteMode =
  /** Not at all: they are refused. */
  | { readonly kind: 'refused'; readonly previews?: undefined }
  /** They run and are rolled back; nothing of them leaves. What they would do is put into `previews`, in order. */
  | {
      readonly kind: 'dry-run'
      readonly previews: CommandPreview[]
      /** Receives the ids of what else does not leave: events, jobs and records outside of commands, and mails. */
      readonly withheld?: string[]
    }
  /** They are committed where they do the same as in their dry run; else they are rolled back, and the answer is 409. */
  | {
      readonly kind: 'expected'
      readonly fingerprints: readonly string[]
      readonly previews: CommandPreview[]
      /** Runs in the transaction of each command, last before its commit; what it throws rolls it back. */
      readonly beforeCommit?: (ctx: Context) => Promise<void>
    }
