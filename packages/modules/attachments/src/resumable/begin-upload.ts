import { defineCommand, Ok, PlatformError, sql } from '@plinth/core'
import { requireOrganization, inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ResumableUpload } from '../entities.ts'
import { settings } from '../options.ts'

/** Maximum unfinished uploads per tenant. */
const MAX_OPEN = 1000

/**
 * Begins a resumable upload. Its full size counts towards the tenant's quota from now on. Errors: 413 beyond the quota, and for
 * too many unfinished uploads.
 */
export const beginUpload = defineCommand({
  id: 'attachments.uploads.begin',
  access: features.manage,
  logged: false,
  input: z.object({
    id: z.uuid(),
    size: z.number().int().min(0),
    fields: z.record(z.string(), z.string()),
    metadata: z.string(),
  }),
  output: Ok,
  async run({ input, actor, scope, db, from, now, inject }) {
    const organizationId = requireOrganization(scope)
    await from.insert(ResumableUpload, { ...input, organizationId, createdBy: actor.id, changedAt: now() }).execute()
    // The usage row is locked by now, so that concurrent uploads are counted one after another.
    const { rows } = await sql<{ bytes: number; uploads: number }>`
      select (kept_bytes + open_bytes)::float8 as bytes, open_uploads as uploads from attachment_usage u
      where ${inTenant(scope, 'u')}`.execute(db)
    const { bytes = 0, uploads = 0 } = rows[0] ?? {}
    const { tenantQuota } = inject(settings)
    if (bytes > tenantQuota)
      throw new PlatformError(
        'too_large',
        `The files of this tenant and its unfinished uploads may take at most ${tenantQuota} bytes`,
      )
    if (uploads > MAX_OPEN)
      throw new PlatformError('too_large', `A tenant may have at most ${MAX_OPEN} unfinished uploads`)
    return { ok: true as const }
  },
})
