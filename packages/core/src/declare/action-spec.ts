import type { z } from 'zod'
import type { Changes, StoredRow } from '../data/query/row-types.ts'
import type { Access } from '../define/access.ts'
import type { CommandContext } from '../define/command.ts'
import type { Context } from '../define/context.ts'

/** The parsed input of an action. */
export type Parsed<I> = I extends z.ZodRawShape ? z.output<z.ZodObject<I>> : {}

/** What actions and transitions have in common. */
export interface ActionBase<T extends object, I> {
  /**
   * The button and the entry in the log, in English. Default: the name and the title of the resource: `Sign contract`. Where the log says
   * in another language what somebody did, `button|Sign contract` translates the button.
   */
  readonly label?: string
  /** Default: `access.write` of the resource. */
  readonly access?: Access
  /** What it needs besides the record, for example a reason; the console makes a form of it. */
  readonly input?: z.ZodObject<I & z.ZodRawShape>
  /**
   * Returns why it is not possible on a row; undefined if it is. Called for the locked row before the action, which is then
   * refused with 409, and wherever people are shown what they can do, so it must not write.
   */
  readonly guard?: (ctx: Context, row: StoredRow<T>) => Promise<string | undefined> | string | undefined
  /** Whether the console shows what it would change, before it does. Default: false. */
  readonly preview?: boolean
}

/** Something that people can do with a record: a command, with a route below the path of the resource. */
export interface ActionSpec<T extends object, I> extends ActionBase<T, I> {
  /** Acts on the locked row, and may return what to change in it. */
  readonly run: (ctx: CommandContext<Parsed<I>>, row: StoredRow<T>) => Promise<Changes<T> | void> | Changes<T> | void
}

export type ActionsSpec<T extends object, A> = { readonly [N in keyof A]: ActionSpec<T, A[N]> }
