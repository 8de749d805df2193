import { sql } from 'kysely'
import { z } from 'zod'
import { inScope } from '../data/scope.ts'
import type { Sql } from '../data/statements.ts'
import { type CommandContext, defineCommand, type Reverted, type RevertOptions } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { signedIn } from '../define/access.ts'
import { defineService } from '../define/service.ts'
import { badInput } from '../errors.ts'
import { UNDO } from './effects.ts'
import { type Direction, findUndoConflicts, revertEntry } from './revert.ts'

const Options = z.object({ ofOthers: z.boolean().optional() })

/** A login is enough here: what the entry's command asks for is asked for in `revertEntry`. */
const revert = {
  output: z.custom<Reverted>(),
  target: ({ result }: { readonly result: Reverted }) => result.target,
}

const Undo = Options.extend({ entry: z.union([z.uuid(), z.object({ token: z.string() })]) })

/** `ctx.undo`: of any number of calls with one entry, one does it. */
export const undoEntry = defineCommand({
  ...revert,
  id: UNDO,
  access: signedIn,
  undoable: { because: 'what was undone is redone' },
  input: Undo,
  async run(ctx: CommandContext<z.output<typeof Undo>>) {
    const { entry: named, ...options } = ctx.input
    const key = typeof named === 'string' ? { id: named } : { tokenHash: ctx.inject(undoTokens).hash(named.token) }
    const entry = await findEntry(ctx, key, { ...options, state: 'done' })
    if (!entry) throw notUndoable()
    if (!(await isNewest(ctx, entry, options))) throw notUndoable(await findUndoConflicts(ctx, entry))
    return revertFound(ctx, { entry, direction: 'undo' })
  },
})

const Redo = Options.extend({ entry: z.uuid() })

/** `ctx.redo`: the same ids; its entry can be undone in its turn (decision 19). */
export const redoEntry = defineCommand({
  ...revert,
  id: 'core.redo',
  access: signedIn,
  input: Redo,
  async run(ctx: CommandContext<z.output<typeof Redo>>) {
    const { entry: id, ...options } = ctx.input
    const entry = await findEntry(ctx, { id }, { ...options, state: 'undone' })
    if (!entry) throw badInput('Redo target not available')
    return revertFound(ctx, { entry, direction: 'redo' })
  },
})

const notUndoable = (details?: object) => badInput('Undo token not available', { ...details })

/** What the database refuses is 400, without details of rows that the caller may not see. */
async function revertFound(
  ctx: CommandContext,
  found: { readonly entry: LoggedEntry; readonly direction: Direction },
): Promise<Reverted> {
  try {
    return await revertEntry(ctx, found)
  } catch (error) {
    throw isRefusedByDatabase(error) ? badInput(found.direction === 'undo' ? 'Undo failed' : 'Redo failed') : error
  }
}

/** Class 23 of SQL: keys, references and checks. */
const isRefusedByDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^23\w{3}$/.test(error.code)

/** Derives the undo token of a log entry: it cannot be guessed, and is not stored. */
export interface UndoTokens {
  /** 32 bytes, base64url. */
  tokenOf(entryId: string): string
  /** What the log keeps, to find an entry by its token. */
  hash(token: string): string
}

/** Resolve with `inject(undoTokens)`; every platform provides it. */
export const undoTokens = defineService<UndoTokens>('core.undo-tokens')

/** An entry of the log, as far as reverting it needs. */
export interface LoggedEntry {
  readonly id: string
  readonly commandId: string
  readonly actionLabel: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  readonly parentResourceKind: string | null
  readonly parentResourceId: string | null
  readonly context: Readonly<Record<string, unknown>> | null
  readonly cacheTags: readonly string[]
  readonly tenantId: string
  readonly organizationId: string | null
  readonly actorId: string
  readonly actorUserId: string | null
  readonly createdAt: string
}

/** The columns of a `LoggedEntry` in a query that calls the log `e`. */
export const loggedEntryColumns = sql`e.id, e.command_id as "commandId", e.action_label as "actionLabel",
  e.resource_kind as "resourceKind", e.resource_id as "resourceId", e.parent_resource_kind as "parentResourceKind",
  e.parent_resource_id as "parentResourceId", e.context, e.cache_tags as "cacheTags",
  e.tenant_id as "tenantId", e.organization_id as "organizationId", e.actor_id as "actorId",
  e.actor_user_id as "actorUserId", e.created_at as "createdAt"`

/** What became of an entry: nothing, it was undone, or what was undone has been redone by another entry. */
export type EntryState = 'done' | 'undone' | 'redone'

/** Whether entry `e` was undone, or redone. */
export const hasRevert = (kind: 'undo' | 'redo') =>
  sql`exists (select from plinth.turns t where t.tenant_id = e.tenant_id and t.source_id = e.id and t.kind = ${sql.lit(kind)})`

const stateOf = sql<EntryState>`case when ${hasRevert('redo')} then 'redone' when ${hasRevert('undo')} then 'undone' else 'done' end`

/** Entries that the caller may undo or redo: within their scope, and their own unless they ask for those of others. */
const withinReach = ({ scope, actor }: Pick<Context, 'scope' | 'actor'>, { ofOthers = false }: RevertOptions) =>
  sql`${inScope(scope, 'e')} and (${ofOthers} or e.actor_id = ${actor.id})`

/** An entry by its id, or by the hash of its token. What came back from the archive has no token. */
type EntryKey = { readonly id: string } | { readonly tokenHash: string }

/** The entry, where the caller may revert it and it is in that state; null otherwise. */
async function findEntry(
  ctx: Pick<Context, 'db' | 'scope' | 'actor'>,
  key: EntryKey,
  { state, ...options }: RevertOptions & { readonly state: EntryState },
): Promise<LoggedEntry | null> {
  const isNamed =
    'id' in key ? sql`e.id = ${key.id} and e.undo_token_hash is not null` : sql`e.undo_token_hash = ${key.tokenHash}`
  const { rows } = await sql<LoggedEntry & { readonly state: EntryState }>`
    select ${loggedEntryColumns}, ${stateOf} as state from plinth.action_log e
    where ${withinReach(ctx, options)} and ${isNamed}`.execute(ctx.db)
  return rows[0]?.state === state ? rows[0] : null
}

/**
 * Whether no newer entry of the same resource waits to be undone first (decision 19); for an entry without a resource,
 * no newer one of its actor.
 */
async function isNewest(
  ctx: Pick<Context, 'db' | 'scope' | 'actor'>,
  { id, actorId, resourceKind, resourceId }: LoggedEntry,
  options: RevertOptions,
): Promise<boolean> {
  const same =
    resourceKind === null || resourceId === null
      ? sql`e.actor_id = ${actorId}`
      : sql`e.resource_kind = ${resourceKind} and e.resource_id = ${resourceId}`
  const { rows } = await sql<{ id: string }>`select e.id from plinth.action_log e
    where ${withinReach(ctx, options)} and ${same} and e.undo_token_hash is not null and ${stateOf} = 'done'
    order by e.created_at desc, e.seq desc limit 1`.execute(ctx.db)
  return rows.length === 0 || rows[0]?.id === id
}

/** An entry of the tenant by its id, of any actor; null when there is none. */
export async function findLoggedEntry(db: Sql, tenantId: string, id: string): Promise<LoggedEntry | null> {
  const { rows } = await sql<LoggedEntry>`select ${loggedEntryColumns} from plinth.action_log e
    where e.tenant_id = ${tenantId} and e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * The token by which the caller may undo an entry of their own, such as what a job did on their behalf. Null for entries of others and of the platform,
 * and for those that cannot be undone or have been.
 */
export async function findUndoToken(
  ctx: Pick<Context, 'db' | 'scope' | 'actor' | 'inject'>,
  entryId: string,
): Promise<string | null> {
  const entry = await findEntry(ctx, { id: entryId }, { state: 'done' })
  return entry && ctx.inject(undoTokens).tokenOf(entry.id)
}
