import { createPlatform, get, open, type Platform, sql } from '@plinth/core'
import { defineRateLimit } from '@plinth/core/http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { StatementNames } from '../../../packages/core/src/data/connection/statement-names.ts'
import { startPooler } from '../../_setup/pooler.ts'
import { emptyDatabase } from '../_lab/databases.ts'
import { labModule } from '../_lab/lab-module.ts'

const limit = defineRateLimit({ name: 'lab', points: 10_000, window: 60, block: 0, key: () => 'everybody' })
const route = (name: string, query: string) =>
  get(`/${name}`, { access: open, rateLimits: [limit], response: z.object({ rows: z.unknown() }) }, async ({ db }) => {
    const values = query.includes('::int')
      ? sql`select ${1}::int as one, ${2}::int as two`
      : sql`select ${1}::text as one`
    return { rows: (await values.execute(db)).rows }
  })
const module = labModule({ routes: [route('pair', '::int'), route('single', '')] })

test('a name says which text it is of, whatever came before; a text has one when it comes again', () => {
  const [first, second] = [new StatementNames(9), new StatementNames(9)]
  for (const names of [first, second])
    for (const text of ['select $1', 'x'.repeat(10_000)]) expect(names.nameOf(text)).toBeUndefined()
  for (const text of ['select 0', 'select 0', 'select $2']) second.nameOf(text)
  first.nameOf('select $2')
  expect(first.nameOf('select $1')).toMatch(/^plinth_[0-9a-f]{32}$/)
  expect(second.nameOf('select $1')).toBe(first.nameOf('select $1'))
  expect(second.nameOf('select $2')).not.toBe(first.nameOf('select $1'))
  expect(first.nameOf('select $2')).toBe(second.nameOf('select $2'))
  expect(Buffer.byteLength(first.nameOf('x'.repeat(10_000))!)).toBeLessThan(64)
})

test('hosts share the connections of a pooler that tracks no prepared statements', async () => {
  await using database = await emptyDatabase()
  await using pooler = await startPooler(database.url, { balancesReads: true })
  const warnings: string[] = []
  const errors: unknown[] = []
  const log = {
    debug() {},
    info() {},
    error: (...said: unknown[]) => void errors.push(said),
    // On a slow machine, hosts warn that polls are late as well.
    warn: (_: object, text: string) => void (text.includes('Pgpool') && warnings.push(text)),
  }
  const compose = () =>
    createPlatform({
      modules: [module],
      log,
      database: { url: pooler.url, directUrl: database.url, privilegedLogin: true, preparedStatements: false },
      secret: 'x'.repeat(32),
    })
  await using first = await compose()
  await using second = await compose()
  await first.migrate()
  for (const host of [first, second]) await host.start({ workers: false })
  const statuses: number[] = []
  const ask = async (host: Platform, path: string) =>
    statuses.push((await host.fetch(new Request(`http://localhost${path}`))).status)
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      [first, second].flatMap((host, at) =>
        (at === 0 ? ['/pair', '/single'] : ['/single', '/pair']).flatMap((path) => [ask(host, path), ask(host, path)]),
      ),
    )
  }
  expect([statuses, errors]).toEqual([Array(80).fill(200), []])
  const warning = expect.stringMatching(/^Pgpool-II sends reads to replicas.*; set load_balance_mode = off$/)
  expect(warnings).toEqual([warning, warning])
})
