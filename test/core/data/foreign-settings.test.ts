import { type Context, createPlatform, defineCommand, open, sql } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { emptyDatabase } from '../_lab/databases.ts'
import { Item, labModule } from '../_lab/lab-module.ts'

/** What a server, a database or a login may have as its default, and clients are not told. */
const FOREIGN = {
  timezone: 'Europe/Warsaw',
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  search_path: 'elsewhere',
  standard_conforming_strings: 'off',
  statement_timeout: '1d',
  idle_in_transaction_session_timeout: '1d',
  default_transaction_isolation: 'serializable',
  bytea_output: 'escape',
  extra_float_digits: '-15',
}

const NAME = String.raw`a \' b '' c \x41`
const caller = {
  actor: 'platform',
  reason: 'test',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
} as const
const make = defineCommand({
  id: 'lab.items.make',
  access: open,
  input: z.object({}),
  output: z.object({}),
  async run({ from }) {
    await from.create(Item, { name: NAME, amount: '0.1', bytes: Buffer.from('\\ \0 é'), data: { text: NAME } })
    return {}
  },
})

async function read({ from, db }: Context) {
  const item = await from(Item, 'i').selectAll().executeTakeFirst()
  const { rows } = await sql<{ madeAt: string }>`select created_at as "madeAt",
    '2026-03-04T05:06:07'::timestamptz as "withoutOffset", '2026-07-01 12:00:00+02'::timestamptz as summer,
    date '2026-03-04' as day, (timestamptz '2026-07-01 23:30:00+00')::date as "dateOf", interval '90 minutes' as pause,
    date_trunc('day', timestamptz '2026-07-01 23:30:00+00') as "dayOf", now()::timestamp - created_at::timestamp < '1h'
      as "isNew", to_jsonb(timestamptz '2026-07-01 23:30:00+00') as json, 0.1::float8 + 0.2::float8 as sum, bytes,
    current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
    current_setting('idle_in_transaction_session_timeout') as patience, current_setting('tcp_keepalives_idle') as alive from items`.execute(
    db,
  )
  const { madeAt, ...row } = rows[0]!
  const { rows: changes } = await sql`select after - '{id,created_at,updated_at}'::text[] as after
    from plinth.changes`.execute(db)
  return {
    row,
    changes,
    item: {
      name: item!.name,
      amount: item!.amount,
      data: item!.data,
      bytes: Buffer.from(item!.bytes!).toString('hex'),
    },
    isSameMoment: new Date(madeAt).getTime() === new Date(item!.createdAt).getTime(),
  }
}

/** What a platform answers on a database with these defaults. */
async function answersOn(settings: Readonly<Record<string, string>>) {
  await using database = await emptyDatabase()
  const all = Object.entries(settings).map(
    ([name, value]) => `alter database ${database.name} set ${name} to '${value}';`,
  )
  await database.sql(all.join(' '))
  await using platform = await createPlatform({
    modules: [labModule({ commands: [make] })],
    database: { url: database.url, privilegedLogin: true },
    secret: 'x'.repeat(32),
  })
  await platform.migrate()
  await platform.start({ workers: false })
  await platform.actAs(caller, ({ run }) => run(make, {}))
  return { ...(await platform.actAs(caller, read)), health: await platform.health() }
}

test('a platform answers alike whatever the server has as its defaults', async () => {
  const foreign = await answersOn(FOREIGN)
  expect(foreign).toEqual(await answersOn({}))
  expect(foreign).toMatchObject({
    isSameMoment: true,
    health: { isHealthy: true, findings: [] },
    item: { name: NAME },
    row: {
      summer: '2026-07-01T10:00:00.000Z',
      dayOf: '2026-07-01T00:00:00.000Z',
      isNew: true,
      timeout: '30s',
      patience: '2min',
      alive: '10',
    },
  })
})
