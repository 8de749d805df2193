import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'

test('one address gets few invitations in an hour, whoever sends them; the account is made all the same', async () => {
  await using app = await authApp({ rateLimits: {} })
  const invite = async ({
    id: tenantId,
    organization,
  }: Pick<typeof tenantA | typeof tenantB, 'id' | 'organization'>) => {
    const client = app.as({ tenantId, features: ['*'] })
    const body = { email: 'Stranger@elsewhere.example', sendInviteEmail: true, organizationId: organization }
    const { status, body: answer } = await client.post('/auth/users', body)
    expect(status).toBe(201)
    await client.del(`/auth/users?id=${answer.id}`)
    return answer._warning
  }
  for (let time = 0; time < 5; time++) expect(await invite(tenantA)).toBeUndefined()
  expect(await invite(tenantA)).toBe('invite_email_failed')
  expect(await invite(tenantB)).toBe('invite_email_failed')
  const admin = app.as({ features: ['*'] })
  const body = { email: 'stranger@elsewhere.example', sendInviteEmail: true, organizationId: tenantA.organization }
  const { id } = (await admin.post('/auth/users', body)).body
  expect((await admin.post('/auth/users/resend-invite', { id })).status).toBe(429)
  app.clock.advance(120_000)
  await app.jobs()
  expect(app.mails.length).toBe(5)
})
