import type { Env } from '@plinth/host'
import { ok, type Result, warning } from './finding.ts'

/** What is valid, but unlikely to be meant in production. */
export function checkEnvironment(env: Env): Result {
  const version = `Node ${process.versions.node}`
  if (env.NODE_ENV !== 'production')
    return warning(
      `valid; NODE_ENV is ${env.NODE_ENV}, ${version}`,
      'Set NODE_ENV=production in production: cookies are then sent over HTTPS only, and JWT_SECRET is required',
    )
  const advice = [
    ...(env.APP_URL === undefined
      ? ['APP_URL is missing: mailed links would lead to the address the host listens on']
      : []),
    ...(env.APP_URL?.startsWith('http:')
      ? ['APP_URL begins with http://, so browsers will not send Secure cookies']
      : []),
    ...(env.DATABASE_URL === undefined ? ['DATABASE_URL is missing: the embedded PostgreSQL is for one machine'] : []),
    ...(env.METRICS_OPEN ? ['METRICS_OPEN shows metrics to everybody: use METRICS_TOKEN'] : []),
  ]
  return advice.length === 0 ? ok(`valid, production, ${version}`) : warning(`valid, ${version}`, advice.join('. '))
}
