import { conflict, defineCommand, PlatformError, sql } from '@plinth/core'
import { z } from 'zod'
import { inTenant } from '@plinth/core/data'
import { features } from '../contract.ts'

/** Maximum parts per upload. Well-behaved clients need a few, and each is an object. */
export const MAX_UPLOAD_PARTS = 1000

/**
 * Adds a stored object as the next part of an upload. If several callers, on any hosts, send bytes for the same offset, one
 * succeeds. Errors: 409 for the others, 413 for too many parts.
 */
export const addPart = defineCommand({
  id: 'attachments.uploads.add-part',
  access: features.manage,
  logged: false,
  input: z.object({ id: z.uuid(), objectId: z.uuid(), start: z.number().int(), size: z.number().int().min(1) }),
  output: z.object({ received: z.number() }),
  async run({ input, actor, scope, db, now }) {
    const { id, objectId, start, size } = input
    const { tenantId } = scope
    const { rows } = await sql<{ received: number; parts: number }>`
      update attachment_uploads u set received = u.received + ${size}, parts = u.parts + 1, changed_at = ${now().toISOString()}
      where ${inTenant(scope, 'u')} and u.id = ${id} and u.created_by = ${actor.id} and u.received = ${start}
        and not u.is_finished
      returning u.received::float8 as received, u.parts`.execute(db)
    const [added] = rows
    // The sweep may have removed an object that took too long.
    const { rows: objects } = await sql`update attachment_objects o set changed_at = ${now().toISOString()}
      where ${inTenant(scope, 'o')} and o.id = ${objectId} and o.state = 'announced' returning o.id`.execute(db)
    if (!added || objects.length === 0) throw conflict('Another request has continued or cancelled this upload')
    if (added.parts > MAX_UPLOAD_PARTS)
      throw new PlatformError('too_large', `An upload may have at most ${MAX_UPLOAD_PARTS} parts; send larger ones`)
    await sql`insert into attachment_upload_parts (tenant_id, id, organization_id, upload_id, start)
      values (${tenantId}, ${objectId}, ${scope.organizationId}, ${id}, ${start})`.execute(db)
    return { received: added.received }
  },
})
