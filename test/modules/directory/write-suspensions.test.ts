import { defineAuditLogs } from '@plinth/audit-logs'
import {
  type Context,
  createPlatform,
  defineCommand,
  defineJob,
  defineModule,
  Ok,
  type Platform,
  signedIn,
} from '@plinth/core'
import { NO_SCOPE } from '@plinth/core/data'
import { resumeWrites, suspendWrites } from '@plinth/directory'
import { tenantA, tenantB, testSecret } from '@plinth/testing'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { authApp, PASSWORD, urlEncoded } from '../auth/_accounts.ts'
import { accountModules } from '../auth/_modules.ts'

const PATH = '/directory/write-suspensions'
const MESSAGE = 'Moving to another server until noon'
const boss = { isSuperAdmin: true, features: ['*'] }
const inB = { features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization }
const refusal = { status: 503, body: { error: MESSAGE, code: 'writes_suspended' } }

let ran = 0
const tick = defineJob({ id: 'suspended.tick', payload: z.object({}), run: () => void ran++ })
const touch = defineCommand({
  id: 'suspended.touch',
  access: signedIn,
  undoable: false,
  input: z.object({}),
  output: Ok,
  run: () => ({ ok: true as const }),
})
const jobs = defineModule({ id: 'suspended', title: 'Jobs', jobs: [tick], commands: [touch] })

test('an operator suspends the writes of a tenant, and those of all', async () => {
  const modules = [defineAuditLogs(), jobs]
  await using app = await authApp({ modules })
  const operator = app.as(boss)
  const owner = app.as({ features: ['*'] })
  const other = app.as(inB)
  const write = (client = owner) => client.post('/auth/roles', { name: crypto.randomUUID() })
  const before = await write()
  const undoToken = before.operation?.undoToken
  expect(undoToken).toEqual(expect.any(String))

  expect((await owner.put(PATH, { id: tenantA.id, message: MESSAGE })).status).toBe(403)
  expect((await owner.get(PATH)).status).toBe(403)
  expect((await operator.put(PATH, { id: tenantA.id, message: MESSAGE })).status).toBe(200)
  const refused = await write()
  expect(refused).toMatchObject(refusal)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await owner.post('/audit_logs/audit-logs/actions/undo', { undoToken })).toMatchObject(refusal)
  expect(await operator.post('/auth/roles', { name: 'By the operator' })).toMatchObject(refusal)
  expect((await write(other)).status).toBe(201)
  // Reading, signing in and signing out go on.
  expect((await owner.get('/auth/roles')).status).toBe(200)
  const login = urlEncoded({ email: 'admin@acme.com', password: PASSWORD })
  expect((await app.anonymous.post('/auth/login', login)).status).toBe(200)
  // Jobs wait, and lose none of their attempts.
  await app.platform.actAs(app.callerOf({ features: ['*'] }), async ({ enqueue }) => enqueue(tick, {}))
  expect(await app.jobs()).toBeGreaterThan(0)
  expect(ran).toBe(0)
  expect(await app.sql(`select state, retry_count from plinth_jobs.job where name = 'suspended.tick'`)).toEqual([
    { state: 'retry', retry_count: 0 },
  ])
  expect((await operator.get(PATH)).body.items).toMatchObject([{ tenantId: tenantA.id, message: MESSAGE }])

  // Every host knows; the kind of scope does not matter.
  await using elsewhere = await secondHost(app, modules)
  const touchThere = () => elsewhere.actAs(app.callerOf(boss), ({ run }) => run(touch, {}))
  await expect(touchThere()).rejects.toThrow(MESSAGE)
  expect((await operator.del(`${PATH}?id=${tenantA.id}`)).status).toBe(200)
  expect((await write()).status).toBe(201)
  await app.sql(`update plinth_jobs.job set start_after = now() where name = 'suspended.tick'`)
  await app.jobs()
  expect(ran).toBe(1)
  await vi.waitFor(() => touchThere(), 2_000)

  const tool = (work: (ctx: Context) => Promise<unknown>) =>
    app.platform.actAs({ actor: 'platform', reason: 'plinth', scope: NO_SCOPE }, work)
  await tool(({ run }) => run(suspendWrites, { id: null, message: MESSAGE }))
  for (const client of [owner, other]) expect(await write(client)).toMatchObject(refusal)
  expect((await operator.get(PATH)).body.items).toMatchObject([{ tenantId: null, message: MESSAGE }])
  await tool(({ run }) => run(resumeWrites, {}))
  for (const client of [owner, other]) expect((await write(client)).status).toBe(201)
  const { body } = await operator.get('/audit_logs/audit-logs/actions?pageSize=100')
  const labels = body.items.map(({ actionLabel }: { actionLabel: string }) => actionLabel)
  expect(labels.filter((label: string | null) => label?.endsWith('writes'))).toHaveLength(2)
})

async function secondHost(
  app: Awaited<ReturnType<typeof authApp>>,
  modules: Parameters<typeof createPlatform>[0]['modules'],
): Promise<Platform> {
  const platform = await createPlatform({
    modules: [...accountModules(), ...modules],
    database: { ...app.database, poolSize: 2 },
    secret: testSecret,
    rateLimits: { enabled: false },
  })
  await platform.start({ workers: false })
  return platform
}
