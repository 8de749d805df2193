import type { Context } from './context.ts'

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

/** How commands are carried out where the caller has not simply asked for them. */
export type WriteMode =
  /** Not at all: they are refused. */
  | { readonly kind: 'refused'; readonly previews?: undefined }
  /** They run and are rolled back; nothing of them leaves. What they would do is put into `previews`, in order. */
  | { readonly kind: 'dry-run'; readonly previews: CommandPreview[] }
  /**
   * They are committed if they do what they did in a dry run, one after the other; else they are rolled back, and the
   * answer is 409.
   */
  | {
      readonly kind: 'expected'
      readonly fingerprints: readonly string[]
      readonly previews: CommandPreview[]
      /** Runs in the transaction of each command, last before its commit; what it throws rolls it back. */
      readonly beforeCommit?: (ctx: Context) => Promise<void>
    }
