import { defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { inTenant } from '@plinth/core/data'
import { features } from '../contract.ts'

/**
 * Gives up an announced object, so that no row can keep it and its bytes may be removed. `isDiscarded` is false when a
 * row keeps it: its commit may have arrived although the answer to it did not.
 */
export const discardObject = defineCommand({
  id: 'attachments.objects.discard',
  access: features.manage,
  logged: false,
  input: z.object({ id: z.uuid() }),
  output: z.object({ isDiscarded: z.boolean() }),
  async run({ input, db, scope, now }) {
    const { rows } = await sql`update attachment_objects set state = 'purging', changed_at = ${now().toISOString()}
      where ${inTenant(scope, 'attachment_objects')} and id = ${input.id} and state = 'announced' returning id`.execute(
      db,
    )
    return { isDiscarded: rows.length > 0 }
  },
})
