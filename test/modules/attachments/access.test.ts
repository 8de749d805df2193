import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { prepareAccounts, signIn } from '../auth/_accounts.ts'
import { filesApp, picture, send } from './_files.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const view = ['attachments.view']
const [ours, sibling] = [tenantA.organization, tenantA.otherOrganization]

/** Those who ask, and what each is answered for a private file of tenant A and for a public one. */
const CALLERS = {
  nobody: { features: [], answers: [403, 200] },
  'a manager who may not view': { features: ['attachments.manage'], answers: [403, 200] },
  viewer: { features: view, answers: [200, 200] },
  'viewer of the organization': { features: view, organizationIds: [ours], answers: [200, 200] },
  'viewer of a sibling': { features: view, organizationIds: [sibling], answers: [404, 200] },
  'key without rights': { features: [], kind: 'api_key', answers: [403, 200] },
  'key that may view': { features: view, kind: 'api_key', answers: [200, 200] },
  'viewer of another tenant': { features: view, tenantId: tenantB.id, answers: [404, 200] },
  'nobody of another tenant': { features: [], tenantId: tenantB.id, answers: [403, 200] },
  'super admin of another tenant': { features: [], isSuperAdmin: true, tenantId: tenantB.id, answers: [200, 200] },
} as const

test('private files and pictures are for those who may view attachments, whoever asked before (decision: Private files)', async () => {
  await using app = await filesApp()
  const upload = async (partitionCode: string) => {
    const sent = await send(app.as('admin'), {
      bytes: await picture(20, 10),
      name: 'a.png',
      fields: { partitionCode },
    })
    return sent.body.item.id as string
  }
  const [hidden, shown] = [await upload('privateAttachments'), await upload('productsMedia')]
  // Twice, so that nobody is answered what was remembered for somebody else.
  for (let round = 0; round < 2; round++)
    for (const [name, { answers, ...who }] of Object.entries(CALLERS)) {
      const client = app.as(who)
      for (const method of ['GET', 'HEAD'])
        for (const path of ['file/ID', 'image/ID', 'image/ID/a.png?width=10']) {
          const ask = async (id: string) => {
            const { status, text } = await client.send(method, `/attachments/${path.replace('ID', id)}`)
            return status === 200 ? [status] : [status, text]
          }
          const asked = `${name}: ${method} ${path}`
          const found = await ask(hidden)
          expect([found[0], (await ask(shown))[0]], asked).toEqual(answers)
          if (found[0] !== 200) expect(found, asked).toEqual(await ask(unknown))
        }
    }
  for (const method of ['GET', 'HEAD'])
    for (const [id, status] of [
      [hidden, 401],
      [shown, 200],
      [unknown, 401],
    ] as const)
      expect((await app.anonymous.send(method, `/attachments/file/${id}`)).status).toBe(status)
})

test('an account without roles reads nothing of private files, by whatever route', async () => {
  await using app = await filesApp({}, undefined, { prepare: prepareAccounts })
  const { id } = (await send(app.as('admin'))).body.item
  const [account] = await app.sql<{ id: string }>(
    `delete from user_roles where user_id = (select id from users where email = 'employee@acme.com') returning user_id as id`,
  )
  expect(account).toBeDefined()
  const client = await signIn(app, 'employee@acme.com')
  for (const path of [
    `file/${id}`,
    `image/${id}`,
    `library/${id}`,
    'library',
    'library?text=hello',
    'partitions',
    `uploads/${id}`,
  ])
    expect((await client.get(`/attachments/${path}`)).status, path).toBe(403)
  expect((await client.get('/attachments?entityId=shop:order&recordId=1')).status).toBe(403)
})
