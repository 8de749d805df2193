import { post, signedIn } from '@plinth/core'
import { z } from 'zod'

/** POST /auth/feature-check, section 7.11: which of some features the caller has. Costs no query. */
export const checkFeatures = post(
  '/auth/feature-check',
  {
    access: signedIn,
    summary: 'Which of some features the caller has.',
    // Anything but a list of features asks for nothing, and nothing is refused.
    body: z.object({ features: z.array(z.string()).catch([]) }).catch({ features: [] }),
    response: z.object({ ok: z.boolean(), granted: z.array(z.string()), userId: z.string() }),
  },
  ({ body, actor }) => {
    const { isSuperAdmin, grants, id } = actor
    const granted = isSuperAdmin ? body.features : body.features.filter((feature) => grants.has(feature))
    return { ok: granted.length === body.features.length, granted, userId: id }
  },
)
