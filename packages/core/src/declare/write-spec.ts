import { z } from 'zod'
import type { Constraints } from '../data/connection/database-errors.ts'
import type { Changes, StoredRow } from '../data/query/row-types.ts'
import type { Access } from '../define/access.ts'
import type { Command, CommandContext, Target } from '../define/command.ts'
import type { LinesByName } from './lines.ts'

/** What happened to a row. */
export type Written = 'created' | 'updated' | 'deleted'

/** How an entity is written. */
export interface WriteSpec<T extends object, F extends z.ZodRawShape> {
  /** Prefix of command ids: `tickets.tickets`. Default: derived from the module of `write` and the path. */
  readonly id?: string
  /** As in the log: `tickets.ticket`. Default: derived from the module and the entity's name. */
  readonly kind?: string
  /** The singular name shown to people: `Ticket`. Default: the entity's name. */
  readonly title?: string
  /** The name used in error messages. Default: `title`. */
  readonly missing?: string
  readonly access: { readonly write: Access }
  /** The properties that callers can set; updates accept any subset. */
  readonly input: z.ZodObject<F>
  /** Properties of the input that cannot change after creation. */
  readonly fixed?: readonly (keyof F & string)[]
  /** Rows that are written with their parent, by the property of the input that contains them. */
  readonly lines?: LinesByName
  readonly constraints?: Constraints
  /** As in `defineCommand`: what `complete` and `onWritten` refuse has to be refused here as well, because undo calls neither. */
  readonly beforeRevert?: Command['beforeRevert']
  /** The parent resource of a row in the log, from its fields. */
  readonly parent?: (fields: z.output<z.ZodObject<F>>) => Target['parent']
  /** Validates what is about to be written, and returns derived values. `row` is the row before the write; null at creation. */
  readonly complete?: (
    ctx: CommandContext,
    write: { readonly fields: Partial<z.output<z.ZodObject<F>>>; readonly row: StoredRow<T> | null },
  ) => Promise<Changes<T> | void> | Changes<T> | void
  /** Called and awaited with what was written, before the commit: for events and invalidations. */
  readonly onWritten?: (ctx: CommandContext, row: StoredRow<T>, what: Written) => unknown
}
