import { type Context, forbidden, PlatformError } from '@plinth/core'
import { internalRequests, type RequestFacts } from '@plinth/core/http'
import { randomToken } from '@plinth/core/security'
import { credentials } from '../credentials.ts'
import { LoginChallenge } from '../entities.ts'
import { knownDevice } from '../known-device.ts'
import { authText } from '../messages.ts'
import { CHALLENGE_MINUTES } from './pending-sign-in.ts'

/** The cookie of the browser in which the sign-in began: a challenge cannot be answered in any other browser. */
const COOKIE = 'om_challenge'

interface ChallengeSecrets {
  /** Sent in the body. */
  readonly token: string
  /** Set as a cookie. */
  readonly browser: string
}

/** The secrets of a new challenge, and the hashes that are stored. */
export function createChallenge({ inject }: Pick<Context, 'inject'>, { network }: Pick<RequestFacts, 'network'>) {
  const secrets: ChallengeSecrets = { token: randomToken(), browser: randomToken() }
  const { hash } = inject(credentials)
  return { secrets, hashes: { tokenHash: hash(secrets.token), browserHash: hash(secrets.browser), network } }
}

const MAX_AGE = CHALLENGE_MINUTES * 60

const keepChallenge = (request: RequestFacts, { browser }: ChallengeSecrets): void =>
  request.setCookie(COOKIE, browser, { httpOnly: true, sameSite: 'lax', maxAge: MAX_AGE })

/**
 * The sign-in page, which asks for the second factor of somebody whom another system has identified. Sets the cookie that the
 * challenge belongs to: the URL alone is not enough.
 */
export function toFactorPage(
  { inject }: Pick<Context, 'inject'>,
  request: RequestFacts,
  {
    secrets,
    challenge,
    redirect,
  }: {
    readonly secrets: ChallengeSecrets
    readonly challenge: { readonly mustEnroll: boolean; readonly kinds: readonly string[] }
    readonly redirect: string
  },
): string {
  keepChallenge(request, secrets)
  const code = challenge.mustEnroll ? 'second_factor_setup_required' : 'second_factor_required'
  const factors = challenge.mustEnroll ? [] : [...challenge.kinds, 'recovery_code']
  const query = new URLSearchParams({ code, challenge: secrets.token, factors: factors.join(' '), redirect })
  return `${inject(credentials).loginPath}?${query.toString()}`
}

/** 403: the password was right, and a second factor has to follow. Sets the cookie that the challenge belongs to. */
export function toFactorRefusal(
  request: RequestFacts,
  {
    secrets,
    challenge,
  }: {
    readonly secrets: ChallengeSecrets
    readonly challenge: { readonly mustEnroll: boolean; readonly kinds: readonly string[] } | null
  },
): PlatformError {
  const { mustEnroll = false, kinds = [] } = challenge ?? {}
  keepChallenge(request, secrets)
  return forbidden(authText(request.locale, mustEnroll ? 'factorSetupRequired' : 'factorRequired'), {
    code: mustEnroll ? 'second_factor_setup_required' : 'second_factor_required',
    challenge: secrets.token,
    factors: mustEnroll ? [] : [...kinds, 'recovery_code'],
    expiresIn: MAX_AGE,
  })
}

/** A sign-in that waits for its second factor. */
export interface OpenChallenge {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly mustEnroll: boolean
}

/** Finds the challenge of a token, if the request comes from the browser it belongs to; otherwise null. */
export async function findChallenge(
  { widenScope, inject, now }: Pick<Context, 'widenScope' | 'inject' | 'now'>,
  request: RequestFacts,
  token: string,
): Promise<OpenChallenge | null> {
  const { hashes } = inject(credentials)
  const columns = ['id', 'tenantId', 'userId', 'browserHash', 'mustEnroll', 'expiresAt'] as const
  const challenge = await widenScope(
    'allTenants',
    'find a sign-in that waits for its second factor',
    ({ findUnique }) => findUnique(LoginChallenge, { tokenHash: hashes(token) }, columns),
  )
  const browser = request.cookie(COOKIE)
  if (!challenge || browser === undefined || !hashes(browser).includes(challenge.browserHash)) return null
  return Date.parse(challenge.expiresAt) > now().getTime() ? challenge : null
}

/** Clears the cookie of a challenge that has been answered. */
export function clearChallenge(request: RequestFacts): void {
  request.setCookie(COOKIE, '', { httpOnly: true, sameSite: 'lax', maxAge: 0 })
}

/**
 * Attempts per account. They can only be used up by somebody who knows the password; known browsers have separate quotas, so
 * that not even such a person can lock out the owner.
 */
const OF_STRANGERS = { name: 'factor-account', points: 20, window: 3_600, block: 3_600 }
const OF_DEVICE = { name: 'factor-device', points: 10, window: 900, block: 900 }
const OF_DEVICES = { name: 'factor-devices', points: 50, window: 3_600, block: 900 }

interface Attempt {
  readonly userId: string
  readonly email: string
}

/** Counts an attempt to prove a second factor. Throws 429 beyond the limits. */
export async function countFactorAttempt(
  { inject }: Pick<Context, 'inject'>,
  request: RequestFacts,
  { userId, email }: Attempt,
): Promise<void> {
  const requests = inject(internalRequests)
  const device = knownDevice(request, email)
  if (device === null) return requests.count(OF_STRANGERS, userId)
  await requests.count(OF_DEVICE, `${device}:${userId}`)
  await requests.count(OF_DEVICES, userId)
}

/** Forgets the attempts before a right one. If the store fails, they remain counted. */
export async function forgetFactorAttempts(
  { inject, log }: Pick<Context, 'inject' | 'log'>,
  request: RequestFacts,
  { userId, email }: Attempt,
): Promise<void> {
  const requests = inject(internalRequests)
  const device = knownDevice(request, email)
  try {
    if (device === null) await requests.forget(OF_STRANGERS, userId)
    else {
      await requests.forget(OF_DEVICE, `${device}:${userId}`)
      await requests.forget(OF_DEVICES, userId)
    }
  } catch (error) {
    log.error({ err: error, requestId: request.requestId }, 'wrong second factors could not be forgotten')
  }
}
