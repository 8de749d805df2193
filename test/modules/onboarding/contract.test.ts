import { auth } from '@plinth/auth'
import { checkContract, checkIsolation, type ContractOptions, type TestPlatform } from '@plinth/core/testing'
import { directory } from '@plinth/directory'
import { onboarding } from '@plinth/onboarding'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { apply, cookieOf, form, onboardingApp } from './_applicants.ts'

const VERIFY = 'GET /onboarding/onboarding/verify'
const SUBMIT = 'POST /onboarding/onboarding'
const CHOOSE = 'POST /onboarding/onboarding/verify'
const fresh = () => ({ body: { ...form, email: `${crypto.randomUUID()}@new.example` } })
const link = async (app: TestPlatform) => ({
  query: { token: (await apply(app, fresh().body)).split('token=')[1]! },
})

const asSender = async (app: TestPlatform) => ({ ...(await link(app)), headers: { cookie: cookieOf(app) } })

const contract: ContractOptions & { readonly routes: readonly string[] } = {
  routes: [SUBMIT, VERIFY, CHOOSE],
  open: [SUBMIT, VERIFY, CHOOSE],
  // onboarding.test.ts
  provenElsewhere: { [SUBMIT]: [404, 429, 502], [VERIFY]: [429], [CHOOSE]: [429] },
  samples: [
    { route: SUBMIT, request: fresh, expect: 201 },
    { route: SUBMIT, request: { body: {} }, expect: 400 },
    { route: SUBMIT, request: { body: { ...form, email: 'admin@acme.com' } }, expect: 409 },
    { route: VERIFY, request: link, expect: 200 },
    {
      route: VERIFY,
      request: async (app) => ({ ...(await link(app)), headers: { accept: 'text/html' } }),
      expect: 302,
    },
    { route: VERIFY, request: asSender, expect: 200 },
    {
      route: CHOOSE,
      request: async (app) => ({ body: { token: (await link(app)).query.token, password: form.password } }),
      expect: 200,
    },
    { route: CHOOSE, request: { body: { token: 'x', password: 'weak' } }, expect: 400 },
  ],
}

test('onboarding keeps its contract', { timeout: 300_000 }, async () => {
  await using app = await onboardingApp()
  expect((await checkContract(app, contract)).routes).toBe(3)
})

test('requests are nobody’s to read or touch', { timeout: 300_000 }, async () => {
  await using app = await testApp({
    modules: [directory, auth({ secret: 'isolation'.repeat(4) }), onboarding()],
    origin: 'https://acme.example',
  })
  const report = await checkIsolation(app, {
    samples: contract.samples,
    routes: contract.routes,
    organizationColumns: { organizations: 'id' },
    unrecorded: ['sessions', 'password_tokens', 'confirmed_addresses', 'onboarding_requests'],
    secrets: { onboarding_requests: ['password_hash', 'token_hash', 'browser_hash'] },
    rows: {
      tenants: ({ tenantId }) => ({ id: tenantId, is_active: true, deleted_at: null }),
      organizations: () => ({ is_active: true, deleted_at: null }),
      onboarding_requests: () => ({ status: 'pending', created_at: new Date(), updated_at: new Date() }),
    },
  })
  expect(report.routes).toBeGreaterThanOrEqual(3)
})
