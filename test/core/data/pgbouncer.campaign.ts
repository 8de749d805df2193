import { createPlatform, get, open as everybody, sql } from '@plinth/core'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findPgBouncer, startPgBouncer } from '../../_setup/pgbouncer.ts'
import { startPooler } from '../../_setup/pooler.ts'
import { emptyDatabase } from '../_lab/databases.ts'
import { labModule } from '../_lab/lab-module.ts'

const program = await findPgBouncer()
if (program === undefined) console.log('PgBouncer is not installed: what needs it is not tried')
const installed = program === undefined ? [] : [program]
const KEEPS_NONE = 'leads to a pooler that keeps no sessions'

const one = get(
  '/one',
  { access: everybody, response: z.unknown() },
  async ({ db }) => (await sql`select ${'one'} as one`.execute(db)).rows,
)
const open = (database: Partial<Parameters<typeof createPlatform>[0]['database']> & { readonly url: string }) =>
  createPlatform({
    modules: [labModule({ routes: [one] })],
    database: { privilegedLogin: true, ...database },
    secret: 'x'.repeat(32),
  })

test('a pooler that nobody told of is refused, with what has to be said', async () => {
  await using database = await emptyDatabase()
  await using pooler = await startPooler(database.url)
  const direct = { directUrl: database.url }
  await using untold = await open({ url: pooler.url })
  const whole =
    /`database.url` leads to a pooler.*`database.directUrl`, and use `database.preparedStatements` to say whether/
  await expect(untold.migrate()).rejects.toThrow(whole)
  await using half = await open({ url: pooler.url, ...direct })
  await expect(half.migrate()).rejects.toThrow(/: use `database.preparedStatements` to say whether/)
  await using other = await open({ url: pooler.url, preparedStatements: false })
  await expect(other.migrate()).rejects.toThrow(/: name the server itself in `database.directUrl`$/)
  await using wrong = await open({ url: pooler.url, directUrl: pooler.url, preparedStatements: false })
  await expect(wrong.migrate()).rejects.toThrow(`\`database.directUrl\` ${KEEPS_NONE}`)
  await using owner = await open({ url: pooler.url, ...direct, migrationUrl: pooler.url, preparedStatements: false })
  await expect(owner.migrate()).rejects.toThrow(`\`database.migrationUrl\` ${KEEPS_NONE}`)
  await using told = await open({ url: pooler.url, ...direct, preparedStatements: false })
  await told.migrate()
  await told.start({ workers: false })
  await expect(untold.start({ workers: false })).rejects.toThrow(whole)
})

test.each(installed)('PgBouncer is seen in transaction mode, and is no hindrance in session mode', async (found) => {
  await using database = await emptyDatabase()
  await using lending = await startPgBouncer(found, database.url)
  await using untold = await open({ url: lending.url })
  await expect(untold.migrate()).rejects.toThrow(`\`database.url\` ${KEEPS_NONE}`)
  await using keeping = await startPgBouncer(found, database.url, { mode: 'session' })
  await using host = await open({ url: keeping.url })
  await host.migrate()
  await host.start({ workers: false })
})

test.each(installed)(
  'what PgBouncer says when it has no connection to give is no fault of the caller',
  async (found) => {
    await using database = await emptyDatabase()
    const more = 'default_pool_size = 1\nquery_wait_timeout = 1'
    await using lending = await startPgBouncer(found, database.url, { more })
    const settings = { directUrl: database.url, preparedStatements: false }
    await using host = await open({ url: lending.url, ...settings })
    await host.migrate()
    const ask = async () => (await host.fetch(new Request('http://localhost/one'))).status
    expect(await ask()).toBe(200)
    const holder = new pg.Client({ connectionString: lending.url })
    await holder.connect()
    await holder.query('begin')
    expect(await ask()).toBe(503)
    await holder.end()
    await expect.poll(ask, { timeout: 20_000 }).toBe(200)
  },
)
