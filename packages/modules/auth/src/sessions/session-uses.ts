import { sql } from '@plinth/core'
import { defineBatchedLog } from '@plinth/core/data'

/** A request of a session. */
export interface SessionUse {
  readonly id: string
  readonly tenantId: string
  /** ISO 8601. */
  readonly at: string
}

/** When sessions were last used. Written in batches after the requests, at most once a minute per session and host. */
export const sessionUses = defineBatchedLog<SessionUse>({
  id: 'auth.session_uses',
  statements: (uses) => [
    sql`
    with used as materialized (
      select "tenantId", id, max(at) as at from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
        as use (id uuid, "tenantId" uuid, at timestamptz) group by 1, 2
    ), found as (
      select s.tenant_id, s.id, used.at from used join sessions s on s.tenant_id = used."tenantId" and s.id = used.id
      where s.last_used_at is null or s.last_used_at < used.at order by 1, 2 for update of s
    )
    update sessions s set last_used_at = found.at from found where s.tenant_id = found.tenant_id and s.id = found.id`,
  ],
})
