import { defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'

/**
 * Writes down that objects are about to be stored, before the first byte of any is. What no file keeps in time is removed
 * by the sweep, also when this host dies.
 */
export const announceObjects = defineCommand({
  id: 'attachments.objects.announce',
  access: features.manage,
  logged: false,
  input: z.object({
    driver: z.string(),
    partition: z.string(),
    objects: z.array(z.object({ id: z.uuid(), key: z.string() })).min(1),
  }),
  output: Ok,
  async run({ input, db, scope, now }) {
    const { driver, partition, objects } = input
    const [ids, keys] = [objects.map(({ id }) => id), objects.map(({ key }) => key)]
    await sql`insert into attachment_objects (tenant_id, id, driver, partition_code, object_key, changed_at)
      select ${scope.tenantId}, o.id, ${driver}, ${partition}, o.key, ${now().toISOString()}
      from unnest(${ids}::uuid[], ${keys}::text[]) o (id, key)`.execute(db)
    return { ok: true as const }
  },
})
