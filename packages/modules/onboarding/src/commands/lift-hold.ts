import { defineCommand, open, sql } from '@plinth/core'
import { z } from 'zod'

/** Allows another link to be requested immediately, after an email could not be sent. */
export const liftHold = defineCommand({
  id: 'onboarding.requests.lift-hold',
  label: 'Lift the hold of a request',
  access: open,
  undoable: false,
  resource: 'onboarding.request',
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  async run({ input, widenScope, now }) {
    await widenScope('allTenants', 'lift the hold of an onboarding request', ({ db }) =>
      sql`update onboarding_requests set mailed_at = null, updated_at = ${now().toISOString()}
        where id = ${input.id}`.execute(db),
    )
    return {}
  },
})
