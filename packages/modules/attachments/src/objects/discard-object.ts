import { defineCommand, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { inTenant } from '@plinth/core/data'

/**
 * Discards an announced object, so that no row can keep it and its bytes may be removed. `isKept` is true if a row has kept it:
 * the commit may have succeeded although its response was lost. `isGone` is true if no row is left.
 */
export const discardObject = defineCommand({
  id: 'attachments.objects.discard',
  access: signedIn,
  logged: false,
  input: z.object({ id: z.uuid() }),
  output: z.object({ isKept: z.boolean(), isGone: z.boolean() }),
  async run({ input, db, scope, now }) {
    const isMeant = sql`${inTenant(scope, 'o')} and o.id = ${input.id}`
    // The second statement sees the result of the transaction that the first one waited for.
    const [, { rows }] = await Promise.all([
      sql`update attachment_objects o set state = 'purging', changed_at = ${now().toISOString()}
        where ${isMeant} and o.state = 'announced'`.execute(db),
      sql<{ state: string }>`select o.state from attachment_objects o where ${isMeant}`.execute(db),
    ])
    const [found] = rows
    return { isKept: found?.state === 'kept' || found?.state === 'released', isGone: found === undefined }
  },
})
