import { sql } from '@plinth/core'
import { defineBatchedLog } from '@plinth/core/data'

/** A use of a key. */
export interface KeyUse {
  readonly id: string
  readonly tenantId: string
  /** ISO 8601. */
  readonly at: string
}

/**
 * When keys were last used. Written in batches after the requests, many keys per statement, and at most once a minute per key
 * across all hosts.
 */
export const keyUses = defineBatchedLog<KeyUse>({
  id: 'api_keys.uses',
  statements: (uses) => [
    sql`
    insert into api_key_uses as u (tenant_id, id, last_used_at)
    select k.tenant_id, k.id, max(used.at) from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
      as used (id uuid, "tenantId" uuid, at timestamptz)
    join api_keys k on k.tenant_id = used."tenantId" and k.id = used.id
    group by k.tenant_id, k.id order by k.tenant_id, k.id
    on conflict (tenant_id, id) do update set last_used_at = excluded.last_used_at
    where u.last_used_at <= excluded.last_used_at - interval '1 minute'`,
  ],
})
