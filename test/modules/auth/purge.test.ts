import { auth } from '@plinth/auth'
import { toCaller } from '@plinth/core/internal'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, urlEncoded, signIn } from './_accounts.ts'
import { toAttempt } from '../../_setup/attempt.ts'

const { jobs = [], commands = [] } = auth({ secret: 'a secret for tokens that is long enough' })
const purges = jobs.filter(({ id }) => id.endsWith('.purge'))
/** Whose scheduled jobs are. */
const nobody = { tenantId: '00000000-0000-0000-0000-000000000000', organizationId: null, organizationIds: [] }

async function perform(app: TestPlatform) {
  await app.platform.actAs({ actor: 'platform', reason: 'test', scope: nobody }, async (ctx) => {
    for (const job of purges) await job.run(toAttempt(ctx))
  })
}

test('expired logins and links of every tenant go, the others stay', async () => {
  await using app = await authApp()
  await signIn(app, 'employee@acme.com')
  await signIn(app, 'other@acme.com')
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await deliverMails(app)
  app.clock.advance(9 * 3_600_000)
  const kept = await signIn(app, 'other@acme.com')
  await perform(app)
  for (const [purge, deleted] of [
    ['auth.sessions', 2],
    ['auth.password_tokens', 1],
  ])
    expect(app.log.lines).toContainEqual(expect.objectContaining({ facts: { purge, deleted } }))
  expect(await app.sql('select count(*)::int as count from sessions')).toEqual([{ count: 1 }])
  expect(await app.sql('select id from password_tokens')).toEqual([])
  expect((await kept.get('/auth/profile')).status).toBe(200)
  const entries = await app.sql("select tenant_id from plinth.action_log where command_id = 'auth.sessions.purge'")
  await perform(app)
  expect(entries).toEqual([{ tenant_id: nobody.tenantId }])
  for (const { schedule } of purges) expect(schedule).toMatch(/^\d+ \* \* \* \*$/)
})

test('people cannot purge', async () => {
  await using app = await authApp()
  const command = commands.find(({ id }) => id === 'auth.sessions.purge')!
  const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
  const caller = toCaller({ actor: 'platform', reason: 'test', scope })
  const person = { ...caller, actor: { ...caller.actor, kind: 'user' as const } }
  await expect(app.platform.actAs(person, ({ run }) => run(command, {}))).rejects.toMatchObject({ code: 'forbidden' })
})
