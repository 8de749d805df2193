import type { PasswordPolicy } from '@plinth/auth'
import type { PlatformOptions } from '@plinth/core'
import { flag, integer, oneOf } from './env-values.ts'
import { type ValuesOf, variable } from './variables.ts'

/** Both published names of a password setting. */
const published = (name: string) => [`NEXT_PUBLIC_${name}`] as const

const quotaPoints = (which: string) =>
  variable({
    schema: integer(1, 1_000_000_000),
    otherwise: 'unlimited',
    description: `Maximum number of requests ${which} in a period, on all hosts together.`,
  })

const quotaDuration = (of: string) =>
  variable({
    schema: integer(1, 86_400),
    default: '60',
    description: `Length of the period of \`${of}\` in seconds.`,
  })

/** Environment variables for the protection of accounts and of the host. */
const accountVariables = {
  REMEMBER_ME_DAYS: variable({
    schema: integer(1, 3650),
    default: '30',
    description: 'Days for which a sign-in with "remember me" lasts.',
  }),
  OM_PASSWORD_MIN_LENGTH: variable({
    schema: integer(1, 128),
    aliases: published('OM_PASSWORD_MIN_LENGTH'),
    default: '8',
    description: 'Minimum length of new passwords.',
  }),
  OM_PASSWORD_REQUIRE_DIGIT: variable({
    schema: flag,
    aliases: published('OM_PASSWORD_REQUIRE_DIGIT'),
    default: 'true',
    description: 'Whether new passwords need a digit.',
  }),
  OM_PASSWORD_REQUIRE_UPPERCASE: variable({
    schema: flag,
    aliases: published('OM_PASSWORD_REQUIRE_UPPERCASE'),
    default: 'true',
    description: 'Whether new passwords need an upper-case letter.',
  }),
  OM_PASSWORD_REQUIRE_SPECIAL: variable({
    schema: flag,
    aliases: published('OM_PASSWORD_REQUIRE_SPECIAL'),
    default: 'true',
    description: 'Whether new passwords need a character that is neither a letter nor a digit.',
  }),
  RATE_LIMIT_TENANT_POINTS: quotaPoints('with the credentials of one tenant'),
  RATE_LIMIT_TENANT_DURATION: quotaDuration('RATE_LIMIT_TENANT_POINTS'),
  RATE_LIMIT_API_KEY_POINTS: quotaPoints('with one API key'),
  RATE_LIMIT_API_KEY_DURATION: quotaDuration('RATE_LIMIT_API_KEY_POINTS'),
  OM_TEST_MODE: variable({
    schema: flag,
    default: 'false',
    description: 'Enables the next variable; rejected in production.',
  }),
  OM_TEST_AUTH_RATE_LIMIT_MODE: variable({
    schema: oneOf('enforced', 'opt-in'),
    default: 'enforced',
    description: '`opt-in` limits only requests with the header `x-om-test-rate-limit: on`, for test suites.',
  }),
}

/** Variables of the published rate limits and of Plinth's own, by the names that modules declare. */
const LIMITS = {
  LOGIN_IP: 'login-ip',
  LOGIN: 'login',
  RESET_IP: 'reset-ip',
  RESET: 'reset',
  RESET_CONFIRM: 'reset-confirm',
  REFRESH_IP: 'refresh-ip',
  REFRESH: 'refresh',
  RESEND_INVITE: 'resend-invite',
  ONBOARDING_IP: 'onboarding-ip',
  DIRECTORY_LOOKUP_IP: 'directory-lookup-ip',
} as const

const prefixes = Object.keys(LIMITS) as (keyof typeof LIMITS)[]

const NUMBERS = {
  POINTS: {
    member: 'points',
    from: 1,
    description: `Number of requests that a rate limit allows; the limits are ${listed()}.`,
  },
  DURATION: { member: 'window', from: 1, description: 'Length of its window in seconds.' },
  BLOCK_DURATION: { member: 'block', from: 0, description: 'Seconds for which further requests are rejected.' },
} as const

const suffixes = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]

function listed(): string {
  return prefixes.map((prefix) => `\`${prefix}\``).join(', ')
}

type LimitName = `RATE_LIMIT_${keyof typeof LIMITS}_${keyof typeof NUMBERS}`

const limitVariable = (suffix: keyof typeof NUMBERS) =>
  variable({
    schema: integer(NUMBERS[suffix].from, 1_000_000),
    otherwise: 'see [the module](../packages/modules/auth/README.md)',
    family: `RATE_LIMIT_<LIMIT>_${suffix}`,
    description: NUMBERS[suffix].description,
  })

const limitVariables = Object.fromEntries(
  suffixes.flatMap((suffix) => prefixes.map((prefix) => [`RATE_LIMIT_${prefix}_${suffix}`, limitVariable(suffix)])),
) as Readonly<Record<LimitName, ReturnType<typeof limitVariable>>>

export const protection = { ...accountVariables, ...limitVariables }

type Protection = ValuesOf<typeof protection>
type Overrides = NonNullable<NonNullable<PlatformOptions['rateLimits']>['overrides']>

/** Rate limit overrides from the environment. */
export function toOverrides(env: Protection): Overrides {
  const numbersOf = (prefix: keyof typeof LIMITS) =>
    suffixes.flatMap((suffix) => {
      const number = env[`RATE_LIMIT_${prefix}_${suffix}`]
      return number === undefined ? [] : [[NUMBERS[suffix].member, number]]
    })
  return Object.fromEntries(prefixes.map((prefix) => [LIMITS[prefix], Object.fromEntries(numbersOf(prefix))]))
}

/** The maximum numbers of requests of a tenant and of an API key from the environment. */
export function toQuotas(env: Protection): Pick<NonNullable<PlatformOptions['rateLimits']>, 'tenant' | 'apiKey'> {
  const { RATE_LIMIT_TENANT_POINTS: ofTenant, RATE_LIMIT_API_KEY_POINTS: ofKey } = env
  return {
    ...(ofTenant !== undefined && { tenant: { requests: ofTenant, seconds: env.RATE_LIMIT_TENANT_DURATION } }),
    ...(ofKey !== undefined && { apiKey: { requests: ofKey, seconds: env.RATE_LIMIT_API_KEY_DURATION } }),
  }
}

/** The requirements for new passwords. */
export const toPasswordPolicy = (env: Protection): Partial<PasswordPolicy> => ({
  minLength: env.OM_PASSWORD_MIN_LENGTH,
  requireDigit: env.OM_PASSWORD_REQUIRE_DIGIT,
  requireUpper: env.OM_PASSWORD_REQUIRE_UPPERCASE,
  requireSpecial: env.OM_PASSWORD_REQUIRE_SPECIAL,
})

/** Which requests rate limits count; undefined for all of them. */
export function countedRequests(env: Protection): ((headers: Headers) => boolean) | undefined {
  const isOptIn = env.OM_TEST_MODE && env.OM_TEST_AUTH_RATE_LIMIT_MODE === 'opt-in'
  return isOptIn ? (headers) => headers.get('x-om-test-rate-limit') === 'on' : undefined
}
