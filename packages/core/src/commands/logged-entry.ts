import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'

/** An entry of the log, as far as turning it needs. */
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
}

/** The columns of a `LoggedEntry` in a query that calls the log `e`. */
export const loggedEntryColumns = sql`e.id, e.command_id as "commandId", e.action_label as "actionLabel",
  e.resource_kind as "resourceKind", e.resource_id as "resourceId", e.parent_resource_kind as "parentResourceKind",
  e.parent_resource_id as "parentResourceId", e.context, e.cache_tags as "cacheTags"`

/** An entry of the tenant by its id, whoever it belongs to; null when there is none. */
export async function findLoggedEntry(db: Sql, tenantId: string, id: string): Promise<LoggedEntry | null> {
  const { rows } = await sql<LoggedEntry>`select ${loggedEntryColumns} from plinth.action_log e
    where e.tenant_id = ${tenantId} and e.id = ${id}`.execute(db)
  return rows[0] ?? null
}
