import { defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'

/**
 * Writes down that an object is about to be stored, before its first byte is. What no file keeps in time is removed by
 * the sweep, also when this host dies.
 */
export const announceObject = defineCommand({
  id: 'attachments.objects.announce',
  access: features.manage,
  logged: false,
  input: z.object({ id: z.uuid(), driver: z.string(), partition: z.string(), key: z.string() }),
  output: Ok,
  async run({ input, db, scope, now }) {
    const { id, driver, partition, key } = input
    await sql`insert into attachment_objects (tenant_id, id, driver, partition_code, object_key, changed_at)
      values (${scope.tenantId}, ${id}, ${driver}, ${partition}, ${key}, ${now().toISOString()})`.execute(db)
    return { ok: true as const }
  },
})
