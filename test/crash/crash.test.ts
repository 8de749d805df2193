import { createPlatform } from '@plinth/core'
import { expect, test } from 'vitest'
import { crewModule } from '../core/_lab/crew-module.ts'
import { asAdmin, emptyDatabase } from '../core/_lab/databases.ts'
import { crashHosts } from './crash-rounds.ts'
import { findFaults } from './invariants.ts'

test('hosts killed with -9 lose no acknowledged write and leave none half done', async () => {
  await using database = await emptyDatabase()
  await using platform = await createPlatform({
    modules: [crewModule],
    database: { url: database.url, privilegedLogin: true },
    secret: 'a secret that all hosts share, as they have to',
  })
  await platform.migrate()
  const { acknowledged, kills } = await crashHosts(database.url, 12)
  expect(Object.values(kills).reduce((sum, count) => sum + count)).toBe(12)
  expect(acknowledged.size).toBeGreaterThan(12)
  // Transactions of killed hosts end when the server notices that nobody listens.
  await new Promise((done) => setTimeout(done, 500))
  expect(await asAdmin((admin) => findFaults(admin, acknowledged), database.url)).toEqual([])
}, 120_000)
