import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { inTenant } from '@plinth/core/data'
import { settings } from '../options.ts'

/** Minimum bytes charged per rendition, for its row and directory entry. This also limits the number of renditions. */
export const MIN_SIZE = 4096

/**
 * Records that a rendition is about to be stored or was used, unless the tenant's renditions in this storage exceed the quota.
 * For the platform only.
 */
export const addRendition = defineCommand({
  id: 'attachments.renditions.add',
  access: signedIn,
  logged: false,
  input: z.object({
    attachmentId: z.uuid(),
    name: z.string(),
    driver: z.string(),
    partition: z.string(),
    key: z.string(),
    size: z.number().int(),
    mimeType: z.string(),
  }),
  output: z.object({ isAdded: z.boolean() }),
  async run({ actor, input, db, scope, now, inject }) {
    if (actor.kind !== 'system') throw forbidden()
    const { attachmentId, name, driver, partition, key, size, mimeType } = input
    const { tenantId } = scope
    // Serializes the check: concurrent transactions would not see each other's bytes.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`attachments.renditions ${tenantId}`}, 0))`.execute(db)
    const { rows } = await sql`
      insert into attachment_renditions
        (tenant_id, attachment_id, name, driver, partition_code, object_key, size, mime_type, used_at)
      select ${tenantId}, ${attachmentId}, ${name}, ${driver}, ${partition}, ${key}, ${size}, ${mimeType},
        ${now().toISOString()}
      where (select coalesce(sum(greatest(size, ${MIN_SIZE})), 0) from attachment_renditions r
          where ${inTenant(scope, 'r')} and r.driver = ${driver} and (r.attachment_id, r.name) <> (${attachmentId}, ${name}))
        + ${Math.max(size, MIN_SIZE)} <= ${inject(settings).renditionQuota}
      on conflict (tenant_id, attachment_id, name) do update set used_at = excluded.used_at, size = excluded.size,
        mime_type = excluded.mime_type, driver = excluded.driver, partition_code = excluded.partition_code,
        object_key = excluded.object_key
      returning name`.execute(db)
    return { isAdded: rows.length > 0 }
  },
})
