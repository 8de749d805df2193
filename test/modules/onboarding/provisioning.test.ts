import { defineModule } from '@plinth/core'
import { type TestPlatform, tenantA } from '@plinth/testing'
import { onboarding } from '@plinth/onboarding'
import { expect, test } from 'vitest'
import { applicant, apply, browse, onboardingForm, onboardingApp, PATH } from './_applicants.ts'
import { toAttempt } from '../../_setup/attempt.ts'

const countOf = async (app: TestPlatform, table: string) => (await app.sql(`select from ${table}`)).length

test('of any number of clicks at once, one provisions and all of them arrive', async () => {
  await using app = await onboardingApp()
  const link = await apply(app)
  const before = [await countOf(app, 'tenants'), await countOf(app, 'organizations'), await countOf(app, 'users')]
  const clicks = Array.from({ length: 12 }, (_, index) => (index % 2 ? browse(app, link) : applicant(app).get(link)))
  const answers = await Promise.all(clicks)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 302]))
  const targets = answers.map(({ body, headers }) => headers.get('location') ?? body.redirect)
  expect(new Set(targets).size).toBe(1)
  expect(targets[0]).toContain('/login?tenant=')
  const after = [await countOf(app, 'tenants'), await countOf(app, 'organizations'), await countOf(app, 'users')]
  expect(after).toEqual(before.map((count) => count + 1))
})

test('of requests at the same time for one e-mail, one gets a link', async () => {
  await using app = await onboardingApp()
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.anonymous.post(PATH, onboardingForm)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  expect(app.mails).toHaveLength(1)
  expect(await countOf(app, 'onboarding_requests')).toBe(1)
})

test('what a module fails to set up leaves nothing behind, and the link works once it can', async () => {
  const state = { isBroken: false }
  const fragile = defineModule({
    id: 'fragile',
    title: 'Fragile',
    setup: async () => {
      if (state.isBroken) throw new Error('no disk left on device sda1')
    },
  })
  await using app = await onboardingApp({ modules: [fragile] })
  state.isBroken = true
  const link = await apply(app)
  const before = await countOf(app, 'users')
  const failed = await applicant(app).get(link)
  expect(failed.body).toMatchObject({ ok: false, status: 'error', tenantId: null })
  expect(failed.text).not.toContain('sda1')
  expect(app.log.at('error').map(({ message }) => message)).toContain('onboarding failed')
  expect(await countOf(app, 'users')).toBe(before)
  state.isBroken = false
  expect((await applicant(app).get(link)).body.status).toBe('completed')
})

test('no password, hash or token is left or logged', async () => {
  await using app = await onboardingApp()
  const link = await apply(app)
  const token = link.split('token=')[1]!
  const [pending] = await app.sql('select r::text as row, password_hash from onboarding_requests r')
  expect(pending!['row']).not.toContain(token)
  expect(pending!['row']).not.toContain(onboardingForm.password)
  await applicant(app).get(link)
  const logged = await app.sql(`select (select json_agg(c)::text from plinth.changes c) || (select json_agg(l) from
    plinth.action_log l) as all`)
  for (const secret of [token, onboardingForm.password, pending!['password_hash']])
    expect(logged[0]!['all'] + JSON.stringify(app.log.lines)).not.toContain(secret)
  expect(await app.sql('select password_hash, status from onboarding_requests')).toEqual([
    { password_hash: null, status: 'completed' },
  ])
})

test('expired requests are purged, finished ones a month later', async () => {
  await using app = await onboardingApp()
  const link = await apply(app)
  await applicant(app).get(link)
  await apply(app, { email: 'late@new.example' })
  expect(await left(app)).toEqual(['Ann@New.example', 'late@new.example'])
  app.clock.advance(24 * 3_600_000)
  await purge(app)
  expect(await left(app)).toEqual(['Ann@New.example'])
  app.clock.advance(29 * 24 * 3_600_000)
  await purge(app)
  expect(await left(app)).toEqual([])
  const command = onboarding().commands!.find(({ id }) => id === 'onboarding.requests.purge')!
  await expect(app.platform.actAs(app.callerOf({}), ({ run }) => run(command, {}))).rejects.toThrow('Forbidden')
})

const left = async (app: TestPlatform) =>
  (await app.sql('select email from onboarding_requests order by email')).map(({ email }) => email as string)

/** Runs the scheduled job as the queue would. */
async function purge({ platform }: TestPlatform): Promise<void> {
  const job = onboarding().jobs!.find(({ schedule }) => schedule !== undefined)!
  const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
  await platform.actAs({ actor: 'platform', reason: 'test', scope }, async (ctx) => job.run(toAttempt(ctx)))
}
