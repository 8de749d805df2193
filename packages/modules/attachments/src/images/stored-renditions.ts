import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Context, sql } from '@plinth/core'
import { inTenant, columns } from '@plinth/core/data'
import type { ServedFile } from '../serving/find-file.ts'
import { type ObjectAddress, storage } from '../storage/storage.ts'
import { StoredRendition } from '../entities.ts'
import { addRendition } from './add-rendition.ts'
import type { RenderedImage } from '../reader/rasterize.ts'
import { renditionName, type Rendition } from '../reader/rendition.ts'

/** Maximum size in bytes of a stored rendition. */
export const MAX_STORED = 1024 * 1024
/** Milliseconds per day. Usage is recorded at most once a day. */
const DAY = 86_400_000

const renditionAddress = ({ partition, tenantId, id }: ServedFile, rendition: Rendition): ObjectAddress => ({
  partition,
  key: `renditions/tenant_${tenantId}/${id}/${renditionName(rendition)}`,
})

type RenditionContext = Pick<Context, 'inject' | 'widenScope' | 'actAs' | 'log' | 'now'>

/** Finds a rendition stored earlier, on this or another host; null if there is none. */
export async function findRendition(
  ctx: RenditionContext,
  file: ServedFile,
  rendition: Rendition,
): Promise<RenderedImage | null> {
  const row = await findRow(ctx, file, rendition)
  if (!row) return null
  const found = await ctx.inject(storage).read(renditionAddress(file, rendition))
  if (found?.size !== row.size) {
    found?.stream.destroy()
    return null
  }
  const image = { mimeType: row.mimeType, bytes: await buffer(found.stream) }
  if (ctx.now().getTime() - Date.parse(row.usedAt) > DAY) await announceRendition(ctx, { file, rendition, image })
  return image
}

async function findRow({ widenScope }: RenditionContext, file: ServedFile, rendition: Rendition) {
  return widenScope('allTenants', 'find a rendition of a file that may be seen', async ({ db }) => {
    const { rows } = await sql<{ mimeType: string; usedAt: string; size: number }>`
      select ${columns(StoredRendition, 'r', ['mimeType', 'usedAt'])}, r.size::float8 as size
      from attachment_renditions r where ${inTenant(file, 'r')} and r.attachment_id = ${file.id} and r.name = ${renditionName(rendition)}`.execute(
      db,
    )
    return rows[0]
  })
}

/** An image and what it was rendered from. */
export interface NewRendition {
  readonly file: ServedFile
  readonly rendition: Rendition
  readonly image: RenderedImage
}

/**
 * Stores a rendition for later requests. The row is written first, so that the sweep knows about the bytes. If the sweep has
 * removed the row meanwhile, because the file was deleted, the bytes are removed again.
 */
export async function keepRendition(ctx: RenditionContext, newRendition: NewRendition): Promise<void> {
  const { file, rendition, image } = newRendition
  if (!(await announceRendition(ctx, newRendition))) return
  const [files, address] = [ctx.inject(storage), renditionAddress(file, rendition)]
  await files.write(address, Readable.from([image.bytes], { objectMode: false }))
  if (!(await findRow(ctx, file, rendition))) await files.delete(address)
}

/** Records that a rendition is stored and was used today. Returns false if the tenant exceeds its quota. */
async function announceRendition({ inject, actAs }: RenditionContext, { file, rendition, image }: NewRendition) {
  const scope = { tenantId: file.tenantId, organizationId: null, organizationIds: null }
  const { isAdded } = await actAs({ actor: 'platform', reason: 'renditions', scope }, ({ run }) =>
    run(addRendition, {
      attachmentId: file.id,
      name: renditionName(rendition),
      driver: inject(storage).driver,
      ...renditionAddress(file, rendition),
      size: image.bytes.length,
      mimeType: image.mimeType,
    }),
  )
  return isAdded
}
