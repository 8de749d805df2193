import { defineJournal, type ReadListener, sql } from '@plinth/core'
import { filedUnder, keyIdOf } from '../audience.ts'

/** What one answer told, with the columns of the log as members. */
interface Line {
  readonly tenant_id: string
  readonly created_at: string
  readonly organization_id: string | null
  /** The user, also behind a key; the key where nobody is. */
  readonly actor_id: string
  readonly key_id: string | null
  readonly resource_kind: string
  readonly resource_ids: readonly string[]
  readonly access_type: string
  readonly fields: readonly string[]
  readonly context: object
}

/** The access log (section 13): one row for each record that an answer told, in one statement for many answers. */
export const accessJournal = defineJournal<Line>({
  id: 'audit_logs.accesses',
  statements(lines) {
    const months = [...new Set(lines.map((line) => `${line.created_at.slice(0, 7)}-01T00:00:00Z`))]
    return [
      sql`select plinth.open_access_month(month) from unnest(${months}::timestamptz[]) month`,
      sql`
      with told as (
        insert into plinth.access_log (tenant_id, created_at, organization_id, actor_id, key_id, resource_kind,
          resource_id, access_type, fields, context)
        select l.tenant_id, l.created_at, l.organization_id, l.actor_id, l.key_id, l.resource_kind, resource_id,
          l.access_type, l.fields, l.context
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (tenant_id uuid, created_at timestamptz,
          organization_id uuid, actor_id uuid, key_id uuid, resource_kind text, resource_ids text[], access_type text, fields text[],
          context jsonb), unnest(l.resource_ids) resource_id
        returning *)
      insert into plinth.access_days as d
        (tenant_id, actor_id, day, organization_id, resource_kind, access_type, accesses)
      select tenant_id, actor_id, (created_at at time zone 'UTC')::date, organization_id, resource_kind, access_type,
        count(*)
      from told group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (tenant_id, actor_id, day, organization_id, resource_kind, access_type)
        do update set accesses = d.accesses + excluded.accesses`,
    ]
  },
})

/** Notes a read in the journal. What nobody did is not noted. */
export const noteAccess: ReadListener = ({ actor, scope, now, append }, read) => {
  const { actorUserId, ownerUserId } = filedUnder(actor)
  if (actorUserId === null) return
  const keyId = keyIdOf(actorUserId)
  const { resourceIds, resourceKind, accessType, fields, resultCount, queryKeys, path } = read
  append(accessJournal, {
    tenant_id: scope.tenantId,
    created_at: now().toISOString(),
    organization_id: scope.organizationId,
    actor_id: ownerUserId ?? keyId ?? actorUserId,
    key_id: keyId,
    resource_kind: resourceKind,
    resource_ids: resourceIds,
    access_type: accessType,
    fields,
    context: { resultCount, accessType, ...(queryKeys.length > 0 && { queryKeys }), path },
  })
}
