import { createPlatform } from '@plinth/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startRelay } from '../../_setup/relay.ts'
import { emptyDatabase } from '../_lab/databases.ts'
import { createItem, labModule } from '../_lab/lab-module.ts'
import { callerA } from '../_lab/lab.ts'

test('where a server vanishes and another address takes writes, nobody waits for it', { timeout: 60_000 }, async () => {
  await using database = await emptyDatabase()
  await using relay = await startRelay(database.url)
  const url = relay.url.replace(new URL(relay.url).host, `${new URL(relay.url).host},${new URL(database.url).host}`)
  await using platform = await createPlatform({
    modules: [labModule()],
    secret: 'x'.repeat(32),
    database: { url, privilegedLogin: true, poolSize: 2 },
  })
  await platform.migrate()
  await platform.start({ workers: false })
  const make = (name: string) =>
    platform
      .actAs(callerA, ({ run }) => run(createItem, { name }))
      .then(
        () => 'made',
        ({ code }: { code: string }) => code,
      )
  expect(await Promise.all([make('a'), make('b')])).toEqual(['made', 'made'])
  relay.freeze()
  const began = performance.now()
  expect(await Promise.all([make('c'), make('d')])).toEqual(['unavailable', 'unavailable'])
  while ((await make('e')) !== 'made') await sleep(50)
  expect(performance.now() - began).toBeLessThan(20_000)
})
