import { createPlatform, sql } from '@plinth/core'
import { testSecret } from '@plinth/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { command, createItem, labModule, renameItem } from '../_lab/lab-module.ts'
import { callerA, openLab } from '../_lab/lab.ts'

/** Another host of the lab. */
const openHost = (
  lab: Awaited<ReturnType<typeof openLab>>,
  idleTimeout: number,
  ...commands: ReturnType<typeof command>[]
) =>
  createPlatform({
    modules: [labModule({ commands })],
    secret: testSecret,
    database: { ...lab.database, idleTimeout },
  })

test('a command that waits too long loses its transaction, and others get what it had locked', async () => {
  const locked = Promise.withResolvers<void>()
  const others = Promise.withResolvers<void>()
  const hold = command('hold', async ({ input, db }) => {
    await sql`update items set name = 'held' where id = ${input.id}`.execute(db)
    locked.resolve()
    await others.promise
    await sql`select 1`.execute(db)
  })
  await using lab = await openLab()
  await using host = await openHost(lab, 500, hold)
  const { id } = await lab.do(({ run }) => run(createItem, { name: 'old' }))
  const holding = host.actAs(callerA, ({ run }) => run(hold, { id })).catch((error: unknown) => error)
  await locked.promise
  await lab.do(({ run }) => run(renameItem, { id, name: 'new' }))
  others.resolve()
  expect(await holding).toMatchObject({ code: 'unavailable', message: 'The database cannot be reached' })
  expect(await lab.sql('select name from items')).toEqual([{ name: 'new' }])
})

test('a reader of one moment may take its time', async () => {
  await using lab = await openLab()
  await using host = await openHost(lab, 200)
  const moments = await host.actAs(callerA, ({ snapshot }) =>
    snapshot(async ({ db }) => {
      const now = () => sql<{ now: string }>`select now()::text as now`.execute(db)
      const first = await now()
      await sleep(600)
      return [first.rows, (await now()).rows]
    }),
  )
  expect(moments[1]).toEqual(moments[0])
})
