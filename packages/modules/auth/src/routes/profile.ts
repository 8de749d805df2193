import { badInput, get, notFound, signedIn } from '@plinth/core'
import { z } from 'zod'

/**
 * GET /auth/profile: the current identity, without a query. As published, API keys have no profile and use `POST
 * /auth/feature-check`.
 */
export const readProfile = get(
  '/auth/profile',
  {
    access: signedIn,
    summary: 'Who is signed in. An API key has no profile (400): feature-check answers its id and what it may do.',
    response: z.object({ email: z.string(), roles: z.array(z.string()) }),
    errors: [400, 404],
  },
  ({ actor }) => {
    if (actor.kind !== 'user') throw badInput('Failed to load profile.')
    if (actor.email === null) throw notFound('User')
    return { email: actor.email, roles: [...actor.roles] }
  },
)
