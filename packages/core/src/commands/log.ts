import type { Session } from '../define/actor.ts'
import type { Command, Target } from '../define/command.ts'
import type { Query } from '../data/unit.ts'

/** An entry of the action log as it is written. */
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
  /** Bytes of the rows that the command may have recorded. */
  readonly mostRecorded: number
}

/**
 * The statement that writes the entry. Its row names the recorded tables that the command has written to; it fails
 * where they are more than a command may record.
 */
export function writeEntry({ id, command, session, target, tags, ...entry }: Entry): Query {
  const { actor, scope } = session
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
  const places = columns.map((_, index) => `$${index + 1}`)
  return {
    text: `insert into plinth.action_log (${columns.join(', ')}) values (${places.join(', ')}) returning
      plinth.written_tables($1, $2, $${columns.length + 1}) as written`,
    values: [...Object.values(row), entry.mostRecorded],
  }
}

/** What the command acted on: what `target` says, else the `id` of the result, else of the input. */
export function targetOf(command: Command, input: unknown, result: unknown): Target {
  const told = command.target?.({ input, result })
  return { id: idOf(result) ?? idOf(input), ...told }
}

export function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' ? id : null
}
