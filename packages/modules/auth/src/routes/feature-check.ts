import { post, signedIn } from '@plinth/core'
import { withoutNul } from '@plinth/core/data'
import { z } from 'zod'
import { nameUnknown, UnknownFeatures } from '../known-features.ts'

/** Lenient as published: anything but a list counts as empty, and elements that are not strings are ignored. */
const Features = z
  .array(z.unknown())
  .transform((features) => features.filter((feature) => typeof feature === 'string').map(withoutNul))

/** POST /auth/feature-check: which of the given features the caller has. Runs no query. */
export const checkFeatures = post(
  '/auth/feature-check',
  {
    operation: 'checkFeatures',
    access: signedIn,
    inView: true,
    summary: 'Check which of the given features the caller has.',
    body: z.object({ features: Features.catch([]) }).catch({ features: [] }),
    response: UnknownFeatures.extend({ ok: z.boolean(), granted: z.array(z.string()), userId: z.string() }),
  },
  ({ body, actor, inject }) => {
    const { isSuperAdmin, grants, id } = actor
    const granted = isSuperAdmin ? body.features : body.features.filter((feature) => grants.has(feature))
    return {
      ok: granted.length === body.features.length,
      granted,
      userId: id,
      ...nameUnknown({ inject }, body.features),
    }
  },
)
