import { createPlatform, defineModule, type Platform, sql } from '@plinth/core'
import { tenantA, tenantB } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAdmin, emptyDatabase } from '../_lab/databases.ts'
import { createItem, Item, labModule } from '../_lab/lab-module.ts'

// A product as the decision "Unprivileged login" wants it: its login owns nothing, and may only say as whom it acts.
const login = `login_${crypto.randomUUID().replaceAll('-', '')}`
const callerOf = (tenant: { readonly id: string; readonly organization: string }) =>
  ({ actor: 'platform', reason: 'test', scope: { tenantId: tenant.id, organizationId: tenant.organization } }) as const
let database: Awaited<ReturnType<typeof emptyDatabase>>
let platform: Platform

beforeAll(async () => {
  database = await emptyDatabase()
  await asAdmin((admin) => admin.query(`create role ${login} login noinherit password 'open'`))
  platform = await createPlatform({
    modules: [labModule()],
    database: { url: database.as(login, 'open'), migrationUrl: database.url, poolSize: 2 },
    secret: 'x'.repeat(32),
  })
  await platform.migrate()
  await platform.start()
  for (const tenant of [tenantA, tenantB])
    await platform.actAs(callerOf(tenant), ({ run }) =>
      run(createItem, { name: `of ${tenant.id}`, secret: `kept for ${tenant.id}` }),
    )
})
afterAll(async () => {
  await platform.close()
  await asAdmin((admin) => admin.query(`drop owned by ${login}`), database.url)
  await database[Symbol.asyncDispose]()
  await asAdmin((admin) => admin.query(`drop role ${login}`))
})

/** What a handler of tenant A gets from a text that it should never have sent; the failure's message if it fails. */
async function inject(text: string): Promise<string> {
  try {
    const rows = await platform.actAs(callerOf(tenantA), async ({ db, widenScope }) => {
      // The platform has just used the system role in the same transaction, and saw everything.
      const { rows: all } = await widenScope('allTenants', 'test', (system) =>
        sql`select from items`.execute(system.db),
      )
      expect(all).toHaveLength(2)
      const answers: unknown[] = []
      // One at a time, for the answers of several in one text are not given back; the transaction is the same.
      for (const statement of text.split(';;')) answers.push((await sql.raw(statement).execute(db)).rows)
      return answers
    })
    return JSON.stringify(rows)
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Ends the read-only transaction and begins another, for what a reader may not even try. */
const writing = 'commit; begin; set local role plinth_app;;'

const reading = [
  'items',
  'plinth.changes',
  'plinth.kept_secrets',
  'plinth.action_log',
  'plinth_jobs.job',
  'plinth.hosts',
]
const rows = (table: string) => `select to_jsonb(t) from ${table} t`
const become = {
  'reset role': 'reset role',
  'set role none': 'set role none',
  'the system role': 'set role plinth_system',
  'the system role for the session': `select set_config('role', 'plinth_system', false)`,
  'the system role with an empty key': `set role plinth_system;; select set_config('plinth.key', '', true)`,
  'the system role with a guess': `set role plinth_system;; select set_config('plinth.key', repeat('x', 43), true)`,
  'the system role with the hash': `set role plinth_system;;
    select set_config('plinth.key', (select encode(hash, 'hex') from plinth.keys), true)`,
  'the owner': 'set role postgres',
  'the owner by session authorization': 'set session authorization postgres',
  'nobody yet': 'select 1',
}

test.each(Object.entries(become))('an injected statement that becomes %s gains no foreign row', async (_, how) => {
  for (const table of reading) {
    const answer = await inject(`${how};; ${rows(table)}`)
    expect(answer, table).not.toContain(tenantB.id)
  }
})

test.each([
  ['the key', `select current_setting('plinth.key', true)`, '[[{"current_setting":""}]]'],
  ['its hash', 'select * from plinth.keys', 'permission denied'],
  ['its hash with the system role', 'set role plinth_system;; select * from plinth.keys', 'permission denied'],
  ['password hashes of the server', 'select rolpassword from pg_authid', 'permission denied'],
  ['files of the server', `select pg_read_file('PG_VERSION')`, 'permission denied'],
  ['a table that shadows another', `${writing} create temporary table items (id uuid)`, 'permission denied'],
  [
    'the same as the system',
    `${writing} set role plinth_system;; create temporary table items (id uuid)`,
    'permission denied',
  ],
  [
    'a function of its own',
    `${writing} create function public.f() returns int language sql as 'select 1'`,
    'permission denied',
  ],
  [
    'a plan of an undo',
    `set role plinth_system;; select plinth.plan_revert(gen_random_uuid(), gen_random_uuid())`,
    'the platform alone',
  ],
  [
    'what undo needs forgotten',
    `set role plinth_system;; select plinth.forget_secrets(now() + interval '1 day')`,
    'the platform alone',
  ],
  ['no wall', `${writing} alter table items disable row level security`, 'must be owner'],
  ['no wall as the login', `${writing} reset role;; alter table items disable row level security`, 'must be owner'],
])('an injected statement does not get %s', async (_, text, answer) => {
  expect(await inject(text)).toContain(answer)
})

test('what is sent as a value is never part of a statement', async () => {
  const text = `'; select to_jsonb(t)::text from items t; --`
  const seen = await platform.actAs(callerOf(tenantA), async ({ db, from }) => [
    (await sql`select ${text}::text as said, ${[text]}::text[] as list`.execute(db)).rows,
    await from(Item, 'i').select('i.id').where('i.name', '=', text).execute(),
    await from(Item, 'i')
      .select('i.name')
      .where('i.name', 'in', [text, `of ${tenantA.id}`])
      .execute(),
  ])
  expect(seen).toEqual([[{ said: text, list: [text] }], [], [{ name: `of ${tenantA.id}` }]])
})

test('an injected statement can act as a tenant whose id it knows', async () => {
  const answer = await inject(`select set_config('plinth.tenant', '${tenantB.id}', true);; ${rows('items')}`)
  expect(answer).toContain(tenantB.id)
  expect(answer).not.toContain(`of ${tenantA.id}`)
})

test('what an injected statement left on its connection leads nobody astray', async () => {
  for (const text of [
    `set search_path = pg_temp, pg_catalog`,
    `select set_config('plinth.tenant', '${tenantB.id}', false), set_config('role', 'plinth_system', false)`,
  ]) {
    await inject(text)
    for (let connection = 0; connection < 4; connection++) {
      const { rows: seen } = await platform.actAs(callerOf(tenantA), ({ db }) =>
        sql<{ tenant_id: string }>`select tenant_id from items`.execute(db),
      )
      expect(seen).toEqual([{ tenant_id: tenantA.id }])
    }
  }
})

test('a privileged login is refused', async () => {
  for (const [option, privilege, message] of [
    ['superuser', 'nosuperuser', 'is a superuser'],
    ['bypassrls', 'nobypassrls', 'bypasses row level security'],
  ]) {
    await asAdmin((admin) => admin.query(`alter role ${login} ${option}`))
    await using host = await createPlatform({
      modules: [labModule()],
      database: { url: database.as(login, 'open'), migrationUrl: database.url },
      secret: 'x'.repeat(32),
    })
    await expect(host.start({ workers: false })).rejects.toThrow(message)
    await asAdmin((admin) => admin.query(`alter role ${login} ${privilege}`))
  }
})

test('a host with another secret is refused', async () => {
  await using host = await createPlatform({
    modules: [defineModule({ id: 'other', title: 'Other' })],
    database: { url: database.as(login, 'open'), migrationUrl: database.url },
    secret: 'y'.repeat(32),
  })
  await expect(host.start({ workers: false })).rejects.toThrow('does not know the key of this `secret`')
})

test('a login that owns nothing is told who migrates', async () => {
  const open = (url: string) => createPlatform({ modules: [labModule()], database: { url }, secret: 'x'.repeat(32) })
  const message = /may not migrate \(permission denied .*\): name the owner of the tables in `database.migrationUrl`/
  await using host = await open(database.as(login, 'open'))
  await expect(host.migrate()).rejects.toThrow(message)
  await using empty = await emptyDatabase()
  await using first = await open(empty.as(login, 'open'))
  await expect(first.migrate()).rejects.toThrow(message)
})
