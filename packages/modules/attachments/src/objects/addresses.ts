import { randomBytes } from 'node:crypto'
import { type Context, sql } from '@plinth/core'

/** The key of a new object. The object has no file yet, so the key does not describe one; a random part makes it unique. */
export function newKey({ scope, now }: Pick<Context, 'scope' | 'now'>): string {
  const { organizationId, tenantId } = scope
  return `org_${organizationId ?? 'shared'}/tenant_${tenantId}/${now().getTime()}_${randomBytes(6).toString('hex')}`
}

/** The address of an object row `o`, as columns. */
export const addressColumns = sql`o.partition_code as "partition", o.object_key as "key"`
