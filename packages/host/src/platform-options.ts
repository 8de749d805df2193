import type { PlatformOptions } from '@plinth/core'
import { countedRequests, toOverrides, toQuotas } from './env/account-variables.ts'
import type { HostContext } from './host-context.ts'
import type { HostOptions } from './host-options.ts'

/** Platform options from the environment and the product, without the address to listen on and the services that it uses. */
export async function toPlatformOptions(
  { modules, info, platform }: HostOptions,
  host: HostContext,
): Promise<Omit<PlatformOptions, 'database' | 'services' | 'log'>> {
  const { env, secret, retiredSecrets = [] } = host
  const appliesTo = countedRequests(env)
  return {
    ...(info && { info }),
    modules: typeof modules === 'function' ? await modules(host) : modules,
    secret,
    retiredSecrets,
    trustedProxies: env.TRUST_PROXY_DEPTH,
    ...(env.EGRESS_PROXY && { egressProxy: env.EGRESS_PROXY }),
    secureCookies: env.NODE_ENV === 'production',
    bodyLimit: env.REQUEST_BODY_LIMIT,
    exportLimit: env.EXPORT_ROW_LIMIT,
    immediateRevocation: env.IMMEDIATE_REVOCATION,
    rateLimits: {
      enabled: env.RATE_LIMIT_ENABLED,
      overrides: toOverrides(env),
      ...toQuotas(env),
      ...(appliesTo && { appliesTo }),
    },
    ...(env.CORS_ORIGINS && { cors: { origins: env.CORS_ORIGINS, credentials: true } }),
    ...platform,
  }
}
