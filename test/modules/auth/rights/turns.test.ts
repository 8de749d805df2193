import { createUser, updateRoleAcl } from '@plinth/auth'
import { type Command, defineCommand, defineModule, Ok, signedIn } from '@plinth/core'
import type { TestPlatform } from '@plinth/testing'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authApp } from '../_accounts.ts'
import { addRole, addUser, adminOf, superAdminOf, tenantA } from '../_people.ts'

/** A module with a command that runs another one and then does not commit until it is told to. */
function slowModule(inner: Command) {
  const hasRun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const slow = defineCommand({
    id: 'slow.run',
    label: 'Run slowly',
    access: signedIn,
    resource: 'slow',
    undoable: false,
    input: z.looseObject({}),
    output: Ok,
    target: () => ({ id: null }),
    async run({ input, run }) {
      await run(inner, input)
      hasRun.resolve()
      await mayEnd.promise
      return { ok: true as const }
    },
  })
  return { slow, module: defineModule({ id: 'slow', title: 'Slow', commands: [slow] }), hasRun, mayEnd }
}

const run = (app: TestPlatform, command: Command, input: object) =>
  app.platform.actAs(app.callerOf({ isSuperAdmin: true }), (ctx) => ctx.run(command, input))

test('changes of one account do not wait for those of another; those of a role wait for both', async () => {
  const { slow, module, hasRun, mayEnd } = slowModule(createUser)
  await using app = await authApp({ modules: [module] })
  const boss = superAdminOf(app)
  const role = await addRole(boss, 'Clerk', { features: ['auth.users.list'] })
  const [one, two] = [await addUser(boss), await addUser(boss)]
  const first = run(app, slow, { email: 'slow@acme.com', organizationId: tenantA.organization, roles: [role] })
  await hasRun.promise
  const admin = adminOf(app)
  // None of these would end before the first one does, if they took turns.
  const answers = await Promise.all([
    admin.put('/auth/users', { id: one, roles: [role] }),
    admin.put('/auth/users/acl', { userId: two, features: ['auth.users.list'] }),
    admin.post('/auth/users', {
      email: 'fast@acme.com',
      password: 'Secret-123',
      organizationId: tenantA.organization,
      roles: [role],
    }),
    admin.put('/auth/users', { id: one, isActive: false }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200])
  let isDone = false
  const widened = admin.put('/auth/roles/acl', { roleId: role, features: ['auth.*'] }).finally(() => (isDone = true))
  await setTimeout(300)
  expect(isDone).toBe(false)
  mayEnd.resolve()
  await first
  expect((await widened).status).toBe(200)
})

test('nobody gets a role while what it allows is being changed', async () => {
  const { slow, module, hasRun, mayEnd } = slowModule(updateRoleAcl)
  await using app = await authApp({ modules: [module] })
  const boss = superAdminOf(app)
  const roleId = await addRole(boss, 'Clerk', { features: ['auth.users.list'] })
  const id = await addUser(boss)
  const first = run(app, slow, { roleId, features: ['catalog.*'] })
  await hasRun.promise
  const assigned = adminOf(app).put('/auth/users', { id, roles: [roleId] })
  await setTimeout(300)
  mayEnd.resolve()
  await first
  // Judged by what the role allows now.
  expect(await assigned).toMatchObject({ status: 403, body: { missingFeatures: ['catalog.*'] } })
})
