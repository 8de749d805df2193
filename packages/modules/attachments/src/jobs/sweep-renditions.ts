import { type Context, defineJob, type JobContext, sql } from '@plinth/core'
import { z } from 'zod'
import { columns, eachTenant, type From, inTenant } from '@plinth/core/data'
import { addressColumns } from '../objects/addresses.ts'
import { MIN_SIZE } from '../images/add-rendition.ts'
import { forgetRenditions } from '../images/forget-renditions.ts'
import { settings } from '../options.ts'
import { type ObjectAddress, storage } from '../storage/storage.ts'
import { StoredRendition } from '../entities.ts'

const BATCH = 200
/** Maximum number of renditions removed per tenant and run. */
const MAX_SWEPT = 10_000
/** Days without a request after which a rendition is removed. */
const UNUSED_DAYS = 30

interface Old extends ObjectAddress {
  readonly attachmentId: string
  readonly name: string
  readonly usedAt: string
}

/**
 * Runs every ten minutes. Removes renditions of deleted files, unused ones, and the oldest ones of tenants close to their quota.
 */
export const sweepRenditions = defineJob({
  id: 'attachments.sweep-renditions',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  async run(ctx) {
    const find = (from: From) => from(StoredRendition, 'r').select('r.tenantId').distinct().execute()
    await eachTenant(ctx, { reason: 'renditions that are not needed', find }, (tenantCtx) =>
      sweepTenant(tenantCtx, ctx),
    )
  },
})

async function sweepTenant(ctx: Context, { signal }: Pick<JobContext<unknown>, 'signal'>): Promise<void> {
  const old = await findOld(ctx)
  for (let at = 0; at < old.length && !signal.aborted; at += BATCH) {
    const removed = await removeBytes(ctx, old.slice(at, at + BATCH))
    await ctx.run(forgetRenditions, { renditions: removed })
  }
}

/** Returns those whose bytes were removed; the others are retried by the next run. */
async function removeBytes({ inject, log, scope }: Context, old: readonly Old[]): Promise<Old[]> {
  const files = inject(storage)
  const removed: Old[] = []
  for (const rendition of old) {
    const { partition, key, attachmentId } = rendition
    try {
      await files.delete({ partition, key })
      removed.push(rendition)
    } catch (error) {
      log.error({ err: error, tenantId: scope.tenantId, attachmentId }, 'the bytes of a rendition could not be removed')
    }
  }
  return removed
}

/** Outdated renditions of the current tenant. Renditions in another storage are left to the hosts that use it. */
async function findOld({ db, scope, inject, now }: Context): Promise<readonly Old[]> {
  const limit = inject(settings).renditionQuota * 0.9
  const unused = new Date(now().getTime() - UNUSED_DAYS * 86_400_000).toISOString()
  const { rows } = await sql<Old>`
    select ${columns(StoredRendition, 'o', ['attachmentId', 'name', 'usedAt'])}, ${addressColumns}
    from (select r.*, sum(greatest(r.size, ${MIN_SIZE})) over (order by r.used_at desc, r.name, r.attachment_id) as newer
      from attachment_renditions r where ${inTenant(scope, 'r')} and r.driver = ${inject(storage).driver}) o
    where o.used_at < ${unused} or o.newer > ${limit} or not exists (
      select from attachments a where a.tenant_id = o.tenant_id and a.id = o.attachment_id)
    order by o.used_at limit ${MAX_SWEPT}`.execute(db)
  return rows
}
