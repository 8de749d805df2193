import { sql } from 'kysely'
import { createHmac, createSecretKey, hash, randomUUID } from 'node:crypto'
import { writeInvalidation } from '../cache/invalidations.ts'
import { isUuid } from '../data/statements.ts'
import type { Query } from '../data/transaction.ts'
import type { Caller } from '../define/access.ts'
import type { Command, Target } from '../define/command.ts'
import { badInput, conflict } from '../errors.ts'
import { parseDate } from '../rules/dates.ts'
import { type EntryEffects, storeEffects, type QueuedJob } from '../undo/effects.ts'
import type { UndoTokens } from '../undo/undo.ts'
import { type EffectLog, queueOutbox } from './outbox.ts'
import { type IdempotencyKey, storeAnswer } from './idempotency.ts'
import type { RequestState, RunningCommand } from './runtime.ts'

/** A command that has run, in a transaction that is still open. */
export interface CompletedCommand {
  readonly command: Command
  readonly target: Target
  readonly result: unknown
  /** Set for the command that takes the key of the request. */
  readonly key: IdempotencyKey | null
}

/** What a commit returns. */
export interface CommandCommit {
  /** Null when the command cannot be undone. */
  readonly operation: Operation | null
  readonly jobs: readonly QueuedJob[]
  /** The recorded tables with new changes. */
  readonly written: readonly ChangedTable[]
}

/**
 * Commits a command: its rows, its entry of the log, its effects for undo, its jobs, the invalidations for other hosts,
 * and the answer that is stored under the request's key. All but the rows travel with the commit, in one message.
 */
export async function commitCommand(
  state: RequestState,
  running: RunningCommand,
  { command, target, result, key }: CompletedCommand,
): Promise<CommandCommit> {
  const { runtime, caller, origin, transaction, outbox } = state
  const { entryId, isLogged, effects } = running
  if (origin.expectedUpdatedAt != null)
    await assertExpectedVersion(state, { entryId, command, rowId: target.id, expected: origin.expectedUpdatedAt })
  const createdAt = runtime.now()
  const undoToken = command.isUndoable && !effects.irreversible ? runtime.tokens.tokenOf(entryId) : null
  const operation = undoToken === null ? null : toOperation({ id: entryId, undoToken, command, target, createdAt })
  // An answer that is stored with the rows has to know before the commit what others learn from it.
  const isKept = key?.encryptResult !== undefined
  const offered = operation && isKept && !(await isRevertible(state, entryId)) ? null : operation
  const jobs = await queueOutbox(state, transaction, outbox)
  const done = { commands: effects.commands, jobs }
  const last: Query[] = []
  if (isLogged)
    last.push(
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
    last.push(
      storeEffects({ tenantId: caller.scope.tenantId, entryId, at: createdAt }, runtime.effectCipher.encrypt(done)),
    )
  if (outbox.tags.size > 0) last.push(writeInvalidation(runtime.invalidations.hostId, outbox.tags))
  const encrypted = key?.encryptResult?.(result, offered && toOperationHeader(offered))
  if (key && encrypted !== undefined) last.push(storeAnswer(caller, key, encrypted))
  const [logged] = await transaction.commit(last)
  const { written = [], beyond, isUndoable } = (logged?.rows[0] ?? {}) as Partial<WrittenTables>
  const own = written.map((table) => ({ tenantId: caller.scope.tenantId, table }))
  return { operation: isUndoable === false ? null : operation, jobs, written: [...own, ...(beyond ?? [])] }
}

/** Whether undoing what a command has recorded would move anything (decision 85). */
async function isRevertible(state: RequestState, entryId: string): Promise<boolean> {
  const { tenantId } = state.caller.scope
  const { rows } = await sql<{ isRevertible: boolean }>`
    select plinth.is_revertible(${tenantId}, ${entryId}) as "isRevertible"`.execute(state.sql('app'))
  return rows[0]!.isRevertible
}

interface ExpectedVersion {
  readonly entryId: string
  readonly command: Pick<Command, 'entity'>
  readonly rowId: string | null | undefined
  readonly expected: string
}

/** Refuses a write over a version that the caller has not seen, so that no command needs code for it. */
async function assertExpectedVersion(state: RequestState, { expected, rowId, ...version }: ExpectedVersion) {
  const expectedAt = parseDate(expected)
  if (Number.isNaN(expectedAt)) throw badInput('The expected version is not a date')
  if (!isUuid(rowId)) return
  const updatedAt = await findVersion(state, { ...version, rowId })
  if (!updatedAt) return
  const currentAt = Date.parse(updatedAt)
  if (currentAt === expectedAt) return
  throw conflict('This record has changed since it was loaded', {
    code: 'optimistic_lock_conflict',
    expectedUpdatedAt: new Date(expectedAt).toISOString(),
    currentUpdatedAt: new Date(currentAt).toISOString(),
  })
}

/**
 * The version that a command began with: its recorded change says it, under the lock of the write itself. A row that it
 * has left alone is locked here, so that nobody changes it before this commits. Null for a new row.
 */
async function findVersion(
  state: RequestState,
  { entryId, command: { entity }, rowId }: Omit<ExpectedVersion, 'expected'> & { readonly rowId: string },
): Promise<string | null | undefined> {
  const db = state.sql('app')
  const table = entity && state.runtime.tables.tableOf(entity)
  const { rows } = await sql<{ updatedAt: string | null }>`
    select before ->> 'updated_at' as "updatedAt" from plinth.changes
    where tenant_id = (select plinth.tenant()) and entry_id = ${entryId} and row_id = ${rowId}
      and table_name = coalesce(${table ?? null}, table_name)
    order by seq limit 1`.execute(db)
  if (rows[0] || !entity) return rows[0]?.updatedAt
  const { rows: live } = await sql<{ updatedAt: string | null }>`
    select to_jsonb(r) ->> 'updatedAt' as "updatedAt" from ${state.from('app').table(entity, 'r')}
    where r.id = ${rowId} for share`.execute(db)
  return live[0]?.updatedAt
}

const hasEffects = ({ commands, jobs }: EntryEffects) => commands.length + jobs.length > 0

/** An entry of the action log as it is written. */
interface NewEntry {
  readonly id: string
  readonly command: Command
  readonly caller: Caller
  readonly target: Target
  readonly undoTokenHash: string | null
  readonly requestId: string | null
  readonly createdAt: Date
  /** Cache tags that other processes drop when this commits. */
  readonly tags: ReadonlySet<string>
  /** Bytes of the rows that the command may have recorded. */
  readonly mostRecorded: number
  /** Whether rows of other tenants may be among them. */
  readonly reachesBeyond: boolean
}

/** A recorded table of which a tenant has changed rows. */
export interface ChangedTable {
  readonly tenantId: string
  readonly table: string
}

/** What the statement that writes an entry answers. */
interface WrittenTables {
  readonly written: readonly string[]
  /** False where undoing it would change nothing. */
  readonly isUndoable: boolean
  /** Those of which other tenants have changed rows; null where none has. */
  readonly beyond: readonly ChangedTable[] | null
}

/** Rows of other tenants are recorded with the entry, too; their tenant is in their images. */
const BEYOND = `, (
  select jsonb_agg(distinct jsonb_build_object('tenantId', image ->> 'tenant_id', 'table', c.table_name))
  from plinth.changes c, lateral (values (c.before), (c.after)) v (image)
  where c.tenant_id = action_log.tenant_id and c.entry_id = action_log.id
    and image ->> 'tenant_id' <> action_log.tenant_id::text) as beyond`

/**
 * The statement that writes the entry. Its row names the recorded tables that the command has written to; it fails
 * where they are more than a command may record. The entry is undoable where undoing it would change something.
 */
function writeEntry({ id, command, caller, target, tags, reachesBeyond, ...entry }: NewEntry): Query {
  const { actor, scope } = caller
  const row = {
    tenant_id: scope.tenantId,
    id,
    organization_id: scope.organizationId,
    command_id: target.commandId ?? command.id,
    action_label: target.label ?? command.label ?? null,
    actor_id: actor.id,
    actor_user_id: actor.userId,
    resource_kind: target.kind ?? command.resource ?? null,
    resource_id: target.id ?? null,
    parent_resource_kind: target.parent?.kind ?? null,
    parent_resource_id: target.parent?.id ?? null,
    undo_token_hash: entry.undoTokenHash,
    context: target.context ? JSON.stringify(target.context) : null,
    cache_tags: JSON.stringify([...tags]),
    request_id: entry.requestId,
    created_at: entry.createdAt.toISOString(),
  }
  const columns = Object.keys(row)
  const placeholders = columns.map((name, index) =>
    name === 'undo_token_hash' && row.undo_token_hash !== null
      ? `case when plinth.is_revertible($1, $2) then $${index + 1} end`
      : `$${index + 1}`,
  )
  return {
    text: `insert into plinth.action_log (${columns.join(', ')}) values (${placeholders.join(', ')}) returning
      plinth.written_tables($1, $2, $${columns.length + 1}) as written,
      undo_token_hash is not null as "isUndoable"${reachesBeyond ? BEYOND : ''}`,
    values: [...Object.values(row), entry.mostRecorded],
  }
}

/** What a client needs to offer "undo" after a write. */
export interface Operation {
  readonly id: string
  readonly undoToken: string
  readonly commandId: string
  readonly actionLabel: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  readonly executedAt: string
}

interface Undoable extends Pick<Operation, 'id' | 'undoToken'>, Pick<CompletedCommand, 'command' | 'target'> {
  readonly createdAt: Date
}

const toOperation = ({ id, undoToken, command, target, createdAt }: Undoable): Operation => ({
  id,
  undoToken,
  commandId: target.commandId ?? command.id,
  actionLabel: target.label ?? command.label ?? null,
  resourceKind: target.kind ?? command.resource ?? null,
  resourceId: target.id ?? null,
  executedAt: createdAt.toISOString(),
})

/** The value of the `x-om-operation` header. */
export function toOperationHeader(operation: Operation): string {
  const { id, undoToken, commandId, actionLabel, resourceKind, resourceId, executedAt } = operation
  const ordered = { id, undoToken, commandId, actionLabel, resourceKind, resourceId, executedAt }
  return `${PREFIX}${encodeURIComponent(JSON.stringify(ordered))}`
}

/** The operation of an `x-om-operation` header; null for any other text. */
export function fromOperationHeader(header: string | null): Operation | null {
  if (!header?.startsWith(PREFIX)) return null
  return JSON.parse(decodeURIComponent(header.slice(PREFIX.length))) as Operation
}

const PREFIX = 'omop:'

/** Derives undo tokens from the platform's secret (decision 20). */
export function createUndoTokens(secret: string): UndoTokens {
  const key = createSecretKey(secret, 'utf8')
  return {
    tokenOf: (entryId) => createHmac('sha256', key).update(`undo:${entryId}`).digest('base64url'),
    hash: (token) => hash('sha256', token, 'hex'),
  }
}

/** The id of a new entry: a UUID of version 7. It begins with the time, so that entries lie in order, and in their month. */
export function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/**
 * What an entry is filed under: the command's `target`, else the `id` of the result, else of the input. Its context has
 * the reason why it cannot be undone, where an inner command is that, and the cause beside the request.
 */
export function filedUnder(
  command: Command,
  { input, result }: { readonly input: unknown; readonly result: unknown },
  { irreversible, cause }: Pick<EffectLog, 'irreversible'> & Pick<RequestState['origin'], 'cause'>,
): Target {
  const target = targetOf(command, input, result)
  if (!irreversible && !cause) return target
  const context = { ...target.context, ...(irreversible && { notUndoable: irreversible }), ...(cause && { cause }) }
  return { ...target, context }
}

/** What the command acted on. */
export function targetOf(command: Command, input: unknown, result: unknown): Target {
  const target = command.target?.({ input, result })
  return { id: idOf(result) ?? idOf(input), ...target }
}

export function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' ? id : null
}
