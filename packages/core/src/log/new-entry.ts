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
  /** Null for the time at which the database stores it. */
  readonly createdAt: Date | null
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
  readonly beyond?: readonly ChangedTable[] | null
}

/** The statement that writes an entry, and how to read the row that it returns. */
interface EntryStatement {
  readonly statement: Query
  readonly read: (row: unknown) => EntryOutcome
}

interface EntryOutcome {
  /** The recorded tables that the command has written to. */
  readonly written: readonly ChangedTable[]
  /** False if undoing the entry would change nothing. */
  readonly isUndoable: boolean
}

/**
 * Writes an entry, and fails if the rows that the command has recorded exceed what a command may record. The entry is undoable if
 * undoing it would change something.
 */
export function writeEntry({ id, command, caller, target, tags, reachesBeyond, ...entry }: NewEntry): EntryStatement {
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
    created_at: entry.createdAt?.toISOString() ?? null,
  }
  const columns = Object.keys(row)
  const placeholders = columns.map((name, index) => {
    const value = `$${index + 1}`
    if (name === 'created_at') return `coalesce(${value}, date_trunc('milliseconds', clock_timestamp()))`
    return name === 'undo_token_hash' && row.undo_token_hash !== null
      ? `case when plinth.is_revertible($1, $2) then ${value} end`
      : value
  })
  const statement = {
    text: `insert into plinth.action_log (${columns.join(', ')}) values (${placeholders.join(', ')}) returning
      plinth.written_tables($1, $2, $${columns.length + 1}) as written,
      undo_token_hash is not null as "isUndoable"${reachesBeyond ? BEYOND : ''}`,
    values: [...Object.values(row), entry.mostRecorded],
  }
  return {
    statement,
    read(returned) {
      const { written, beyond, isUndoable } = returned as WrittenEntry
      const own: readonly ChangedTable[] = written.map((table) => ({ tenantId: scope.tenantId, table }))
      return { written: [...own, ...(beyond ?? [])], isUndoable }
    },
  }
}

/** Rows of other tenants are recorded under the same entry; their images contain the tenant. */
const BEYOND = `, (
  select jsonb_agg(distinct jsonb_build_object('tenantId', image ->> 'tenant_id', 'table', c.table_name))
  from plinth.changes c, lateral (values (c.before), (c.after)) v (image)
  where c.tenant_id = action_log.tenant_id and c.entry_id = action_log.id
    and image ->> 'tenant_id' <> action_log.tenant_id::text) as beyond`
