import type { Session } from '../define/actor.ts'
import type { Command, Target } from '../define/command.ts'
import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'
import { NOTICES, toNotices } from './notice.ts'

/** An entry of the action log as it is written (section 17 of the commands contract). */
export interface Entry {
  readonly id: string
  readonly command: Command
  readonly session: Session
  readonly target: Target
  readonly undoTokenHash: string | null
  readonly requestId: string | null
  readonly createdAt: Date
  /** Cache tags that other processes drop when this commits. */
  readonly tags: ReadonlySet<string>
}

/** Writes the entry and sends the notices: one statement, in the command's transaction. */
export async function writeEntry(db: Sql, { id, command, session, target, tags, ...entry }: Entry): Promise<void> {
  const { actor, scope } = session
  const insert = sql`insert into plinth.action_log (tenant_id, id, organization_id, command_id, action_label, actor_id,
      actor_user_id, resource_kind, resource_id, parent_resource_kind, parent_resource_id, undo_token_hash, context,
      request_id, created_at)
    values (${scope.tenantId}, ${id}, ${scope.organizationId}, ${command.id}, ${command.label ?? null}, ${actor.id},
      ${actor.userId}, ${target.kind ?? command.resource ?? null}, ${target.id ?? null}, ${target.parent?.kind ?? null},
      ${target.parent?.id ?? null}, ${entry.undoTokenHash}, ${target.context ? JSON.stringify(target.context) : null},
      ${entry.requestId}, ${entry.createdAt.toISOString()})`
  const statement =
    tags.size === 0
      ? insert
      : sql`with entry as (${insert} returning id)
        select pg_notify(${NOTICES}, notice) from entry, unnest(${toNotices(tags)}::text[]) notice`
  await statement.execute(db)
}

/** What the command acted on: what `target` says, else the `id` of the result, else of the input. */
export function targetOf(command: Command, input: unknown, result: unknown): Target {
  const told = command.target?.({ input, result })
  return { id: idOf(result) ?? idOf(input), ...told }
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' ? id : null
}
