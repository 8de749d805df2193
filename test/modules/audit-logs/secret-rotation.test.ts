import { Readable } from 'node:stream'
import { defineAuditLogs, restoreMonth, verifyArchive, verifyTrail } from '@plinth/audit-logs'
import { createPlatformKeys } from '@plinth/core/security'
import { tenantA, tenantB, testSecret, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { memoryStore, openArchived } from './_archive.ts'
import { nobody } from './_trail.ts'

const present = 'the present secret with at least 32 characters'
const keys = createPlatformKeys(present)
const rotating = { secret: present, retiredSecrets: [testSecret] }

/** Stops its host; its database stays. */
const stopHost = ({ platform }: TestPlatform) => platform[Symbol.asyncDispose]()

const verify = ({ platform }: TestPlatform, own = keys) =>
  verifyTrail(platform, { keys: own, at: new Date(Date.UTC(2031, 0, 1)) })

test('archived months are made anew: their files verify, and can be restored, with the new secret alone', async () => {
  const { store, files } = memoryStore()
  const { app, job } = await openArchived(store)
  await using _ = app
  app.clock.set(new Date(Date.UTC(2030, 6, 1)))
  await job('audit_logs.archive-actions')
  expect(files.size).toBeGreaterThan(1)
  const archive = () => [...files].map(([name, file]) => ({ name, open: () => Readable.from([file]) }))
  const before = new Map(files)
  expect((await verifyArchive(archive(), { keys })).faults.length).toBeGreaterThan(0)

  const modules = [defineAuditLogs({ archive: store })]
  await using other = await authApp({ modules, databaseUrl: app.databaseUrl, ...rotating })
  await stopHost(app)
  const { isDone, steps } = await other.platform.rotateSecret()
  expect(isDone).toBe(true)
  expect(steps.find(({ id }) => id === 'audit_logs.trail')).toMatchObject({ left: 0 })
  for (const [name, file] of files) expect(file.equals(before.get(name)!)).toBe(false)
  expect((await verifyArchive(archive(), { keys })).faults).toEqual([])
  const { archived, faults } = await verify(other)
  expect([archived > 0, faults]).toEqual([true, []])
  expect((await verify(other, createPlatformKeys(testSecret))).faults.length).toBeGreaterThan(0)

  await using after = await authApp({ modules, databaseUrl: app.databaseUrl, secret: present })
  const { entries } = await after.platform.actAs(nobody, ({ run }) =>
    run(restoreMonth, { tenantId: tenantA.id, month: '2030-02' }),
  )
  expect(entries).toBeGreaterThan(0)
  expect((await verify(after)).faults).toEqual([])
  await stopHost(other)
  await stopHost(after)
  // Again, with a month that is both in the archive and in the database.
  await using back = await authApp({
    modules,
    databaseUrl: app.databaseUrl,
    secret: testSecret,
    retiredSecrets: [present],
  })
  expect(await back.platform.rotateSecret()).toMatchObject({ isDone: true })
  const former = createPlatformKeys(testSecret)
  expect((await verify(back, former)).faults).toEqual([])
  expect((await verifyArchive(archive(), { keys: former })).faults).toEqual([])
})

test('no host may be left that makes what is new with another secret', async () => {
  await using app = await authApp({ modules: [defineAuditLogs()] })
  await using other = await authApp({ modules: [defineAuditLogs()], databaseUrl: app.databaseUrl, ...rotating })
  await expect(other.platform.rotateSecret()).rejects.toThrow(
    '1 running host of this database still uses another `secret`',
  )
  await stopHost(app)
  expect(await other.platform.rotateSecret()).toMatchObject({ isDone: true })
})

test('what was changed before stays noticed: a rotation signs nothing that was not genuine', async () => {
  await using app = await authApp({ modules: [defineAuditLogs()] })
  const write = (name: string) => app.as({ features: ['*'] }).post('/auth/roles', { name })
  for (let n = 0; n < 6; n++) await write(`Role ${n}`)
  app.clock.advance(60_000)
  await app.jobs()
  await app.sql(
    `update plinth.seals set digest = sha256('forged') where tenant_id = $1 and number = 3;`.replace(
      '$1',
      `'${tenantA.id}'`,
    ),
  )
  await app.sql(
    `update plinth.checkpoints set signature = sha256('forged') || sha256('forged') where tenant_id = '${tenantB.id}'`,
  )
  const found = async (own: TestPlatform, keysOf = keys) =>
    (await verify(own, keysOf)).faults.map(({ kind, number, tenantId }) => ({ kind, number, tenantId }))
  const before = await found(app, createPlatformKeys(testSecret))
  expect(before.length).toBeGreaterThan(0)
  await using other = await authApp({ modules: [defineAuditLogs()], databaseUrl: app.databaseUrl, ...rotating })
  await stopHost(app)
  const { steps } = await other.platform.rotateSecret()
  expect(steps.find(({ id }) => id === 'audit_logs.trail')!.left).toBeGreaterThan(0)
  expect(await found(other)).toEqual(expect.arrayContaining(before.filter(({ tenantId }) => tenantId === tenantA.id)))
})

test('a verification during a rotation says so instead of finding faults', async () => {
  await using app = await authApp({ modules: [defineAuditLogs()] })
  await app.sql(`insert into plinth.rekeying (tenant_id, number, hash) values ('${tenantA.id}', 1, '')`)
  await expect(verify(app, createPlatformKeys(testSecret))).rejects.toThrow(
    'A rotation of the secret is signing the trail with the new secret',
  )
})
