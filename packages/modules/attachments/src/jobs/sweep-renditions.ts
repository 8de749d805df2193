import { type Context, defineJob, sql } from '@plinth/core'
import { z } from 'zod'
import { columns } from '@plinth/core/data'
import { addressColumns } from '../objects/addresses.ts'
import { MIN_SIZE } from '../images/add-rendition.ts'
import { forgetRenditions } from '../images/forget-renditions.ts'
import { settings } from '../options.ts'
import { type ObjectAddress, storage } from '../storage/storage.ts'
import { StoredRendition } from '../entities.ts'

const BATCH = 200
/** Days after which a rendition that nobody has asked for is removed. */
const UNUSED_DAYS = 30

interface Old extends ObjectAddress {
  readonly tenantId: string
  readonly attachmentId: string
  readonly name: string
  readonly usedAt: string
  readonly driver: string
}

/** Every ten minutes: removes renditions of deleted files, unused ones, and the oldest of tenants that are near their quota. */
export const sweepRenditions = defineJob({
  id: 'attachments.sweep-renditions',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  async run(ctx) {
    const files = ctx.inject(storage)
    for (let more = true; more && !ctx.signal.aborted;) {
      const found = await findOld(ctx)
      const here = found.filter(({ driver }) => driver === files.driver)
      for (const { partition, key } of here) await files.delete({ partition, key })
      await ctx.run(forgetRenditions, { renditions: here })
      more = here.length === BATCH
    }
  },
})

function findOld({ asSystem, inject, now }: Context): Promise<readonly Old[]> {
  const limit = inject(settings).renditionQuota * 0.9
  const unused = new Date(now().getTime() - UNUSED_DAYS * 86_400_000).toISOString()
  return asSystem('find renditions that are not needed', async ({ db }) => {
    const { rows } = await sql<Old>`
      select ${columns(StoredRendition, 'o', ['tenantId', 'attachmentId', 'name', 'usedAt', 'driver'])}, ${addressColumns}
      from (select r.*, sum(greatest(r.size, ${MIN_SIZE})) over (partition by r.tenant_id order by r.used_at desc, r.name, r.attachment_id) as newer
        from attachment_renditions r) o
      where o.used_at < ${unused} or o.newer > ${limit} or not exists (
        select from attachments a where a.tenant_id = o.tenant_id and a.id = o.attachment_id)
      order by o.used_at limit ${BATCH}`.execute(db)
    return rows
  })
}
