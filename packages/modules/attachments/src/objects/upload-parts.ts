import { type Context, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { type ObjectAddress, storage } from '../storage/storage.ts'
import { addressColumns } from './addresses.ts'

/** Releases the objects of an upload's parts. Their bytes may then be removed, by the sweep at the latest. */
export async function releaseParts(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  { id, at }: { id: string; at: Date },
): Promise<ObjectAddress[]> {
  const { rows } = await sql<ObjectAddress>`
    update attachment_objects o set state = 'purging', changed_at = ${at.toISOString()} from attachment_upload_parts p
    where ${inTenant(scope, 'p')} and p.upload_id = ${id} and o.tenant_id = p.tenant_id and o.id = p.id
    returning ${addressColumns}`.execute(db)
  await sql`delete from attachment_upload_parts p where ${inTenant(scope, 'p')} and upload_id = ${id}`.execute(db)
  return rows
}

/** Removes the bytes of parts that are no longer needed. */
export async function removeParts(
  { inject, log }: Pick<Context, 'inject' | 'log'>,
  parts: readonly ObjectAddress[],
): Promise<void> {
  for (const address of parts) {
    try {
      await inject(storage).delete(address)
    } catch (error) {
      log.warn({ err: error }, 'a part of an upload is left to the sweep')
    }
  }
}
