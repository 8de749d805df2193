import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAdmin, emptyDatabase } from '../core/_lab/databases.ts'
import { type Host, type HostEnv, ROOT, runHost } from '../host/_run-host.ts'
import { checkOut, lastRelease } from './_last-release.ts'

const PASSWORD = 'Chosen-Secret-1'
/** Seconds of load on each of: the old host alone, both, the new host alone. */
const SECONDS = Number(process.env['ROLLING_SECONDS'] ?? 3)
const CLIENTS = 4

if (lastRelease === undefined) console.log('This clone lacks the last release: the upgrade from it is not tried')

test('a clone with its history has the last release', () => {
  // Fails outside of a clone, such as in an unpacked archive.
  const { stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: ROOT, encoding: 'utf8' })
  expect([lastRelease !== undefined, stdout.trim()]).not.toEqual([false, 'false'])
})

describe.each(lastRelease === undefined ? [] : [lastRelease])(
  'an upgrade from %s to the present version',
  (release) => {
    const opened = new AsyncDisposableStack()
    let database: Awaited<ReturnType<typeof emptyDatabase>>
    let env: HostEnv
    let root: string

    beforeAll(async () => {
      root = opened.use(await checkOut(release)).folder
      database = opened.use(await emptyDatabase())
      // The run fails if the server logs warnings, and the last release begins some transactions twice.
      await asAdmin((admin) => admin.query(`alter database ${database.name} set log_min_messages = error`))
      const folder = await mkdtemp(join(tmpdir(), 'plinth-rolling-'))
      opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      env = {
        DATA_DIR: folder,
        DATABASE_URL: database.url,
        SEED_PASSWORD: PASSWORD,
        JWT_SECRET: 'the same secret for every host of the test',
        RATE_LIMIT_ENABLED: 'false',
        DRAIN_SECONDS: '2',
      }
    }, 120_000)
    afterAll(() => opened.disposeAsync())

    test('fails no request, loses no right, and undoes what the old release wrote', { timeout: 300_000 }, async () => {
      await using old = await runHost(env, { root })
      const hosts = new Set<Host>([old])
      const people = await signInAll(old)
      const load = startLoad(hosts, people)
      await sleep(SECONDS * 1_000)
      // What clients keep: roles and a product, made by the old release and not touched again.
      const kept = await writeOn(old, people)

      // The new host migrates while the old one serves, and then serves beside it.
      await using next = await runHost(env)
      hosts.add(next)
      const newcomers = await signInAll(next)
      await sleep(SECONDS * 1_000)
      for (const host of [old, next])
        for (const { name, token } of [...people, ...newcomers])
          expect([name, (await host.call('/api/auth/profile', { token })).status]).toEqual([name, 200])

      // The load balancer stops sending requests once the old host says that it is not ready.
      const ended = old.end('SIGTERM')
      while ((await old.call('/readyz').catch(() => undefined))?.status === 200) await sleep(20)
      hosts.delete(old)
      expect((await ended).code).toBe(0)
      await sleep(SECONDS * 1_000)
      const { answers, failures, tokens } = await load.stop()

      expect(failures).toEqual([])
      expect(Object.keys(answers).toSorted()).toEqual(['GET 200', 'GET 403', 'POST 200', 'POST 201', 'PUT 200'])
      for (const { token, apiKey, name, grants } of people) {
        const answer = await next.call('/api/auth/feature-check', { token, method: 'POST', json: { features: grants } })
        expect([name, await answer.json()]).toMatchObject([name, { ok: true }])
        if (apiKey === undefined) continue
        const keyed = await fetch(`${next.url}/api/catalog/products`, { headers: { 'x-api-key': apiKey } })
        expect([name, keyed.status]).toEqual([name, 200])
      }
      const admin = people[0]!
      const undo = async (undoToken: string) => {
        const answer = await next.call('/api/audit_logs/audit-logs/actions/undo', {
          method: 'POST',
          token: admin.token,
          json: { undoToken },
        })
        return answer.status === 200 ? 200 : `${answer.status} ${await answer.text()}`
      }
      const undone = [...kept, ...tokens]
      expect(undone.length).toBeGreaterThan(5)
      for (const token of undone.toReversed()) expect(await undo(token)).toBe(200)
      // Migrations and requests lock tables in different orders.
      expect(
        await database.sql(`select deadlocks::int from pg_stat_database where datname = '${database.name}'`),
      ).toEqual([{ deadlocks: 0 }])
      for (const host of [old, next]) expect(host.output).not.toMatch(/"level":"error"/)
    })
  },
)

interface Person {
  readonly name: string
  readonly token: string
  /** What the person may do. */
  readonly grants: readonly string[]
  readonly apiKey?: string
}

/** Signs in the administrator, with an API key, and the employee. */
async function signInAll(host: Host): Promise<readonly Person[]> {
  const [admin, employee] = await Promise.all([
    host.logIn('admin@acme.com', PASSWORD),
    host.logIn('employee@acme.com', PASSWORD),
  ])
  const answer = await host.call('/api/api_keys/keys', {
    method: 'POST',
    token: admin,
    json: { name: `Key ${crypto.randomUUID()}`, roles: ['admin'] },
  })
  expect(answer.status).toBe(201)
  const { secret: apiKey } = (await answer.json()) as { secret: string }
  return [
    { name: 'admin', token: admin, apiKey, grants: ['auth.roles.manage', 'catalog.products.manage'] },
    { name: 'employee', token: employee, grants: ['catalog.products.view'] },
  ]
}

/** Makes a role, renames it, and makes a product. Returns the undo tokens, in the order of the actions. */
async function writeOn(host: Host, [admin]: readonly Person[]): Promise<readonly string[]> {
  const token = admin!.token
  const name = `Role ${crypto.randomUUID()}`
  const made = await host.call('/api/auth/roles', { method: 'POST', token, json: { name } })
  const { id } = (await made.json()) as { id: string }
  const renamed = await host.call('/api/auth/roles', { method: 'PUT', token, json: { id, name: `${name} 2` } })
  const acl = { roleId: id, features: ['auth.users.list'] }
  const granted = await host.call('/api/auth/roles/acl', { method: 'PUT', token, json: acl })
  const product = await host.call('/api/catalog/products', { method: 'POST', token, json: { title: 'Chair' } })
  return [made, renamed, granted, product].map(tokenOf)
}

/** The undo token of an answer. */
function tokenOf(answer: Response): string {
  const operation = decodeURIComponent(answer.headers.get('x-om-operation') ?? '')
  const token = /"undoToken":"([^"]+)"/.exec(operation)?.[1]
  if (token === undefined) throw new Error(`${answer.url} answers ${answer.status} without an undo token`)
  return token
}

/** Clients that read and write on the hosts in turn, until they are stopped. */
function startLoad(hosts: ReadonlySet<Host>, people: readonly Person[]) {
  const [admin, employee] = people as [Person, Person]
  const answers: Record<string, number> = {}
  const failures: string[] = []
  /** Of roles that were made, one for each client and round in which it was not undone at once. */
  const tokens: string[] = []
  const over = new AbortController()
  let turn = 0
  const call = async (wanted: number, path: string, options: Parameters<Host['call']>[1]) => {
    const all = [...hosts]
    const host = all[turn++ % all.length]!
    const method = options?.method ?? 'GET'
    try {
      const answer = await host.call(path, options)
      const key = `${method} ${answer.status}`
      answers[key] = (answers[key] ?? 0) + 1
      if (answer.status !== wanted) failures.push(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer
    } catch (error) {
      failures.push(`${method} ${path}: ${String((error as Error).cause ?? error)}`)
      return undefined
    }
  }
  const client = async (number: number) => {
    for (let round = 0; !over.signal.aborted; round++) {
      await call(200, '/api/auth/profile', { token: employee.token })
      await call(200, '/api/catalog/products', { token: employee.token })
      await call(403, '/api/auth/users', { token: employee.token })
      const json = { name: `Load ${number} ${round} ${crypto.randomUUID()}` }
      const made = await call(201, '/api/auth/roles', { method: 'POST', token: admin.token, json })
      if (made?.status === 201) {
        const { id } = (await made.json()) as { id: string }
        const renamed = { id, name: `${json.name} 2` }
        const answer = await call(200, '/api/auth/roles', { method: 'PUT', token: admin.token, json: renamed })
        const undoToken = answer?.status === 200 ? tokenOf(answer) : undefined
        if (undoToken !== undefined && round % 2 === 0) {
          // Often by the other host than the one that wrote it.
          const undo = { method: 'POST', token: admin.token, json: { undoToken } }
          await call(200, '/api/audit_logs/audit-logs/actions/undo', undo)
          tokens.push(tokenOf(made))
        } else if (undoToken !== undefined) tokens.push(tokenOf(made), undoToken)
      }
      await sleep(20 + ((number * 7 + round * 3) % 30))
    }
  }
  const running = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  return {
    async stop() {
      over.abort()
      await running
      return { answers, failures, tokens }
    },
  }
}
