import { auditLogs } from '@plinth/audit-logs'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { rights } from './_archive.ts'

const open = () => authApp({ modules: [auditLogs], startAt: new Date('2030-01-10T12:00:00Z') })

async function night(app: TestPlatform): Promise<void> {
  const job = auditLogs.jobs!.find(({ id }) => id === 'audit_logs.retain-accesses')!
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(job, {}))
  await app.platform.runJobs()
}

async function read(app: TestPlatform, tenantId: string): Promise<void> {
  expect((await app.as({ ...rights, tenantId }).get('/auth/users')).status).toBe(200)
  await app.settled()
}

const months = async (app: TestPlatform, log: string) =>
  (
    await app.sql<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where inhparent = ('plinth.' || $1)::regclass and c.relname ~ '_\\d{4}_\\d{2}$' order by 1`,
      [log],
    )
  ).map(({ name }) => name.slice(-7))

test('a backup at night keeps a month from being dropped, and nothing else from being done', async () => {
  await using app = await open()
  const backup = new pg.Client({ connectionString: app.databaseUrl })
  await night(app)
  await read(app, tenantA.id)
  app.clock.set(new Date('2030-01-11T12:00:00Z'))
  await night(app)
  const count = async () => app.sql('select count(*)::int as n from plinth.access_packs')
  expect(await count()).not.toEqual([{ n: 0 }])
  app.clock.set(new Date('2030-07-01T12:00:00Z'))
  await backup.connect()
  await backup.query('begin isolation level repeatable read')
  await backup.query('select count(*) from plinth.access_log')
  await night(app)
  expect(await count()).toEqual([{ n: 0 }])
  expect(await months(app, 'access_log')).toEqual(expect.arrayContaining(['2030_01', '2030_07', '2030_09']))
  expect(await months(app, 'seals')).toContain('2030_09')
  expect(await months(app, 'access_packs')).not.toContain('2030_01')
  expect(app.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
    { message: 'a step of a job failed', facts: { step: 'drop months of access_log' } },
    { message: 'job failed' },
  ])
  await backup.end()
  await night(app)
  expect(await months(app, 'access_log')).not.toContain('2030_01')
})

test('accesses of a tenant that cannot be packed keep none of another tenant as they are', async () => {
  await using app = await open()
  await night(app)
  for (const { id } of [tenantA, tenantB]) await read(app, id)
  const [first] = [tenantA.id, tenantB.id].toSorted()
  await app.sql(`create function spoil() returns trigger language plpgsql as $$ begin raise exception 'spoiled'; end $$;
    create trigger spoil before insert on plinth.access_packs for each row when (new.tenant_id = '${first}')
      execute function spoil()`)
  app.clock.set(new Date('2030-01-11T12:00:00Z'))
  await night(app)
  const packed = await app.sql<{ tenant_id: string }>('select distinct tenant_id from plinth.access_packs')
  expect(packed.map(({ tenant_id: id }) => id)).toEqual([tenantA.id, tenantB.id].filter((id) => id !== first))
  expect(await months(app, 'access_log')).toContain('2030_03')
})
