import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleStatements } from '@plinth/host'
import { choosePostgresPrograms, findPostgresPrograms, StreamingServer } from '../_setup/streaming.ts'
import { readBlock } from '../docs/_pages.ts'
import { paste } from '../docs/_processes.ts'
import { type HostEnv, ROOT, runHost, runToEnd } from './_run-host.ts'

const PASSWORD = 'Chosen-Secret-1'
/** Chosen by whoever runs the test; otherwise the installed one, whose release is not that of the other tests, if there is one. */
const installed = process.env['POSTGRES_PROGRAMS'] === undefined ? await findPostgresPrograms() : undefined
const folders = installed === undefined ? await choosePostgresPrograms() : [installed]

describe.each(folders)('a server of others, run by %s', (programs) => {
  const opened = new AsyncDisposableStack()
  let server: StreamingServer
  let urls: Record<'administrator' | 'owner' | 'host' | 'backup', string>
  let env: HostEnv

  beforeAll(async () => {
    server = opened.use(await StreamingServer.create(programs))
    // Whom a provider gives to its customers.
    await server.query("create role administrator login createrole createdb password 'given'")
    const folder = await mkdtemp(join(tmpdir(), 'plinth-managed-'))
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    urls = await say(roleStatements('product'))
    env = {
      DATA_DIR: folder,
      DATABASE_URL: urls.host,
      MIGRATION_DATABASE_URL: urls.owner,
      DATABASE_PRIVILEGED_LOGIN: 'false',
      JWT_SECRET: 'the same before and after the backup',
      SEED_PASSWORD: PASSWORD,
    }
  }, 60_000)
  afterAll(() => opened.disposeAsync())

  /** Says the statements as the administrator, and answers the addresses that their comments name. */
  async function say(statements: readonly string[]): Promise<typeof urls> {
    const { host } = new URL(server.url('product'))
    const administrator = `postgres://administrator:given@${host}/postgres`
    const client = new pg.Client({ connectionString: administrator })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
    const [owner, login, backup] = statements.flatMap(
      (line) => /postgres:\S+/.exec(line)?.[0].replace('SERVER', host) ?? [],
    )
    return { administrator, owner: owner!, host: login!, backup: backup! }
  }

  test('a host runs there without a superuser', async () => {
    await using host = await runHost(env)
    const token = await host.logIn('admin@acme.com', PASSWORD)
    const made = await host.call('/api/auth/roles', { method: 'POST', token, json: { name: 'Auditor' } })
    expect(made.status).toBe(201)
    const found = await host.call('/api/auth/users?search=employee', { token })
    expect(await found.json()).toMatchObject({ total: 1 })
    expect((await host.end('SIGTERM')).code).toBe(0)
  }, 120_000)

  test('a login that bypasses row level security is refused', async () => {
    await server.query('alter role product_host bypassrls')
    const { code, output } = await runToEnd(env)
    await server.query('alter role product_host nobypassrls')
    expect([code, output]).toEqual([1, expect.stringContaining('product_host bypasses row level security')])
  }, 60_000)

  test('who backs up reads everything, and may write nothing', async () => {
    const client = new pg.Client({ connectionString: urls.backup })
    await client.connect()
    try {
      const missing = async () => (await client.query('select plinth.missing_in_backup() as name')).rows
      expect(await missing()).toEqual([])
      expect((await client.query('select email from users')).rows).toHaveLength(3)
      await expect(client.query('delete from users')).rejects.toThrow('permission denied')
      await server.query('drop policy backup on users; revoke select on tenants from plinth_backup', 'product')
      expect(await missing()).toEqual([{ name: 'public.tenants' }, { name: 'public.users' }])
    } finally {
      await client.end()
    }
    // Each migration makes up for it, and so does each start of a host.
    await using host = await runHost(env)
    expect((await host.end('SIGTERM')).code).toBe(0)
  }, 60_000)

  /** pg_dump and psql; not every package of PostgreSQL brings them. */
  const tools = process.env['POSTGRES_TOOLS'] ?? programs
  const hasTools = async () => (await stat(join(tools, 'pg_dump')).catch(() => undefined)) !== undefined

  /** Runs a block of the page as its reader does. */
  const follow = (block: string) =>
    paste(readBlock('docs/11-clusters.md', block).text.replace('npm run', `npm --prefix ${ROOT} run`), env.DATA_DIR, {
      PATH: `${tools}${delimiter}${process.env['PATH']}`,
      ADMINISTRATOR: urls.administrator,
      OWNER: urls.owner,
      BACKUP: urls.backup,
      ...env,
    })

  test('its backup is restored into a new database, where the trail holds and a host runs', async () => {
    if (!(await hasTools())) return console.log(`${tools} has no pg_dump: a backup is not tried there`)
    // A minute at most: an empty trail would prove nothing.
    await using sealing = await runHost(env)
    const sealed = async () => (await server.query('select from plinth.seals', 'product')).length
    await expect.poll(sealed, { timeout: 90_000, interval: 500 }).toBeGreaterThan(0)
    expect((await sealing.end('SIGTERM')).code).toBe(0)
    await follow('dump')
    await server.query('alter database product rename to lost')
    expect(await follow('restore')).toMatch(/[1-9]\d* entries and .* 0 faults/)

    const rows = await Promise.all(['lost', 'product'].map((name) => countRows(name)))
    expect(rows[1]).toEqual(rows[0])
    await using host = await runHost(env)
    const token = await host.logIn('admin@acme.com', PASSWORD)
    const { items } = (await (await host.call('/api/auth/roles?search=Auditor', { token })).json()) as {
      items: object[]
    }
    expect(items).toMatchObject([{ name: 'Auditor' }])
    const found = await host.call('/api/auth/users?search=employee', { token })
    expect(await found.json()).toMatchObject({ total: 1 })
    const made = await host.call('/api/auth/roles', { method: 'POST', token, json: { name: 'Second' } })
    expect(made.status).toBe(201)
  }, 240_000)

  /** How many rows each table has. */
  async function countRows(database: string): Promise<Readonly<Record<string, number>>> {
    const [row] = await server.query<{ counts: Record<string, number> }>(
      `select json_object_agg(c.oid::regclass, (xpath('/row/n/text()', query_to_xml(
        format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text::int) as counts
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'plinth', 'plinth_jobs')`,
      database,
    )
    return row!.counts
  }
})
