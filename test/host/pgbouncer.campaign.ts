import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPgBouncer, startPgBouncer } from '../_setup/pgbouncer.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { type Host, type HostEnv, runHost, runToEnd } from './_run-host.ts'

const PASSWORD = 'Chosen-Secret-1'
const GETS = 1_200
const program = await findPgBouncer()

if (program === undefined) console.log('PgBouncer is not installed: two hosts behind it are not tried')

test('PgBouncer is looked for', () => {
  expect(program ?? 'pgbouncer').toMatch(/pgbouncer$/)
})

describe.each(program === undefined ? [] : [program])('two hosts behind %s in transaction mode', (installed) => {
  const opened = new AsyncDisposableStack()
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let env: HostEnv
  let hosts: [Host, Host]

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-behind-pgbouncer-'))
    opened.defer(() => rm(folder, { recursive: true }))
    database = opened.use(await emptyDatabase())
    const pgBouncer = opened.use(await startPgBouncer(installed, database.url))
    env = {
      DATA_DIR: folder,
      DATABASE_URL: pgBouncer.url,
      JWT_SECRET: 'the same in every host of one database',
      SEED_PASSWORD: PASSWORD,
      RATE_LIMIT_LOGIN_IP_POINTS: '1000',
      RATE_LIMIT_LOGIN_POINTS: '1000',
    }
    const hostEnv = { ...env, DATABASE_DIRECT_URL: database.url, DATABASE_PREPARED_STATEMENTS: 'false' }
    const start = async () => opened.use(await runHost(hostEnv))
    hosts = await Promise.all([start(), start()])
  }, 120_000)
  afterAll(() => opened.disposeAsync())

  test('a host that was not told of it ends with a sentence that says what to set', async () => {
    const { code, output } = await runToEnd({ ...env, PORT: '0' })
    expect(code).toBe(1)
    expect(output).toContain(
      'DATABASE_URL leads to a pooler that keeps no sessions: name the server itself in DATABASE_DIRECT_URL, and use ' +
        'DATABASE_PREPARED_STATEMENTS to say whether it tracks prepared statements',
    )
    expect(output).not.toMatch(/^ +at /m)
  }, 60_000)

  test('a host that is told that the pooler tracks statements ends with a sentence where it does not', async () => {
    const { code, output } = await runToEnd({
      ...env,
      PORT: '0',
      DATABASE_DIRECT_URL: database.url,
      DATABASE_PREPARED_STATEMENTS: 'true',
    })
    expect(code).toBe(1)
    expect(output).toContain(
      'DATABASE_PREPARED_STATEMENTS is true, and DATABASE_URL leads to a pooler that does not track',
    )
    expect(output).not.toMatch(/^ +at /m)
  }, 60_000)

  test('logins, reads and writes on both of them', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, (_, at) => hosts[at % 2]!.logIn('admin@acme.com', PASSWORD)),
    )
    const paths = ['/api/auth/profile', '/api/auth/roles', '/api/directory/organizations', '/api/auth/users']
    const statuses: Record<string, number> = {}
    const ask = async (at: number) => {
      const token = tokens[at % tokens.length]!
      const { status, body } = await hosts[at % 2]!.call(paths[at % paths.length]!, { token })
      await body?.cancel()
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    for (let from = 0; from < GETS; from += 24) await Promise.all(Array.from({ length: 24 }, (_, at) => ask(from + at)))
    expect(statuses).toEqual({ 200: GETS })
    const made = await hosts[0].call('/api/auth/roles', {
      method: 'POST',
      token: tokens[0]!,
      json: { name: 'Auditor' },
    })
    const undoToken = /"?undoToken%22%3A%22([^%]+)/.exec(made.headers.get('x-om-operation') ?? '')?.[1]
    const undo = { method: 'POST', token: tokens[1]!, json: { undoToken } }
    expect([made.status, (await hosts[1].call('/api/audit_logs/audit-logs/actions/undo', undo)).status]).toEqual([
      201, 200,
    ])
  }, 120_000)

  test('what is revoked on one is refused by the other', async () => {
    for (let round = 0; round < 10; round++) {
      const token = await hosts[0].logIn('employee@acme.com', PASSWORD)
      const ask = () => hosts[1].call('/api/auth/profile', { token }).then(({ status }) => status)
      expect([await ask(), await ask()]).toEqual([200, 200])
      await hosts[0].call('/api/auth/logout', { method: 'POST', token, redirect: 'manual' })
      while ((await ask()) !== 401) await sleep(1)
    }
  }, 60_000)

  test('nothing of a host stays behind in a session that others get', async () => {
    const locks = await database.sql(
      `select l.objid from pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory'
        and d.datname = current_database()`,
    )
    expect(locks).toEqual([])
    for (const host of hosts) expect(host.output).not.toContain('"level":"error"')
  })
})
