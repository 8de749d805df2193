import type { Context } from './context.ts'
import { defineService } from './service.ts'

/** A row that a command would write, by column names. */
export interface PreviewedRow {
  readonly table: string
  readonly id: string
  readonly kind: 'insert' | 'update' | 'delete'
  /** For updates, the columns that change; otherwise all columns. Null where no row exists. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** An event that a command would emit, or a job it would queue. */
export interface PreviewedEffect {
  readonly id: string
  readonly payload: unknown
}

/** Customers' rules that ran in the command's transaction, and the values they set. */
export interface PreviewedRules {
  readonly entityType: string
  readonly eventTypes: readonly string[]
  readonly changed: readonly string[]
}

/** What a command would do. It was executed and rolled back, so none of this has happened. */
export interface CommandPreview {
  readonly commandId: string
  readonly label: string | null
  /** Equal for equal effects: ids of new rows and the current time are not part of it. */
  readonly fingerprint: string
  /** The first hundred rows, limited to what the caller may see. */
  readonly changes: readonly PreviewedRow[]
  /** The number of rows that are not listed. */
  readonly moreChanges: number
  readonly events: readonly PreviewedEffect[]
  readonly jobs: readonly PreviewedEffect[]
  readonly rules: readonly PreviewedRules[]
  readonly isUndoable: boolean
}

/** How commands are executed. */
export type WriteMode =
  /** Commands are refused. */
  | { readonly kind: 'refused'; readonly previews?: undefined }
  /** Commands are executed and rolled back, without side effects. What they would do is added to `previews`, in order, if anybody asks. */
  | {
      readonly kind: 'dry-run'
      readonly previews: CommandPreview[] | null
      /** Receives the ids of everything else that was suppressed: events, jobs and records outside commands, and emails. */
      readonly withheld?: string[]
    }
  /** Commands are committed if they do the same as in their dry run; otherwise they are rolled back and the response is 409. */
  | {
      readonly kind: 'expected'
      readonly fingerprints: readonly string[]
      readonly previews: CommandPreview[]
      /** Runs in the transaction of each command, last before its commit; an error rolls it back. */
      readonly beforeCommit?: (ctx: Context) => Promise<void>
    }

/**
 * Resolve with `inject(writeMode)`: for services whose effect depends on what this host remembers, and that a dry run and the command
 * which confirms it must both do without. Undefined for commands that are neither.
 */
export const writeMode = defineService<WriteMode | undefined>('core.write-mode')
