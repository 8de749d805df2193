import type { PlatformOptions } from '@plinth/core'
import { apiInfo } from './api-info.ts'
import { countedRequests, toOverrides } from './env/account-variables.ts'
import type { Env } from './env/env.ts'
import { composeModules, type Surroundings } from './modules.ts'

/** Platform options from the environment, without the address to listen on and the services it runs on. */
export function toPlatformOptions(env: Env, { secret, ...surroundings }: Surroundings & { readonly secret: string }) {
  const appliesTo = countedRequests(env)
  return {
    info: apiInfo,
    modules: composeModules(env, secret, surroundings),
    secret,
    trustedProxies: env.TRUST_PROXY_DEPTH,
    secureCookies: env.NODE_ENV === 'production',
    bodyLimit: env.REQUEST_BODY_LIMIT,
    immediateRevocation: env.IMMEDIATE_REVOCATION,
    rateLimits: { enabled: env.RATE_LIMIT_ENABLED, overrides: toOverrides(env), ...(appliesTo && { appliesTo }) },
    ...(env.CORS_ORIGINS && { cors: { origins: env.CORS_ORIGINS, credentials: true } }),
  } satisfies Partial<PlatformOptions>
}
