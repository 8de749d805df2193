import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import type { TestResponse, Client, TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, signIn, withHeaders } from '../auth/_accounts.ts'
import { addOrganization, addRole, addUser, idOf, superAdminOf, tenantA } from '../auth/_people.ts'

const open = () => authApp({ modules: [auditLogs, apiKeys, businessRules()] })

const undo = (who: Client, answer: TestResponse) =>
  who.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation?.undoToken })
const redo = (who: Client, logId: string) => who.post('/audit_logs/audit-logs/actions/redo', { logId })

/** Somebody who can do everything that admins can, and undo and redo. */
async function addAdmin(app: TestPlatform, email: string, fields: object = {}): Promise<Client> {
  const boss = superAdminOf(app)
  const id = await addUser(boss, { email, roles: ['admin'], ...fields })
  expect(id).toBeTruthy()
  return signIn(app, email)
}

const ok = (answer: TestResponse): TestResponse => {
  if (answer.status > 201) throw new Error(answer.text)
  return answer
}

test('somebody demoted to employee undoes and redoes none of six old actions', { timeout: 60_000 }, async () => {
  await using app = await open()
  const boss = superAdminOf(app)
  const admin = await addAdmin(app, 'old@acme.com')
  const victim = await addUser(boss, { roles: ['employee'] })
  const key = ok(await admin.post('/api_keys/keys', { name: 'CI', roles: ['employee'] })).body.id
  const done = [
    ok(await admin.del(`/auth/users?id=${victim}`)),
    ok(await admin.post('/auth/roles', { name: 'Clerk' })),
    ok(await admin.post('/directory/organizations', { name: 'North' })),
    ok(await admin.del(`/api_keys/keys?id=${key}`)),
    ok(
      await admin.post('/business_rules/rules', {
        ruleId: 'stop',
        ruleName: 'Stop',
        ruleType: 'GUARD',
        entityType: 'order',
        conditionExpression: { field: 'total', operator: '>', value: 1 },
      }),
    ),
    ok(
      await admin.put('/auth/users/acl', {
        userId: await idOf(app, 'employee@acme.com'),
        features: ['auth.users.list'],
      }),
    ),
  ]
  const logIds: string[] = []
  for (const answer of done.slice(1, 3)) logIds.push(ok(await undo(boss, answer)).body.logId)
  await addRole(boss, 'Turner', { features: ['audit_logs.*'] })
  ok(await boss.put('/auth/users', { id: await idOf(app, 'old@acme.com'), roles: ['employee', 'Turner'] }))
  const demoted = await signIn(app, 'old@acme.com')
  for (const answer of [done[0]!, ...done.slice(3)]) expect((await undo(demoted, answer)).status).toBe(403)
  for (const logId of logIds) expect((await redo(demoted, logId)).status).toBe(403)
  const { items } = (await demoted.get('/audit_logs/audit-logs/actions?limit=200')).body
  expect(items.filter(({ undoToken }: { undoToken: string | null }) => undoToken !== null)).toEqual([])
})

test('nobody widens their confinement by undoing the move of an organization', async () => {
  await using app = await open()
  const boss = superAdminOf(app)
  const branch = await addOrganization(app)
  const below = ok(await boss.post('/directory/organizations', { name: 'Below', parentId: branch })).body.id
  const admin = await addAdmin(app, 'mover@acme.com')
  const moved = ok(await admin.put('/directory/organizations', { id: below, parentId: tenantA.organization }))
  const role = await addRole(boss, 'Branch', {
    features: ['directory.organizations.*', 'audit_logs.*'],
    organizations: [branch],
  })
  ok(await boss.put('/auth/users', { id: await idOf(app, 'mover@acme.com'), organizationId: branch, roles: [role] }))
  const confined = await signIn(app, 'mover@acme.com')
  await app.sql('update plinth.action_log set organization_id = $1', [branch])
  expect((await undo(confined, moved)).status).toBe(403)
  const undone = ok(await undo(boss, moved))
  await app.sql('update plinth.action_log set organization_id = $1', [branch])
  expect((await redo(confined, undone.body.logId)).status).toBe(403)
})

test('an admin confined to one organization gets no tokens of another, and cannot use them', async () => {
  await using app = await open()
  const boss = superAdminOf(app)
  const branch = await addOrganization(app, 'Branch', null)
  const far = await addUser(boss, { organizationId: tenantA.organization })
  const role = await addRole(boss, 'Branch admin', {
    features: ['auth.*', 'directory.organizations.*', 'audit_logs.*'],
    organizations: [branch],
  })
  await addUser(boss, { email: 'branch@acme.com', organizationId: branch, roles: [role] })
  const renamed = ok(await boss.put('/auth/users', { id: far, name: 'New' }))
  const restricted = ok(await boss.put('/auth/users/acl', { userId: far, features: [], organizations: [branch] }))
  const organization = ok(await boss.put('/directory/organizations', { id: tenantA.organization, name: 'Other' }))
  // As if whoever did it had had the branch selected.
  await app.sql('update plinth.action_log set organization_id = $1', [branch])
  const admin = await signIn(app, 'branch@acme.com')
  const { items } = (await admin.get('/audit_logs/audit-logs/actions?limit=200')).body
  const token = items.find(({ id }: { id: string }) => id === renamed.operation?.id)?.undoToken
  expect(token).toBeNull()
  for (const answer of [renamed, restricted, organization]) expect((await undo(admin, answer)).status).toBe(403)
})

test('an API key undoes what its roles still allow, and no more', async () => {
  await using app = await open()
  const boss = superAdminOf(app)
  const role = await addRole(boss, 'Robot', { features: ['auth.roles.*', 'audit_logs.*'] })
  const admin = await addAdmin(app, 'owner@acme.com')
  const { secret } = ok(await admin.post('/api_keys/keys', { name: 'Robot', roles: [role] })).body
  const robot = withHeaders(app, { 'x-api-key': secret })
  const [first, second] = [
    ok(await robot.post('/auth/roles', { name: 'One' })),
    ok(await robot.post('/auth/roles', { name: 'Two' })),
  ]
  expect((await undo(robot, first)).status).toBe(200)
  ok(await boss.put('/auth/roles/acl', { roleId: role, features: ['audit_logs.*'] }))
  expect((await undo(robot, second)).status).toBe(403)
})

test('undo takes no rights away that could not be given, and leaves somebody who can administer', async () => {
  await using app = await open()
  const boss = superAdminOf(app)
  const target = await addUser(boss)
  const granted = ok(await boss.put('/auth/users/acl', { userId: target, features: ['catalog.*'] }))
  const weak = app.as({ features: ['auth.*', 'audit_logs.*'] })
  const refused = await undo(weak, granted)
  expect([refused.status, refused.body.missingFeatures]).toEqual([403, ['catalog.*']])
  // The tenant is administered by the account that the undo would take away.
  const made = ok(
    await boss.post('/auth/users', {
      email: 'only@acme.com',
      password: 'Secret-123',
      organizationId: tenantA.organization,
      roles: ['admin'],
    }),
  )
  ok(await boss.del(`/auth/users?id=${await idOf(app, 'admin@acme.com')}`))
  await app.sql(`delete from user_roles where user_id = (select id from users where email = 'superadmin@acme.com')`)
  const last = await undo(boss, made)
  expect([last.status, last.text]).toEqual([400, expect.stringContaining('can administer the tenant must remain')])
})
