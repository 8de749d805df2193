import { defineCommand, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

/**
 * Records objects before any of their bytes are stored. The sweep removes those that no file references in time, even if this
 * host crashes. Returns how many were unknown.
 */
export const announceObjects = defineCommand({
  id: 'attachments.objects.announce',
  access: signedIn,
  logged: false,
  input: z.object({
    driver: z.string(),
    partition: z.string(),
    objects: z.array(z.object({ id: z.uuid(), key: z.string() })).min(1),
  }),
  output: z.object({ announced: z.number() }),
  async run({ input, db, scope, now }) {
    const { driver, partition, objects } = input
    const [ids, keys] = [objects.map(({ id }) => id), objects.map(({ key }) => key)]
    const { rows } =
      await sql`insert into attachment_objects (tenant_id, id, driver, partition_code, object_key, changed_at)
      select ${scope.tenantId}, o.id, ${driver}, ${partition}, o.key, ${now().toISOString()}
      from unnest(${ids}::uuid[], ${keys}::text[]) o (id, key)
      on conflict do nothing returning id`.execute(db)
    return { announced: rows.length }
  },
})
