import { type Context, notFound } from '@plinth/core'
import { settings } from '../options.ts'
import { ResumableUpload } from '../entities.ts'

/** An upload that may be gone on with. */
export interface Upload {
  readonly id: string
  readonly tenantId: string
  readonly organizationId: string
  /** Bytes: all of them, and those that are stored. */
  readonly size: number
  readonly received: number
  readonly isFinished: boolean
  readonly fields: Readonly<Record<string, string>>
  readonly metadata: string | null
  readonly changedAt: string
}

/** What an upload has after a request. */
export type UploadProgress = Pick<Upload, 'received' | 'isFinished'>

/**
 * An upload that the caller has begun, wherever that was: another selection meanwhile does not end it. Error: 404 for
 * that of anybody else, for one that has waited too long, and for none.
 */
export async function findUpload({ actor, lookUp, now, inject }: Context, id: string): Promise<Upload> {
  const found = await lookUp(ResumableUpload, { id }, LOOK_UP_COLUMNS)
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

/** When an abandoned upload is removed. */
export const expiryOf = ({ inject }: Pick<Context, 'inject'>, { changedAt }: Pick<Upload, 'changedAt'>): Date =>
  new Date(new Date(changedAt).getTime() + inject(settings).uploadMinutes * 60_000)
