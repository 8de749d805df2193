import { sql } from '@plinth/core'
import { people } from '@plinth/core/acl'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { PASSWORD, urlEncoded } from '../auth/_accounts.ts'
import { tenantA, tenantB } from '../auth/_people.ts'
import { apply, browse, linkOf, onboardingApp, onboardingForm, PATH } from './_applicants.ts'

const ACCOUNTS = 30_000

const fill = async (app: TestPlatform) => {
  for (const tenant of [tenantA, tenantB])
    await app.sql(
      `insert into users (id, tenant_id, organization_id, email)
        select gen_random_uuid(), $1, $2, 'Somebody' || n || '@Acme.com' from generate_series(1, $3::int) n`,
      [tenant.id, tenant.organization, ACCOUNTS / 2],
    )
  await app.sql(
    `insert into onboarding_requests (tenant_id, id, organization_id, email, first_name, last_name, organization_name, locale,
        marketing_consent, token_hash, expires_at, created_at, updated_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Someone' || n || '@Acme.com', 'x', 'x', 'x', 'en',
        false, 'hash ' || n, now() + interval '1 day', now(), now() from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  )
  await app.sql('analyze users, onboarding_requests, roles, user_roles, confirmed_addresses')
}

/** The plans of everything sent meanwhile that reads one of the tables, with row-level security. */
async function plansOf(app: TestPlatform, work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent = app.statements.length
  await work()
  await app.settled()
  await app.jobs()
  const texts = app.statements
    .slice(sent)
    .filter(
      (text) => /\b(users|onboarding_requests)\b/.test(text) && /^\s*(select|with|insert|update|delete)\b/i.test(text),
    )
  expect(texts.length).toBeGreaterThan(0)
  const plans: string[] = []
  for (const text of new Set(texts)) {
    const explain = async ({ db }: { db: Parameters<ReturnType<typeof sql>['execute']>[0] }) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (generic_plan, costs off) ${sql.raw(text)}`.execute(
        db,
      )
      plans.push([text, ...rows.map((row) => row['QUERY PLAN'])].join('\n'))
    }
    await app.platform.widenScope('allTenants', 'explain', explain)
  }
  return plans
}

test('accounts and requests are found by an index, however many there are', { timeout: 120_000 }, async () => {
  await using app = await onboardingApp()
  await fill(app)
  const login = (email: string, password: string) => app.anonymous.post('/auth/login', urlEncoded({ email, password }))
  const plans = await plansOf(app, async () => {
    expect((await login('EMPLOYEE@acme.com', PASSWORD)).status).toBe(200)
    expect((await login('employee@acme.com', 'Wrong-123')).status).toBe(401)
    expect((await login('nobody@acme.com', PASSWORD)).status).toBe(401)
    expect((await app.anonymous.post('/auth/reset', urlEncoded({ email: 'Employee@acme.com' }))).status).toBe(200)
    await apply(app)
    expect((await app.anonymous.post(PATH, { ...onboardingForm, email: 'ann@NEW.example' })).status).toBe(409)
    await browse(app, linkOf(app))
  })
  expect(plans.join('\n')).toMatch(/users_by_email/)
  expect(plans.join('\n')).toMatch(/onboarding_requests_by_email/)
  expect(plans.filter((plan) => /Seq Scan on (users|onboarding_requests)/.test(plan))).toEqual([])
  const caller = app.callerOf({ isSuperAdmin: true })
  const asked = await plansOf(app, () =>
    app.platform.actAs(caller, async ({ inject }) => {
      const names = ['Somebody7@acme.com', tenantA.id, 'superadmin']
      const found = await inject(people).find(names)
      expect(names.map((name) => found.get(name)?.map(({ email }) => email))).toEqual([
        ['Somebody7@Acme.com'],
        [],
        ['superadmin@acme.com'],
      ])
    }),
  )
  expect(asked.filter((plan) => /Seq Scan on users/.test(plan))).toEqual([])
})
