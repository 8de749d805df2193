import { sql } from 'kysely'
import { createHmac, createSecretKey, hash, randomUUID, timingSafeEqual } from 'node:crypto'
import { writeInvalidation } from '../cache/invalidations.ts'
import type { Query } from '../data/connection/transaction.ts'
import type { Caller } from '../define/access.ts'
import type { Command, Target } from '../define/command.ts'
import { type EntryEffects, type QueuedJob, storeEffects } from '../log/effects.ts'
import type { UndoTokens } from '../log/undo-tokens.ts'
import type { PlatformKeys } from '../security/secret-keys.ts'
import type { ChangedTable } from '../context/changed-table.ts'
import { assertExpectedVersion } from './expected-version.ts'
import { type IdempotencyKey, storeAnswer } from '../context/idempotency-keys.ts'
import { type Operation, toOperation, toOperationHeader } from '../context/operation.ts'
import type { EffectLog } from '../context/effect-log.ts'
import { queueOutbox } from '../context/outbox.ts'
import type { RequestState, RunningCommand } from '../context/unit-of-work.ts'

/** A command that has run, in a transaction that is still open. */
export interface CompletedCommand {
  readonly command: Command
  readonly target: Target
  readonly result: unknown
  /** Set for the command that claims the request's idempotency key. */
  readonly key: IdempotencyKey | null
}

/** The result of a commit. */
export interface CommandCommit {
  /** Null if the command cannot be undone. */
  readonly operation: Operation | null
  readonly jobs: readonly QueuedJob[]
  /** The recorded tables with new changes. */
  readonly written: readonly ChangedTable[]
}

/**
 * Commits a command: its rows, log entry, effects for undo, jobs, invalidations for other hosts, and the response stored under
 * the request's idempotency key. Everything except the rows is sent with the commit, in one message.
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
  // A response stored with the rows needs to know before the commit what the operation header will contain.
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

/** Whether undoing the recorded changes would change anything (decision 85). */
async function isRevertible(state: RequestState, entryId: string): Promise<boolean> {
  const { tenantId } = state.caller.scope
  const { rows } = await sql<{ isRevertible: boolean }>`
    select plinth.is_revertible(${tenantId}, ${entryId}) as "isRevertible"`.execute(state.sql('app'))
  return rows[0]!.isRevertible
}

const hasEffects = ({ commands, jobs }: EntryEffects) => commands.length + jobs.length > 0

/** A row of the action log, as written. */
interface NewEntry {
  readonly id: string
  readonly command: Command
  readonly caller: Caller
  readonly target: Target
  readonly undoTokenHash: string | null
  readonly requestId: string | null
  readonly createdAt: Date
  /** Cache tags that other processes invalidate when this commits. */
  readonly tags: ReadonlySet<string>
  /** Maximum size in bytes of the rows that the command may have recorded. */
  readonly mostRecorded: number
  /** Whether they may include rows of other tenants. */
  readonly reachesBeyond: boolean
}

/** The result of the statement that writes an entry. */
interface WrittenTables {
  readonly written: readonly string[]
  /** False if undoing it would change nothing. */
  readonly isUndoable: boolean
  /** Tables in which rows of other tenants have changed; null if there are none. */
  readonly beyond: readonly ChangedTable[] | null
}

/** Rows of other tenants are recorded under the same entry; their images contain the tenant. */
const BEYOND = `, (
  select jsonb_agg(distinct jsonb_build_object('tenantId', image ->> 'tenant_id', 'table', c.table_name))
  from plinth.changes c, lateral (values (c.before), (c.after)) v (image)
  where c.tenant_id = action_log.tenant_id and c.entry_id = action_log.id
    and image ->> 'tenant_id' <> action_log.tenant_id::text) as beyond`

/**
 * The statement that writes the entry. It returns the recorded tables that the command has written to, and fails if they exceed
 * what a command may record. The entry is undoable if undoing it would change something.
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

/**
 * Derives undo tokens (decision 20): the id of the key, the id of the entry, and 24 bytes of an HMAC over it. The entry is read
 * from the token, so that the tokens of old entries can be derived anew from another secret.
 */
export function createUndoTokens(keys: Pick<PlatformKeys, 'ids' | 'all'>): UndoTokens {
  const accepted = keys.all('core.undo').map((key, index) => ({
    id: Buffer.from(keys.ids[index]!.slice(1), 'hex'),
    key: createSecretKey(key),
  }))
  const sign = ({ id, key }: (typeof accepted)[number], entry: Buffer) =>
    Buffer.concat([id, entry, createHmac('sha256', key).update(entry).digest().subarray(0, UNDO_CODE)])
  return {
    tokenOf: (entryId) => sign(accepted[0]!, Buffer.from(entryId.replaceAll('-', ''), 'hex')).toString('base64url'),
    entryOf(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.byteLength !== UNDO_KEY_ID + UUID_BYTES + UNDO_CODE) return null
      const key = accepted.find(({ id }) => id.equals(bytes.subarray(0, UNDO_KEY_ID)))
      const entry = bytes.subarray(UNDO_KEY_ID, UNDO_KEY_ID + UUID_BYTES)
      if (!key || !timingSafeEqual(bytes, sign(key, entry))) return null
      return entry.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
    hash: (token) => hash('sha256', token, 'hex'),
  }
}

/** Bytes of a key's id, an entry's id, and a code. */
const UNDO_KEY_ID = 4
const UUID_BYTES = 16
const UNDO_CODE = 24

/**
 * The id of a new entry: a UUID of version 7. It starts with the time, so entries are stored in order, in the partition of their
 * month.
 */
export function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/**
 * The resource of an entry: the command's `target`, otherwise the `id` of the result or the input. The context contains the
 * reason why it cannot be undone, if an inner command is not undoable, the cause besides the request, and the trace.
 */
export function filedUnder(
  command: Command,
  { input, result }: { readonly input: unknown; readonly result: unknown },
  {
    irreversible,
    cause,
    traceparent,
  }: Pick<EffectLog, 'irreversible'> &
    Pick<RequestState['origin'], 'cause'> & { readonly traceparent?: string | undefined },
): Target {
  const target = targetOf(command, input, result)
  if (!irreversible && !cause && !traceparent) return target
  const context = {
    ...target.context,
    ...(irreversible && { notUndoable: irreversible }),
    ...(cause && { cause }),
    ...(traceparent && { traceparent }),
  }
  return { ...target, context }
}

/** The resource that the command acted on. */
export function targetOf(command: Command, input: unknown, result: unknown): Target {
  const target = command.target?.({ input, result })
  return { id: idOf(result) ?? idOf(input), ...target }
}

export function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' ? id : null
}
