import { createPlatform, type PlatformOptions } from '@plinth/core'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { asAdmin, emptyDatabase } from '../_lab/databases.ts'

const secret = 'a secret of at least 32 characters'

const connect = (database: PlatformOptions['database']) => createPlatform({ modules: [], database, secret })

async function open(database: PlatformOptions['database']) {
  const platform = await connect(database)
  onTestFinished(() => platform.close())
  return platform
}

/** A login that owns nothing. */
async function makeLogin() {
  const name = `plinth_guest_${crypto.randomUUID().slice(0, 8)}`
  await asAdmin((admin) => admin.query(`create role ${name} login noinherit password 'pw'`))
  return { name, [Symbol.asyncDispose]: () => asAdmin(async (admin) => void (await admin.query(`drop role ${name}`))) }
}

const UNTOUCHED = `select to_regclass('public.plinth_migrations') is null and to_regnamespace('plinth') is null as is`

const refuses = (tag: string) => `
  create function refuse() returns event_trigger language plpgsql as $$ begin raise '${tag} is not supported'; end $$;
  create event trigger refuse_${tag.replace(' ', '_').toLowerCase()} on ddl_command_start when tag in ('${tag}')
    execute function refuse()`

// What an engine does that takes the words and has not the thing.
const replaced = (name: string, types: string, fake: string) => `
  alter function pg_catalog.${name}(${types}) rename to ${name}_of_postgres;
  create function pg_catalog.${name}(${types}) ${fake}`

// Each has a database of its own, and waits most of the time.
test.concurrent.each([
  ['statement triggers with transition tables (CREATE TRIGGER is not supported)', () => refuses('CREATE TRIGGER')],
  ['policies with subqueries (CREATE POLICY is not supported)', () => refuses('CREATE POLICY')],
  [
    'LISTEN and NOTIFY (no notification arrived)',
    () => replaced('pg_notify', 'text, text', `returns void language sql as ''`),
  ],
  [
    'advisory locks (two sessions took the same one)',
    () => replaced('pg_try_advisory_xact_lock', 'bigint', `returns boolean language sql as 'select true'`),
  ],
])('a server that lacks %s is refused, and nothing is changed', async (lacking, sabotage) => {
  await using database = await emptyDatabase()
  await database.sql(sabotage())
  await using platform = await connect({ url: database.url, directUrl: database.url, privilegedLogin: true })
  await expect(platform.migrate()).rejects.toThrow(
    `The server is not a PostgreSQL server that Plinth works with; it lacks ${lacking}`,
  )
  expect(await database.sql(UNTOUCHED)).toEqual([{ is: true }])
})

test('an address of another database is refused by the option that names it, and nothing is changed', async () => {
  await using database = await emptyDatabase()
  await using other = await emptyDatabase()
  for (const address of ['directUrl', 'migrationUrl'] as const) {
    const platform = await open({ url: database.url, [address]: other.url, privilegedLogin: true })
    await expect(platform.migrate()).rejects.toThrow(
      `\`database.${address}\` leads to a different database than \`database.url\``,
    )
  }
  expect([await database.sql(UNTOUCHED), await other.sql(UNTOUCHED)]).toEqual([[{ is: true }], [{ is: true }]])
})

test('a login that may too much is refused before anything is migrated', async () => {
  await using database = await emptyDatabase()
  const platform = await open({ url: database.url, migrationUrl: database.url })
  await expect(platform.migrate()).rejects.toThrow('is a superuser')
  expect(await database.sql(UNTOUCHED)).toEqual([{ is: true }])
})

test('temporary tables of a host that runs do not keep another one from starting', async () => {
  await using login = await makeLogin()
  await using database = await emptyDatabase()
  const options = { url: database.as(login.name, 'pw'), migrationUrl: database.url }
  await (await open(options)).migrate()
  // As a version did that let the login have them.
  await database.sql(`grant temporary on database ${database.name} to ${login.name}`)
  const client = new pg.Client({ connectionString: options.url })
  await client.connect()
  await client.query('create temp table plinth_noted (id uuid primary key, note text)')
  const next = await open(options)
  await next.migrate()
  await next.start({ workers: false })
  expect(await next.isHealthy()).toBe(true)
  await next.close()
  await client.end()
  await database.sql(`revoke temporary on database ${database.name} from ${login.name}`)
  await asAdmin((admin) => admin.query(`revoke plinth_app, plinth_restricted, plinth_system from ${login.name}`))
})
