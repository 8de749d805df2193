import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { columns } from '@plinth/core/data'
import { settings } from '../options.ts'
import { AttachmentObject } from '../entities.ts'
import { addressColumns } from './addresses.ts'
import { ANNOUNCED_MINUTES } from './announced-objects.ts'

/** Maximum number of objects removed at once. */
export const OBJECTS_PER_CLAIM = 200

const ClaimedObject = z.object({
  tenantId: z.uuid(),
  id: z.uuid(),
  driver: z.string(),
  partition: z.string(),
  key: z.string(),
})

/**
 * Claims objects that no row references: announced too long ago, released longer ago than the undo window, or claimed by a host
 * that crashed. Claimed objects can no longer be kept. Also ends abandoned uploads and releases their parts. For the platform
 * only.
 */
export const claimObjects = defineCommand({
  id: 'attachments.objects.claim',
  access: signedIn,
  logged: false,
  input: z.object({}),
  output: z.object({ objects: z.array(ClaimedObject) }),
  async run({ actor, widenScope, inject, now }) {
    if (actor.kind !== 'system') throw forbidden()
    const { undoHours, uploadMinutes } = inject(settings)
    const at = now().getTime()
    const before = (minutes: number) => new Date(at - minutes * 60_000).toISOString()
    const objects = await widenScope('allTenants', 'claim objects that no file keeps', async ({ db }) => {
      await sql`delete from attachment_uploads u using (
          select tenant_id, id from attachment_uploads where changed_at < ${before(uploadMinutes)}
          order by changed_at limit ${OBJECTS_PER_CLAIM} for update skip locked
        ) old where u.tenant_id = old.tenant_id and u.id = old.id`.execute(db)
      const { rows } = await sql<z.output<typeof ClaimedObject>>`
        update attachment_objects o set state = 'purging', changed_at = ${now().toISOString()} from (
          select a.tenant_id, a.id from attachment_objects a
          where (state = 'announced' and changed_at < ${before(uploadMinutes + ANNOUNCED_MINUTES)} and not exists (
              select from attachment_upload_parts p where p.tenant_id = a.tenant_id and p.id = a.id))
            or (state = 'released' and changed_at < ${before(undoHours * 60)})
            or (state = 'purging' and changed_at < ${before(CLAIM_MINUTES)})
          order by changed_at limit ${OBJECTS_PER_CLAIM} for update skip locked
        ) unkept where o.tenant_id = unkept.tenant_id and o.id = unkept.id
        returning ${columns(AttachmentObject, 'o', ['tenantId', 'id', 'driver'])}, ${addressColumns}`.execute(db)
      return rows
    })
    return { objects }
  },
})

/** Minutes after which another host may take over a claim. */
const CLAIM_MINUTES = 15
