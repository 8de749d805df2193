import { sql } from '@plinth/core'
import { defineBatchedLog, type ReadListener } from '@plinth/core/data'
import { loggedActorOf, keyIdOf } from '../audience.ts'

/** One response, with the columns of the access log as properties. */
interface Line {
  readonly id: string
  readonly tenant_id: string
  readonly created_at: string
  readonly organization_id: string | null
  /** The user, also when an API key acted for them; the key id when the key has no owner. */
  readonly actor_id: string
  readonly key_id: string | null
  readonly resource_kind: string
  readonly resource_uuids: readonly string[] | null
  /** Used when not all ids are UUIDs. */
  readonly resource_ids: readonly string[] | null
  readonly access_type: string
  readonly fields: readonly string[]
  readonly context: object
}

/**
 * The access log: one row per response, many rows per statement. A row that already exists is the same one, written by an
 * earlier attempt whose response was lost.
 */
const accessLog = defineBatchedLog<Line>({
  id: 'audit_logs.accesses',
  weigh: ({ resource_uuids, resource_ids }) => 1_000 + 40 * (resource_uuids ?? resource_ids ?? []).length,
  statements(lines) {
    const months = [...new Set(lines.map((line) => `${line.created_at.slice(0, 7)}-01T00:00:00Z`))]
    return [
      sql`select plinth.open_access_month(month) from unnest(${months}::timestamptz[]) month`,
      sql`
      with told as (
        insert into plinth.access_log (id, tenant_id, created_at, organization_id, actor_id, key_id, resource_kind,
          resource_uuids, resource_ids, access_type, fields, context)
        select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id uuid, tenant_id uuid,
          created_at timestamptz, organization_id uuid, actor_id uuid, key_id uuid, resource_kind text,
          resource_uuids uuid[], resource_ids text[], access_type text, fields text[], context jsonb)
        on conflict do nothing
        returning *)
      insert into plinth.access_days as d
        (tenant_id, actor_id, day, organization_id, resource_kind, access_type, accesses)
      select tenant_id, actor_id, (created_at at time zone 'UTC')::date, organization_id, resource_kind, access_type,
        sum(coalesce(cardinality(resource_uuids), cardinality(resource_ids)))
      from told group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (tenant_id, actor_id, day, organization_id, resource_kind, access_type)
        do update set accesses = d.accesses + excluded.accesses`,
    ]
  },
})

/** Records a read in the batched log, of the viewer if somebody views as the caller. Reads without an actor are not recorded. */
export const noteAccess: ReadListener = ({ actor, scope, now, record }, read) => {
  const { viewer } = actor
  const { actorUserId, ownerUserId } = loggedActorOf(viewer?.actor ?? actor)
  if (actorUserId === null) return
  const keyId = keyIdOf(actorUserId)
  const { resourceIds, resourceKind, accessType, fields, resultCount, queryKeys, path } = read
  const areUuids = resourceIds.every((id) => UUID.test(id))
  record(accessLog, {
    id: crypto.randomUUID(),
    tenant_id: scope.tenantId,
    created_at: now().toISOString(),
    organization_id: scope.organizationId,
    actor_id: ownerUserId ?? keyId ?? actorUserId,
    key_id: keyId,
    resource_kind: resourceKind,
    resource_uuids: areUuids ? resourceIds : null,
    resource_ids: areUuids ? null : resourceIds,
    access_type: accessType,
    fields,
    context: {
      resultCount,
      accessType,
      ...(queryKeys.length > 0 && { queryKeys }),
      path,
      ...(viewer && { viewedAs: actor.userId }),
    },
  })
}

/** The format that PostgreSQL prints, so that ids come back exactly as they were returned. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
