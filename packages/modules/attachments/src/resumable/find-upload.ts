import { type Context, notFound } from '@plinth/core'
import { settings } from '../options.ts'
import { ResumableUpload } from '../entities.ts'

/** An upload that can be resumed. */
export interface Upload {
  readonly id: string
  readonly tenantId: string
  readonly organizationId: string
  /** Total bytes, and bytes received so far. */
  readonly size: number
  readonly received: number
  readonly isFinished: boolean
  readonly fields: Readonly<Record<string, string>>
  readonly metadata: string | null
  readonly changedAt: string
}

/** The state of an upload after a request. */
export type UploadProgress = Pick<Upload, 'received' | 'isFinished'>

/**
 * Finds an upload of the caller, in whatever organization it was started, so that switching organizations does not end it.
 * Errors: 404 for another actor's upload, an expired one, or none.
 */
export async function findUpload({ actor, widenScope, now, inject }: Context, id: string): Promise<Upload> {
  const found = await widenScope('allTenants', 'find an upload', ({ findUnique }) =>
    findUnique(ResumableUpload, { id }, LOOK_UP_COLUMNS),
  )
  const oldest = now().getTime() - inject(settings).uploadMinutes * 60_000
  if (!found || found.createdBy !== actor.id || Date.parse(found.changedAt) < oldest) throw notFound('Upload')
  return found
}

const LOOK_UP_COLUMNS = [
  'id',
  'tenantId',
  'organizationId',
  'createdBy',
  'size',
  'received',
  'isFinished',
  'fields',
  'metadata',
  'changedAt',
] as const

/** When an idle upload expires. */
export const expiryOf = ({ inject }: Pick<Context, 'inject'>, { changedAt }: Pick<Upload, 'changedAt'>): Date =>
  new Date(new Date(changedAt).getTime() + inject(settings).uploadMinutes * 60_000)
