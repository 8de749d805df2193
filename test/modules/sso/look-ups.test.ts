import { sql } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { urlEncoded } from '../auth/_accounts.ts'
import { connect, type OwnApp, ownApp, signInBy } from './_sso.ts'

const ROWS = 30_000
const READ = /\b(users|sso_identities|sso_domains)\b/

async function fill(app: OwnApp, connectionId: string) {
  await app.sql(
    `insert into users (id, tenant_id, organization_id, email)
      select gen_random_uuid(), $1, $2, 'Somebody' || n || '@Many' || n % 1000 || '.example' from generate_series(1, $3::int) n`,
    [tenantA.id, tenantA.organization, ROWS],
  )
  await app.sql(
    `insert into sso_identities (id, tenant_id, user_id, connection_id, issuer, subject)
      select gen_random_uuid(), tenant_id, id, $1, $2, id::text from users where email like 'Somebody%'`,
    [connectionId, app.provider.issuer],
  )
  // A connection has far fewer: these stand for those of all tenants.
  await app.sql('alter table sso_domains disable trigger plinth_insert_limit_connection_id')
  await app.sql(
    `insert into sso_domains (id, tenant_id, connection_id, domain, token, verified_domain, verified_at)
      select gen_random_uuid(), $1, $2, 'd' || n || '.example', 'x', 'd' || n || '.example', now()
      from generate_series(1, $3::int) n`,
    [tenantA.id, connectionId, ROWS],
  )
  await app.sql('analyze users, sso_identities, sso_domains')
}

async function idOf(app: OwnApp, email: string) {
  const [user] = await app.sql('select id from users where email = $1 and tenant_id = $2', [email, tenantA.id])
  return user!['id']
}

/** The plans of everything sent meanwhile that reads one of the tables, with row-level security. */
async function plansOf(app: OwnApp, work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent = app.statements.length
  await work()
  await app.settled()
  const texts = app.statements
    .slice(sent)
    .filter((text) => READ.test(text) && /^\s*(select|with|insert|update|delete)\b/i.test(text))
  expect(texts.length).toBeGreaterThan(0)
  const plans: string[] = []
  for (const text of new Set(texts))
    await app.platform.widenScope('allTenants', 'explain', async ({ db }) => {
      const explained = sql<{ 'QUERY PLAN': string }>`explain (generic_plan, costs off) ${sql.raw(text)}`
      const { rows } = await explained.execute(db)
      plans.push([text, ...rows.map((row) => row['QUERY PLAN'])].join('\n'))
    })
  return plans
}

test(
  'people, their addresses and domains are found by an index, however many there are',
  { timeout: 120_000 },
  async () => {
    await using app = await ownApp()
    const other = await connect(app, {}, { domain: 'other.example' })
    const id = await connect(app)
    await fill(app, other)
    const ann = { sub: 'ann', email: 'ann@corp.example', name: 'Ann' }
    const plans = await plansOf(app, async () => {
      app.provider.claims = ann
      expect((await signInBy(app, id)).location).toBe('/backend')
      app.provider.claims = { ...ann, name: 'Ann Lee', email: 'ann.lee@corp.example' }
      const { browser, location } = await signInBy(app, id)
      expect(location).toBe('/backend')
      expect((await browser.get('/sso/identities')).body.items).toHaveLength(1)
      await app.anonymous.post('/sso/discover', { email: 'somebody7@d77.example' })
      const login = { email: 'employee@acme.com', password: 'Secret-123' }
      expect((await app.anonymous.post('/auth/login', urlEncoded(login))).status).toBe(200)
    })
    expect(plans.filter((plan) => /Seq Scan on (users|sso_identities|sso_domains)/.test(plan))).toEqual([])
    // Whoever changes who is trusted must hold what the accounts of the domains hold; enforcing ends their sessions.
    const able = app.as({ features: ['sso.*', 'auth.*'] })
    const enforced = { isEnforced: true, breakGlassUserIds: [await idOf(app, 'employee@acme.com')] }
    const trusted = await plansOf(app, async () => {
      for (const change of [{ scopes: ['openid'] }, enforced])
        expect((await able.put('/sso/connections', { id, ...change })).status).toBe(200)
      expect((await able.post('/sso/domains', { connectionId: id, domain: 'many8.example' })).status).toBe(201)
    })
    const byDomain = trusted.filter((plan) => plan.includes('email_domain = ANY'))
    expect(byDomain.length).toBeGreaterThan(2)
    expect(byDomain.filter((plan) => !/Index Cond: \(.*email_domain = ANY/.test(plan))).toEqual([])
    expect(trusted.filter((plan) => /Seq Scan on users|tenant_id_organization_id_idx/.test(plan))).toEqual([])
  },
)
