import { signedIn } from '@plinth/core'

/** Changing how an account signs in needs somebody who has just proved who they are: a stolen session is not enough. */
export const FRESH = { feature: signedIn, fresh: '10m' } as const
