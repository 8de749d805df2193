import { randomUUID } from 'node:crypto'
import type { Query } from '../data/connection/transaction.ts'
import type { Caller } from '../define/access.ts'
import type { Command, Target } from '../define/command.ts'
import type { ChangedTable } from './changed-table.ts'

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

/** The row that the statement that writes an entry returns. */
interface WrittenEntry {
  readonly written: readonly string[]
  /** False if undoing it would change nothing. */
  readonly isUndoable: boolean
  /** Tables in which rows of other tenants have changed; null if there are none. */
  readonly beyond: readonly ChangedTable[] | null
}

/**
 * The statement that writes the entry. It returns the recorded tables that the command has written to, and fails if they exceed
 * what a command may record. The entry is undoable if undoing it would change something.
 */
export function writeEntry({ id, command, caller, target, tags, reachesBeyond, ...entry }: NewEntry): Query {
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

/** What the statement that writes an entry has found out; nothing if the command is not logged. */
export function readWrittenEntry(row: unknown, { scope: { tenantId } }: Caller) {
  const { written = [], beyond, isUndoable = true } = (row ?? {}) as Partial<WrittenEntry>
  const own: readonly ChangedTable[] = written.map((table) => ({ tenantId, table }))
  return { written: [...own, ...(beyond ?? [])], isUndoable }
}

/** Rows of other tenants are recorded under the same entry; their images contain the tenant. */
const BEYOND = `, (
  select jsonb_agg(distinct jsonb_build_object('tenantId', image ->> 'tenant_id', 'table', c.table_name))
  from plinth.changes c, lateral (values (c.before), (c.after)) v (image)
  where c.tenant_id = action_log.tenant_id and c.entry_id = action_log.id
    and image ->> 'tenant_id' <> action_log.tenant_id::text) as beyond`

/**
 * The id of a new entry: a UUID of version 7. It starts with the time, so entries are stored in order, in the partition of their
 * month.
 */
export function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
