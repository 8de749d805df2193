import { createPlatform, defineJob, defineMigration } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { emptyDatabase } from '../_lab/databases.ts'
import { itemsTable, labModule } from '../_lab/lab-module.ts'

const later = defineMigration('lab.later', 'create table later (id int)')
const nightly = (id: string, schedule?: string) =>
  defineJob({ id: `lab.${id}`, payload: z.object({}), ...(schedule && { schedule }), run: () => {} })

async function openDatabase() {
  const database = await emptyDatabase()
  return {
    /** A version of the product. */
    open: (jobs: readonly ReturnType<typeof nightly>[], migrations = [itemsTable]) =>
      createPlatform({
        modules: [labModule({ jobs, migrations })],
        database: { url: database.url, privilegedLogin: true },
        secret: 'x'.repeat(32),
      }),
    schedules: async () =>
      (await database.sql(`select name, cron from plinth_jobs.schedule where name like 'lab.%' order by name`)).map(
        ({ name, cron }) => `${name} ${cron}`,
      ),
    written: () => database.sql(`select name, updated_on from plinth_jobs.schedule order by name`),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('schedules are those of the version that migrated last; a job that nobody declares any more has none', async () => {
  await using database = await openDatabase()
  await using first = await database.open([nightly('old', '0 3 * * *'), nightly('same', '0 4 * * *')])
  await first.migrate()
  expect(await database.schedules()).toEqual(['lab.old 0 3 * * *', 'lab.same 0 4 * * *'])
  const written = await database.written()
  await first.migrate()
  expect(await database.written()).toEqual(written)
  await using second = await database.open([nightly('new', '0 3 * * *'), nightly('same', '0 5 * * *')])
  await second.migrate()
  expect(await database.schedules()).toEqual(['lab.new 0 3 * * *', 'lab.same 0 5 * * *'])
  await using third = await database.open([nightly('new')])
  await third.migrate()
  expect(await database.schedules()).toEqual([])
})

test('while hosts of two versions run, neither takes the schedules of the other', async () => {
  await using database = await openDatabase()
  await using older = await database.open([nightly('old', '0 3 * * *')])
  await using newer = await database.open([nightly('new', '0 3 * * *')], [itemsTable, later])
  await older.migrate()
  await newer.migrate()
  expect(await database.schedules()).toEqual(['lab.new 0 3 * * *'])
  // A host of before comes back: first one that leaves migrations to others.
  await older.start()
  expect(await database.schedules()).toEqual(['lab.new 0 3 * * *'])
  await older.migrate()
  expect(await database.schedules()).toEqual(['lab.new 0 3 * * *', 'lab.old 0 3 * * *'])
  await newer.migrate()
  expect(await database.schedules()).toEqual(['lab.new 0 3 * * *'])
})

test('a job of a time zone runs once, however many hosts look, also on a day on which clocks skip its time', async () => {
  await using database = await emptyDatabase()
  let runs = 0
  const job = defineJob({
    id: 'lab.early',
    payload: z.object({}),
    schedule: '30 2 * * *',
    timeZone: 'Europe/Berlin',
    run: () => void runs++,
  })
  const open = (zone = job) =>
    createPlatform({
      modules: [labModule({ jobs: [zone], migrations: [itemsTable] })],
      database: { url: database.url, privilegedLogin: true },
      secret: 'x'.repeat(32),
      now: () => new Date('2026-03-29T01:00:05Z'),
    })
  await using first = await open()
  await first.migrate()
  expect(await database.sql(`select name from plinth_jobs.schedule where name like 'lab.%'`)).toEqual([])
  await using second = await open()
  await Promise.all([first.start(), second.start()])
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(1)
  expect(await database.sql(`select count(*)::int from plinth_jobs.job where name = 'lab.early'`)).toEqual([
    { count: 1 },
  ])
  await expect(open(defineJob({ ...job, timeZone: 'CET' }))).rejects.toThrow("unknown time zone: 'CET'")
})
