import type { PlatformOptions } from '@plinth/core'
import type { PasswordPolicy } from '@plinth/core/security'
import { flag, integer, oneOf } from './env-values.ts'
import { type ValuesOf, variable } from './variables.ts'

/** Both spellings of the published settings of passwords. */
const published = (name: string) => [`NEXT_PUBLIC_${name}`] as const

/** How accounts are protected: variables of the host beside its others. */
const accountVariables = {
  REMEMBER_ME_DAYS: variable({
    schema: integer(1, 3650),
    default: '30',
    description: 'Days that a login with "remember me" lasts.',
  }),
  OM_PASSWORD_MIN_LENGTH: variable({
    schema: integer(1, 128),
    aliases: published('OM_PASSWORD_MIN_LENGTH'),
    default: '8',
    description: 'Least characters of a new password.',
  }),
  OM_PASSWORD_REQUIRE_DIGIT: variable({
    schema: flag,
    aliases: published('OM_PASSWORD_REQUIRE_DIGIT'),
    default: 'true',
    description: 'Whether it needs a digit.',
  }),
  OM_PASSWORD_REQUIRE_UPPERCASE: variable({
    schema: flag,
    aliases: published('OM_PASSWORD_REQUIRE_UPPERCASE'),
    default: 'true',
    description: 'Whether it needs an upper-case letter.',
  }),
  OM_PASSWORD_REQUIRE_SPECIAL: variable({
    schema: flag,
    aliases: published('OM_PASSWORD_REQUIRE_SPECIAL'),
    default: 'true',
    description: 'Whether it needs a character that is neither letter nor digit.',
  }),
  OM_TEST_MODE: variable({
    schema: flag,
    default: 'false',
    description: 'Makes the next variable count; refused in production.',
  }),
  OM_TEST_AUTH_RATE_LIMIT_MODE: variable({
    schema: oneOf('enforced', 'opt-in'),
    default: 'enforced',
    description: '`opt-in` limits only requests with the header `x-om-test-rate-limit: on`, for test suites.',
  }),
}

/** Published limits and ours of the same kind, by the names that modules declare. */
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
  POINTS: { member: 'points', from: 1, description: `Requests that a limit lets through; the limits are ${listed()}.` },
  DURATION: { member: 'window', from: 1, description: 'In so many seconds.' },
  BLOCK_DURATION: { member: 'block', from: 0, description: 'Seconds that more of them are refused.' },
} as const

const suffixes = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]

function listed(): string {
  return prefixes.map((prefix) => `\`${prefix}\``).join(', ')
}

type LimitName = `RATE_LIMIT_${keyof typeof LIMITS}_${keyof typeof NUMBERS}`

const limitVariable = (suffix: keyof typeof NUMBERS) =>
  variable({
    schema: integer(NUMBERS[suffix].from, 1_000_000),
    otherwise: 'as [the module](../packages/modules/auth/README.md) lists them',
    family: `RATE_LIMIT_<LIMIT>_${suffix}`,
    description: NUMBERS[suffix].description,
  })

const limitVariables = Object.fromEntries(
  suffixes.flatMap((suffix) => prefixes.map((prefix) => [`RATE_LIMIT_${prefix}_${suffix}`, limitVariable(suffix)])),
) as Readonly<Record<LimitName, ReturnType<typeof limitVariable>>>

export const protection = { ...accountVariables, ...limitVariables }

type Protection = ValuesOf<typeof protection>
type Overrides = NonNullable<NonNullable<PlatformOptions['rateLimits']>['overrides']>

/** The numbers that the environment gives to limits. */
export function toOverrides(env: Protection): Overrides {
  const numbersOf = (prefix: keyof typeof LIMITS) =>
    suffixes.flatMap((suffix) => {
      const number = env[`RATE_LIMIT_${prefix}_${suffix}`]
      return number === undefined ? [] : [[NUMBERS[suffix].member, number]]
    })
  return Object.fromEntries(prefixes.map((prefix) => [LIMITS[prefix], Object.fromEntries(numbersOf(prefix))]))
}

/** What new passwords must satisfy. */
export const toPasswordPolicy = (env: Protection): Partial<PasswordPolicy> => ({
  minLength: env.OM_PASSWORD_MIN_LENGTH,
  requireDigit: env.OM_PASSWORD_REQUIRE_DIGIT,
  requireUpper: env.OM_PASSWORD_REQUIRE_UPPERCASE,
  requireSpecial: env.OM_PASSWORD_REQUIRE_SPECIAL,
})

/** Which requests limits count; undefined for every one. */
export function countedRequests(env: Protection): ((headers: Headers) => boolean) | undefined {
  const isOptIn = env.OM_TEST_MODE && env.OM_TEST_AUTH_RATE_LIMIT_MODE === 'opt-in'
  return isOptIn ? (headers) => headers.get('x-om-test-rate-limit') === 'on' : undefined
}
