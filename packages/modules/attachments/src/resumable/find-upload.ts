import { type Context, notFound, sql } from '@plinth/core'
import { settings } from '../options.ts'

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
  readonly changedAt: string
}

/** What an upload has after a request. */
export type Progress = Pick<Upload, 'received' | 'isFinished'>

type Reader = Pick<Context, 'actor' | 'asSystem' | 'now' | 'get'>

/**
 * An upload that the caller has begun, wherever that was: another selection meanwhile does not end it. Error: 404 for
 * that of anybody else, for one that has waited too long, and for none.
 */
export async function findUpload({ actor, asSystem, now, get }: Reader, id: string): Promise<Upload> {
  const oldest = new Date(now().getTime() - get(settings).uploadMinutes * 60_000).toISOString()
  const { rows } = await asSystem('find an upload that its sender goes on with', ({ db }) =>
    sql<Upload>`
      select u.id, u.tenant_id as "tenantId", u.organization_id as "organizationId", u.size::float8 as size,
        u.received::float8 as received, u.is_finished as "isFinished", u.fields, u.changed_at as "changedAt"
      from plinth.attachment_uploads_by_id l join attachment_uploads u on u.tenant_id = l.tenant_id and u.id = l.id
      where l.value = ${id} and u.created_by = ${actor.id} and u.changed_at >= ${oldest}`.execute(db),
  )
  if (!rows[0]) throw notFound('Upload')
  return rows[0]
}

/** When an upload that nobody goes on with is removed. */
export const expiryOf = ({ get }: Pick<Context, 'get'>, { changedAt }: Pick<Upload, 'changedAt'>): Date =>
  new Date(new Date(changedAt).getTime() + get(settings).uploadMinutes * 60_000)
