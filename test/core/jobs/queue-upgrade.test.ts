import { createPlatform, defineJob } from '@plinth/core'
import pg from 'pg'
import { getRollbackPlans, PgBoss } from 'pg-boss'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { emptyDatabase } from '../_lab/databases.ts'
import { callerA } from '../_lab/lab.ts'
import { itemsTable, labModule } from '../_lab/lab-module.ts'

test('tables of an earlier pg-boss get all that those of a new installation have, their indexes too', async () => {
  await using database = await emptyDatabase()
  const open = () =>
    createPlatform({
      modules: [labModule({ migrations: [itemsTable] })],
      database: { url: database.url, privilegedLogin: true },
      secret: 'x'.repeat(32),
    })
  await using first = await open()
  await first.migrate()
  await using pool = { client: new pg.Client(database.url), [Symbol.asyncDispose]: () => pool.client.end() }
  await pool.client.connect()
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.client.query(text, values as unknown[]) },
    schema: 'plinth_jobs',
  })
  const latest = (await boss.schemaVersion())!
  for (let version = latest; version > 32; version--)
    await pool.client.query(getRollbackPlans('plinth_jobs', version).replaceAll(/\bCONCURRENTLY\b/gi, ''))
  await pool.client.query('update plinth_jobs.version set bam_on = null')
  expect(await boss.schemaVersion()).toBe(32)

  await using second = await open()
  await second.migrate()
  expect(await boss.schemaVersion()).toBe(latest)
  expect((await boss.getBamStatus()).filter(({ status }) => status !== 'completed')).toEqual([])
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true, building: [] })
})

test('a host that a deployment rolls back to starts on the tables of a later pg-boss', async () => {
  await using database = await emptyDatabase()
  const ran: string[] = []
  const job = defineJob({ id: 'lab.note', payload: z.object({}), run: () => void ran.push('ran') })
  const platform = await createPlatform({
    modules: [labModule({ migrations: [itemsTable], jobs: [job] })],
    database: { url: database.url, privilegedLogin: true },
    secret: 'x'.repeat(32),
  })
  await using _ = { [Symbol.asyncDispose]: () => platform.close() }
  await platform.migrate()
  await database.sql('update plinth_jobs.version set version = 9999')
  await platform.start({ workers: true })
  await platform.actAs(callerA, async ({ enqueue }) => enqueue(job, {}))
  await vi.waitFor(() => expect(ran).toEqual(['ran']), 10_000)
})
