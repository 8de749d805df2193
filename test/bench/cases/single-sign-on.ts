import { startProvider, type TestProvider } from '../../modules/sso/_provider.ts'
import { startChild } from '../child.ts'
import { type BenchDatabase, organizationId, tenantId } from '../database.ts'
import { compare } from '../load.ts'
import type { Result } from '../result.ts'

/** Sign-ins of one measurement. */
const SIGN_INS = 60
const KNOWN_MISS = 'session, history and log are committed to disk; the floor keeps everything in memory'
const CONNECTION = '50000000-0000-4000-8000-000000000001'
const DOMAIN = '50000000-0000-4000-8000-000000000002'

/** A sign-in by OpenID Connect from the first redirect to the session, against `openid-client` in h3 with the same provider. */
export async function singleSignOn(database: BenchDatabase): Promise<Result[]> {
  await using provider = await startProvider()
  provider.person = { sub: 'ann', email: 'ann@corp.example', email_verified: true, name: 'Ann' }
  const client = { DATABASE_URL: database.url, PROVIDER: provider.host, ISSUER: provider.issuer, CLIENT_ID: 'bench' }
  await using platform = await startChild('sso', client)
  await using floor = await startChild('openid-h3', client)
  await provider.addClient({
    client_id: 'bench',
    token_endpoint_auth_method: 'none',
    redirect_uris: [`${platform.url}/api/sso/callback/${CONNECTION}`, `${floor.url}/api/sso/callback/bench`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  })
  await database.query(
    `insert into sso_connections (id, tenant_id, name, issuer, client_id, auth_method, home_organization_id)
     values ($1, $2, 'Corp', $3, 'bench', 'none', $4) on conflict do nothing`,
    [CONNECTION, tenantId, provider.issuer, organizationId],
  )
  await database.query(
    `insert into sso_domains (id, tenant_id, connection_id, domain, token, verified_domain, verified_at)
     values ($1, $2, $3, 'corp.example', 't', 'corp.example', now()) on conflict do nothing`,
    [DOMAIN, tenantId, CONNECTION],
  )
  const measured = await compare(
    3,
    () => signInsPerSecond(provider, `${floor.url}/api/sso/start/bench`),
    () => signInsPerSecond(provider, `${platform.url}/api/sso/start/${CONNECTION}`),
  )
  return [{ name: 'sign-in by OpenID Connect', unit: 'sign-ins/s', ...measured, target: 0.8, knownMiss: KNOWN_MISS }]
}

async function signInsPerSecond(provider: TestProvider, start: string): Promise<number> {
  const began = performance.now()
  for (let index = 0; index < SIGN_INS; index++) await signIn(provider, start)
  return (SIGN_INS * 1_000) / (performance.now() - began)
}

async function signIn(provider: TestProvider, start: string): Promise<void> {
  const started = await fetch(start, { redirect: 'manual' })
  const back = await provider.visit(started.headers.get('location')!)
  const cookie = started.headers
    .getSetCookie()
    .map((text) => text.split(';')[0]!)
    .join('; ')
  const done = await fetch(back, { redirect: 'manual', headers: { cookie } })
  const location = done.headers.get('location')
  if (done.status !== 302 || location?.includes('error')) throw new Error(`${done.status} ${location}`)
}
