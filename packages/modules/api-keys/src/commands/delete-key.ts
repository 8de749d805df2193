import { defineCommand, PlatformError, sql } from '@plinth/core'
import { z } from 'zod'
import { features, keyTag } from '../contract.ts'
import { inReach } from '../stored-keys.ts'

/** Deletes a key softly: it is refused with the next request, on every host (section 3.4). */
export const deleteKey = defineCommand({
  id: 'api_keys.keys.delete',
  label: 'Delete API key',
  access: features.delete,
  resource: 'api_keys.key',
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: z.object({ success: z.literal(true) }),
  async run({ input, db, scope, now, invalidate }) {
    const time = now().toISOString()
    const { rows } = await sql`update api_keys k set deleted_at = ${time}, updated_at = ${time}
      where ${inReach(scope)} and k.id = ${input.id} returning k.id`.execute(db)
    if (rows.length === 0) throw new PlatformError('not_found', 'Not found')
    invalidate(keyTag(input.id))
    return { success: true as const }
  },
})
