import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgresBinaries } from '../../examples/host/postgres/binaries.ts'
import { roleStatements } from '../../examples/host/role-statements.ts'
import { findPostgresPrograms, StreamingServer } from '../_setup/streaming.ts'
import { type HostEnv, ROOT, runHost, runToEnd } from './_run-host.ts'

const run = promisify(execFile)
const PASSWORD = 'Chosen-Secret-1'
const configured = process.env['POSTGRES_PROGRAMS']?.split(delimiter)
const installed = await findPostgresPrograms()
if (installed === undefined) console.log('PostgreSQL is not installed: backup and restore by pg_dump are not tried')
const folders = configured ?? [
  ...(installed === undefined ? [] : [installed]),
  dirname((await findPostgresBinaries()).postgres),
]

describe.each(folders)('a server of others, run by %s', (programs) => {
  const opened = new AsyncDisposableStack()
  let server: StreamingServer
  let urls: Record<'owner' | 'host' | 'backup', string>
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
    const administrator = new pg.Client({ connectionString: `postgres://administrator:given@${host}/postgres` })
    await administrator.connect()
    for (const statement of statements) await administrator.query(statement)
    await administrator.end()
    const [owner, login, backup] = statements.flatMap(
      (line) => /postgres:\S+/.exec(line)?.[0].replace('SERVER', host) ?? [],
    )
    return { owner: owner!, host: login!, backup: backup! }
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

  const hasDump = async () => (await stat(join(programs, 'pg_dump')).catch(() => undefined)) !== undefined

  test('its backup is restored into a new database, where the trail holds and a host runs', async () => {
    if (!(await hasDump())) return console.log(`${programs} has no pg_dump: a backup is not tried there`)
    // A minute at most: an empty trail would prove nothing.
    await using sealing = await runHost(env)
    const sealed = async () => (await server.query('select from plinth.seals', 'product')).length
    await expect.poll(sealed, { timeout: 90_000, interval: 500 }).toBeGreaterThan(0)
    expect((await sealing.end('SIGTERM')).code).toBe(0)
    const tool = (name: string, ...args: string[]) => run(join(programs, name), args)
    const dump = join(env.DATA_DIR, 'product.dump')
    const list = join(env.DATA_DIR, 'product.list')
    await tool('pg_dump', '--format=custom', '--enable-row-security', `--file=${dump}`, urls.backup)
    await server.query('alter database product rename to lost')
    await server.query('create database product owner product')
    await server.query(
      'create schema plinth authorization product; grant create on schema plinth to plinth_search',
      'product',
    )
    await tool('pg_restore', '--list', `--file=${list}`, dump)
    await run('sed', ['-i', '/ SCHEMA - plinth /d', list])
    await tool('pg_restore', `--use-list=${list}`, '--exit-on-error', `--dbname=${urls.owner}`, dump)
    await server.query('revoke create on schema plinth from plinth_search', 'product')

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
    const { PATH = '', HOME = '' } = process.env
    const args = ['--conditions=@plinth/source', 'examples/host/plinth.ts', 'audit', 'verify']
    const { stdout } = await run(process.execPath, args, { cwd: ROOT, env: { PATH, HOME, ...env } })
    expect(stdout).toMatch(/[1-9]\d* entries and .* 0 faults/)
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
