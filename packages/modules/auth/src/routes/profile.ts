import { badInput, get, notFound, signedIn } from '@plinth/core'
import { z } from 'zod'
import { loadAccount } from '../users/account.ts'

/**
 * GET /auth/profile: the current identity, from caches. As published, API keys have no profile and use `POST
 * /auth/feature-check`.
 */
export const readProfile = get(
  '/auth/profile',
  {
    access: signedIn,
    inView: true,
    summary:
      'Get the profile of the signed-in user. API keys have none (400); use `/auth/feature-check` to get their id and features.',
    response: z.object({
      email: z.string(),
      name: z.string().nullable(),
      roles: z.array(z.string()),
      /** Who views the platform as this user; only in their answers. */
      viewedBy: z.object({ userId: z.uuid(), email: z.string() }).optional(),
    }),
    errors: [400, 404],
  },
  async (ctx) => {
    const { actor } = ctx
    if (actor.kind !== 'user' || actor.userId === null) throw badInput('Failed to load profile.')
    if (actor.email === null) throw notFound('User')
    const account = await loadAccount(ctx, actor.userId)
    const { userId, email } = actor.viewer?.actor ?? {}
    return {
      email: actor.email,
      name: account?.name ?? null,
      roles: [...actor.roles],
      ...(userId && email && { viewedBy: { userId, email } }),
    }
  },
)
