import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleStatements } from '@plinth/host'
import { choosePostgresPrograms, StreamingServer } from '../_setup/streaming.ts'
import { readBlock } from '../docs/_pages.ts'
import { paste } from '../docs/_processes.ts'
import { type HostEnv, ROOT, runHost } from '../host/_run-host.ts'

// The commands of `docs/upgrading.md`, between two databases of one server.

const PASSWORD = 'Chosen-Secret-1'
const [programs] = await choosePostgresPrograms()
const block = (name: string) => readBlock('docs/upgrading.md', name).text

const opened = new AsyncDisposableStack()
let server: StreamingServer
let old: HostEnv
let next: HostEnv

beforeAll(async () => {
  server = opened.use(await StreamingServer.create(programs!, { wal_level: 'logical' }))
  const statements = roleStatements('product')
  for (const statement of statements) await server.query(statement)
  await server.query('create database moved owner product')
  const folder = await mkdtemp(join(tmpdir(), 'plinth-moved-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const { host } = new URL(server.url('product'))
  const [MIGRATION_DATABASE_URL = '', DATABASE_URL = ''] = statements.flatMap(
    (line) => /postgres:\S+/.exec(line)?.[0].replace('SERVER', host) ?? [],
  )
  old = {
    DATA_DIR: folder,
    DATABASE_URL,
    MIGRATION_DATABASE_URL,
    JWT_SECRET: 'the same in both databases, before and after',
    SEED_PASSWORD: PASSWORD,
  }
  next = {
    ...old,
    DATABASE_URL: DATABASE_URL.replace(/product$/, 'moved'),
    MIGRATION_DATABASE_URL: MIGRATION_DATABASE_URL.replace(/product$/, 'moved'),
  }
}, 180_000)
afterAll(() => opened.disposeAsync(), 60_000)

const moved = <Row extends Record<string, unknown>>(text: string) => server.query<Row>(text, 'moved')
const plinth = (command: string, env: HostEnv) =>
  paste(`npm --silent --prefix ${ROOT} run plinth -- ${command}`, env.DATA_DIR, env)

/** The statement of the page; a server that subscribes to itself needs a slot that is there already. */
async function subscribe(options: string): Promise<void> {
  await server.query("select pg_create_logical_replication_slot('product', 'pgoutput')", 'product')
  const { hostname, port, password } = new URL(server.url('product'))
  await moved(
    block('subscription')
      .replace('host=old', `host=${hostname} port=${port}`)
      .replace('password=secret', `password=${password}`)
      .replace('(run_as_owner = true)', `(${options}create_slot = false)`),
  )
}

const countRows = async (database: string) => {
  const [row] = await server.query<{ counts: Record<string, number> }>(
    `select json_object_agg(c.oid::regclass, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text::int) as counts
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'plinth', 'plinth_jobs')`,
    database,
  )
  return row!.counts
}

test('a database moves while hosts write', { timeout: 400_000 }, async () => {
  await using host = await runHost(old)
  const token = await host.logIn('admin@acme.com', PASSWORD)
  const make = async (name: string) => {
    const made = await host.call('/api/auth/roles', { method: 'POST', token, json: { name } })
    expect(made.status).toBe(201)
  }
  await make('First')
  await server.query(block('publication'), 'product')
  await plinth('migrate', next)
  await moved(block('empty'))

  await subscribe('')
  const errors = async () => {
    const [row] = await moved<{ count: number }>(
      'select sync_error_count::int as count from pg_stat_subscription_stats',
    )
    return row!.count
  }
  await expect.poll(errors, { timeout: 30_000 }).toBeGreaterThan(3)
  expect(await moved('select from users')).toHaveLength(0)
  await moved('alter subscription product disable')
  await moved('alter subscription product set (slot_name = none)')
  await moved('drop subscription product')
  await expect
    .poll(() =>
      server.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots', 'product').then(
        () => 'dropped',
        (error: Error) => error.message,
      ),
    )
    .toBe('dropped')
  await moved(block('empty'))

  await subscribe('run_as_owner = true, ')
  await expect.poll(() => moved(block('pending')), { timeout: 120_000 }).toEqual([])
  await make('Second')
  await expect.poll(() => moved("select from roles where name = 'Second'")).toHaveLength(1)
  expect((await host.end('SIGTERM')).code).toBe(0)
  await expect
    .poll(async () => Object.values((await server.query(block('caught-up'), 'product'))[0]!), { timeout: 30_000 })
    .toEqual([true])
  expect(await countRows('moved')).toEqual(await countRows('product'))
  await paste(block('sequences').replace('npm run', `npm --silent --prefix ${ROOT} run`), next.DATA_DIR, {
    ...next,
    OLD: server.url('product'),
    NEW: server.url('moved'),
  })

  await using there = await runHost(next)
  const again = await there.logIn('admin@acme.com', PASSWORD)
  const made = await there.call('/api/auth/roles', { method: 'POST', token: again, json: { name: 'Third' } })
  const undoToken = /"?undoToken%22%3A%22([^%]+)/.exec(made.headers.get('x-om-operation') ?? '')?.[1]
  const undone = await there.call('/api/audit_logs/audit-logs/actions/undo', {
    method: 'POST',
    token: again,
    json: { undoToken },
  })
  expect([made.status, undone.status]).toEqual([201, 200])
  expect(await plinth('audit verify', next)).toMatch(/[1-9]\d* entries and .* 0 faults/)
})
