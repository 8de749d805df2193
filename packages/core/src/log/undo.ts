import { sql } from 'kysely'
import { z } from 'zod'
import { signedIn } from '../define/access.ts'
import { type CommandContext, defineCommand, type Reverted, type RevertOptions } from '../define/command.ts'
import { isExcludedRow, toPlatformError, violatedConstraint } from '../data/connection/database-errors.ts'
import { badInput, PlatformError } from '../errors.ts'
import { findCommand, UNDO } from './effects.ts'
import { type EntryKey, findEntry, isNewest } from './entries.ts'
import { findUndoConflicts, type FoundEntry, hiddenRows, revertEntry, reverting } from './revert.ts'
import { undoTokens } from './undo-tokens.ts'

const Options = z.object({ ofOthers: z.boolean().optional() })

/** Any login is sufficient here: `revertEntry` checks the access that the entry's command requires. */
const revert = {
  output: z.custom<Reverted>(),
  target: ({ result }: { readonly result: Reverted }) => result.target,
}

const Undo = Options.extend({
  entry: z.union([z.uuid(), z.object({ token: z.string() })]),
  keepsEdits: z.boolean().optional(),
  undoneBy: z.array(z.uuid()).optional(),
})

/** `ctx.undo`: of several calls for one entry, only one succeeds. */
export const undoEntry = defineCommand({
  ...revert,
  id: UNDO,
  access: signedIn,
  undoable: { because: 'what was undone is redone' },
  input: Undo,
  async run(ctx: CommandContext<z.output<typeof Undo>>) {
    const { entry: named, keepsEdits = false, undoneBy, ...options } = ctx.input
    await keepPlans(ctx)
    const key = typeof named === 'string' ? { id: named } : keyOfToken(ctx, named.token)
    const entry = await findEntry(ctx, key, { ...options, state: 'done' })
    if (!entry) throw (await isHidden(ctx, key, options)) ? hiddenRows() : notUndoable()
    if (!keepsEdits && !(await isNewest(ctx, entry, options))) throw notUndoable(await findUndoConflicts(ctx, entry))
    return revertFound(ctx, { entry, direction: 'undo', keepsEdits, ...(undoneBy && { undoneBy }) })
  },
})

const UndoPart = Options.extend({
  entry: z.uuid(),
  keepsEdits: z.boolean().optional(),
  part: z.array(z.object({ after: z.number().int(), last: z.number().int() })).min(1),
})

/** `ctx.undo` with `part`. The entry stays as it is, so this command is undone like any other. */
export const undoPart = defineCommand({
  ...revert,
  id: 'core.undo_part',
  access: signedIn,
  input: UndoPart,
  async run(ctx: CommandContext<z.output<typeof UndoPart>>) {
    const { entry: id, keepsEdits = false, part, ...options } = ctx.input
    await keepPlans(ctx)
    // Row policies hide an entry if they hide any of its rows, but only those of the part matter.
    const entry = await ctx.widenScope('tenant', 'find an action of which a part is undone', async ({ db }) => {
      const reader = { db, scope: ctx.scope, actor: ctx.actor }
      const isDone = await findEntry(reader, { id }, { ...options, state: 'done' })
      return isDone ?? findEntry(reader, { id }, { ...options, state: 'redone' })
    })
    if (!entry) throw notUndoable()
    return revertFound(ctx, { entry, direction: 'undo', keepsEdits, part })
  },
})

/**
 * Whether the caller's row policies hide an action that they know of: their own, or one whose token they have. Its existence tells
 * them nothing.
 */
async function isHidden(
  ctx: CommandContext<z.output<typeof Undo>>,
  key: EntryKey,
  options: RevertOptions,
): Promise<boolean> {
  const isToken = typeof ctx.input.entry !== 'string'
  if (!ctx.actor.layers || (options.ofOthers && !isToken)) return false
  const found = await ctx.widenScope('tenant', 'tell a hidden action from an unknown one', ({ db }) =>
    findEntry({ db, scope: ctx.scope, actor: ctx.actor }, key, { ...options, state: 'done' }),
  )
  return found !== null
}

function keyOfToken({ inject }: Pick<CommandContext, 'inject'>, token: string) {
  const tokens = inject(undoTokens)
  const id = tokens.entryOf(token)
  return id === null ? { tokenHash: tokens.hash(token) } : { id }
}

const Redo = Options.extend({ entry: z.uuid() })

/** `ctx.redo`: restores the same ids; its entry can be undone in turn (decision: Undo and redo). */
export const redoEntry = defineCommand({
  ...revert,
  id: 'core.redo',
  access: signedIn,
  input: Redo,
  async run(ctx: CommandContext<z.output<typeof Redo>>) {
    const { entry: id, ...options } = ctx.input
    await keepPlans(ctx)
    const entry = await findEntry(ctx, { id }, { ...options, state: 'undone' })
    if (!entry) throw badInput('Redo target not available')
    return revertFound(ctx, { entry, direction: 'redo' })
  },
})

/**
 * Has PostgreSQL plan the statements of a revert once per connection, since planning them each time takes as long as all else in the
 * database. A revert of many rows plans them again, after it has analyzed its rows.
 */
async function keepPlans({ db }: Pick<CommandContext, 'db'>): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
}

const notUndoable = (details?: object) => badInput('Undo token not available', { ...details })

/**
 * What an exclusion constraint does not allow is 409, as for the command itself. Other violated constraints become 400, without details of rows
 * that the caller may not see.
 */
async function revertFound(ctx: CommandContext, found: FoundEntry): Promise<Reverted> {
  try {
    const reverted = await revertEntry(ctx, found)
    // What the command that undoes this does then is planned as ever.
    await sql`set local plan_cache_mode to default`.execute(ctx.db)
    return reverted
  } catch (error) {
    const refused = error instanceof PlatformError ? error.cause : error
    const violated = violatedConstraint(refused)
    if (isExcludedRow(refused) || violated?.isCheck) {
      const { constraints = {} } = findCommand(ctx.inject(reverting).modules, found.entry.commandId)
      // Checks that the command does not name are told as those of restored rows.
      if (!violated || Object.hasOwn(constraints, violated.constraint)) throw toPlatformError(refused, constraints)
    }
    throw isRefusedByDatabase(error) ? badInput(found.direction === 'undo' ? 'Undo failed' : 'Redo failed') : error
  }
}

/** SQLSTATE class 23: violations of keys, references and checks. */
const isRefusedByDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^23\w{3}$/.test(error.code)
