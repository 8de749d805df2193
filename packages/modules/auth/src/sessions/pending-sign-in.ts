import type { CommandContext } from '@plinth/core'
import { z } from 'zod'
import { LoginChallenge } from '../entities.ts'
import { mustEnroll, type SignInState } from '../factors/sign-in-policy.ts'

/** Minutes in which the second factor has to follow. */
export const CHALLENGE_MINUTES = 5

/**
 * Pending sign-ins per account and network. Whoever knows the password can neither fill the table nor, from elsewhere, push out the
 * pending sign-in of the owner; limits of logins per account bound the number of networks.
 */
const MAX_CHALLENGES = 10

/** Hashes of the token and of the browser's cookie with which a challenge is answered, and the network it comes from. */
export const ChallengeHashes = z.object({ tokenHash: z.string(), browserHash: z.string(), network: z.string() })

/** What has to follow: a factor of one of these kinds, or the setup of the first one. */
export const PendingSignIn = z.object({ mustEnroll: z.boolean(), kinds: z.array(z.string()) })

interface NewChallenge {
  readonly userId: string
  readonly state: SignInState
  readonly hashes: z.output<typeof ChallengeHashes>
  /** A digest of the password's hash; null if another system has identified the person. */
  readonly passwordDigest: string | null
  readonly remember: boolean
}

/**
 * Creates a challenge, inside the command that would create a login, if the account has a second factor or needs one; otherwise
 * null. The login that follows gets the id of its challenge.
 */
export async function createPendingSignIn(
  ctx: Pick<CommandContext, 'from' | 'now'>,
  { userId, state, hashes, passwordDigest, remember }: NewChallenge,
): Promise<{ readonly id: string; readonly challenge: z.output<typeof PendingSignIn> } | null> {
  const isEnrolling = mustEnroll(state, ctx.now())
  if (state.kinds.length === 0 && !isEnrolling) return null
  await dropOldest(ctx, userId, hashes.network)
  const { id } = await ctx.from.create(LoginChallenge, {
    userId,
    ...hashes,
    passwordDigest,
    remember,
    mustEnroll: isEnrolling,
    expiresAt: new Date(ctx.now().getTime() + CHALLENGE_MINUTES * 60_000),
  })
  return { id, challenge: { mustEnroll: isEnrolling, kinds: [...state.kinds] } }
}

/** Deletes all but the newest pending sign-ins of an account from a network. */
async function dropOldest({ from }: Pick<CommandContext, 'from'>, userId: string, network: string): Promise<void> {
  await from
    .delete(LoginChallenge, 'c')
    .where('c.userId', '=', userId)
    .where('c.network', '=', network)
    .where('c.id', 'not in', ({ selectFrom }) =>
      selectFrom(from.table(LoginChallenge, 'n'))
        .select('n.id')
        .where('n.userId', '=', userId)
        .where('n.network', '=', network)
        .orderBy('n.createdAt', 'desc')
        .limit(MAX_CHALLENGES - 1),
    )
    .execute()
}
