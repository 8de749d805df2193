import { randomBytes } from 'node:crypto'
import { type Context, sql } from '@plinth/core'
import type { ObjectAddress } from '../storage/storage.ts'

/** Where the object of a new file goes. The random part makes it unique, the rest helps people who look for files. */
export function newAddress(
  { scope, now }: Pick<Context, 'scope' | 'now'>,
  { partition, fileName }: { partition: string; fileName: string },
): ObjectAddress {
  const { organizationId, tenantId } = scope
  const name = `${now().getTime()}_${randomBytes(6).toString('hex')}_${fileName}`
  return { partition, key: `org_${organizationId ?? 'shared'}/tenant_${tenantId}/${name}` }
}

/** The address in a row `o` of objects, as columns. */
export const addressColumns = sql`o.partition_code as "partition", o.object_key as "key"`
