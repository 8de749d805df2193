import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import pg from 'pg'
import { roleStatements } from '@plinth/host'
import { stopWithProcess } from '../_setup/stop-with-process.ts'
import { readBlock } from '../docs/_pages.ts'
import { joinNetwork, Machine } from './_machines.ts'

const exec = promisify(execFile)

const PAGE = 'docs/patroni.md'
const NAMES = ['db1', 'db2', 'db3'] as const
const FIRST = '10.0.0.11'
const addressOf = (name: string) => `10.0.0.1${name.slice(2)}`

/** Programs of the page, with their packages of Debian. */
const PROGRAMS = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql',
  '/usr/bin/curl': 'curl',
} as const

/** The Debian packages that are missing. */
export const missingPackages = (): readonly string[] =>
  Object.entries(PROGRAMS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))

/** A member as Patroni describes it. */
interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

/** A block of the page, as it is on the machine of that name. */
function blockFor(block: string, name: string): string {
  const { text } = readBlock(PAGE, block)
  // A line about all machines is the same on all of them.
  const lines = text.split('\n').map((line) => {
    const isOfAll = line.includes(addressOf('db2'))
    return isOfAll ? line : line.replaceAll('db1', name).replaceAll(FIRST, addressOf(name))
  })
  return lines.join('\n')
}

/** The machines of the page, with PgBouncer and HAProxy on the one of this process. */
export class Cluster implements AsyncDisposable {
  readonly machines: readonly Machine[]
  readonly folder: string
  /** The environment of a host. */
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  readonly #opened: AsyncDisposableStack

  private constructor(parts: Pick<Cluster, 'machines' | 'folder' | 'env'>, opened: AsyncDisposableStack) {
    this.machines = parts.machines
    this.folder = parts.folder
    this.env = parts.env
    this.#opened = opened
  }

  static async start(): Promise<Cluster> {
    await using opening = new AsyncDisposableStack()
    // In memory where there is some: etcd waits for the disk with everything it does.
    const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'plinth-patroni-'))
    opening.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    await chmod(folder, 0o755)
    const repository = join(folder, 'repository')
    await mkdir(repository)
    await exec('chown', ['postgres:postgres', repository])
    await joinNetwork('10.0.0.10')
    const machines: Machine[] = []
    for (const name of NAMES) {
      const files = {
        '/etc/default/etcd': blockFor('etcd', name),
        '/etc/patroni/config.yml': blockFor('config.yml', name),
        '/etc/pgbackrest.conf': blockFor('pgbackrest.conf', name),
      }
      const shared = { '/var/lib/pgbackrest': repository }
      const machine = { name, address: addressOf(name), folder: join(folder, name), shared, files }
      machines.push(opening.use(await Machine.create(machine)))
    }
    const [etcd = '', patroni = ''] = readBlock(PAGE, 'start').text.trim().split('\n')
    await Promise.all(machines.map((machine) => machine.run(etcd)))
    await machines[0]!.run(patroni)
    await untilLeader()
    await Promise.all(machines.slice(1).map((machine) => machine.run(patroni)))
    await untilHealthy()
    await machines[0]!.run(readBlock(PAGE, 'stanza').text)
    for (const machine of machines) await machine.run(blockFor('backup', machine.name))
    opening.use(await startProgram('haproxy', ['/usr/sbin/haproxy', '-db', '-f'], await write(folder, 'haproxy.cfg')))
    const passwords = await createRoles()
    await write(folder, 'userlist.txt', (text) => withPasswords(text, passwords))
    const settings = await write(folder, 'pgbouncer.ini', (text) => text.replace('/etc/pgbouncer', folder))
    opening.use(await startProgram('pgbouncer', [...AS_POSTGRES, '/usr/sbin/pgbouncer'], settings))
    const lines = withPasswords(readBlock(PAGE, 'host').text, passwords).trim().split('\n')
    const data = join(folder, 'data')
    const env = {
      ...Object.fromEntries(lines.map((line) => /^(\w+)=(.*)$/.exec(line)!.slice(1) as [string, string])),
      DATA_DIR: data,
    }
    return new Cluster({ machines, folder, env }, opening.move())
  }

  machine(name: string): Machine {
    return this.machines.find((machine) => machine.name === name)!
  }

  /** Runs a block of the page on a machine. */
  follow(block: string, on: string, env?: Readonly<Record<string, string>>): Promise<string> {
    return this.machine(on).run(blockFor(block, on), env)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync()
  }
}

/** Asks the leader as a superuser. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  { database = 'product', at = '127.0.0.1:5000' } = {},
): Promise<readonly Row[]> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:superuser-password@${at}/${database}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What Patroni says of all members: what most machines say that answer, because one that is alone does not know. */
async function members(): Promise<readonly Member[]> {
  const answers = (await Promise.all(NAMES.map(membersAt))).filter((found) => found.length > 0)
  const isOfMost = (leader: string) => answers.filter((found) => leaderOf(found) === leader).length > answers.length / 2
  return answers.find((found) => isOfMost(leaderOf(found) ?? '')) ?? []
}

async function membersAt(name: string): Promise<readonly Member[]> {
  try {
    const answer = await fetch(`http://${addressOf(name)}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
    return ((await answer.json()) as { members: readonly Member[] }).members
  } catch {
    return []
  }
}

const leaderOf = (found: readonly Member[]) =>
  found.find(({ role, state }) => role === 'leader' && state === 'running')?.name

/** The name of the leader, when there is one. */
export async function untilLeader(not?: string): Promise<string> {
  return until(`a leader${not === undefined ? '' : ` other than ${not}`}`, async () => {
    const found = leaderOf(await members())
    return found === not ? undefined : found
  })
}

/** Waits until all three run on one timeline, and one is the synchronous standby; returns them by role. */
export async function untilHealthy(): Promise<{ leader: string; synchronous: string; replica: string }> {
  return until('three healthy members', async () => {
    const found = await members()
    const nameOf = (wanted: string) => found.find(({ role }) => role === wanted)?.name
    const [leader, synchronous, replica] = [nameOf('leader'), nameOf('sync_standby'), nameOf('replica')]
    const isOne = new Set(found.map(({ timeline }) => timeline)).size === 1
    const isCurrent = found.every(({ lag = 0, state }) => lag === 0 && ['running', 'streaming'].includes(state))
    if (!isOne || !isCurrent || found.length !== 3) return undefined
    return leader && synchronous && replica ? { leader, synchronous, replica } : undefined
  })
}

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = performance.now() + 180_000; performance.now() < deadline; await sleep(200)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error(`There is not ${what}: ${JSON.stringify(await members())}`)
}

const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']

/** Writes a block of the page to a file. */
async function write(folder: string, block: string, edit = (text: string) => text): Promise<string> {
  const file = join(folder, block)
  await writeFile(file, edit(readBlock(PAGE, block).text))
  return file
}

async function startProgram(
  name: string,
  [file, ...args]: readonly string[],
  settings: string,
): Promise<AsyncDisposable> {
  const child = spawn(file!, [...args, settings], { stdio: 'ignore' })
  const callOff = stopWithProcess({ pid: child.pid })
  await sleep(1_000)
  if (child.exitCode !== null) throw new Error(`${name} has ended with ${child.exitCode}`)
  return {
    async [Symbol.asyncDispose]() {
      callOff()
      child.kill('SIGKILL')
    },
  }
}

type Passwords = Readonly<Record<'owner' | 'host', string>>

const withPasswords = (text: string, { owner, host }: Passwords) =>
  text.replaceAll('host-password', host).replaceAll('owner-password', owner)

/** What `plinth database roles product` prints, run by a superuser. */
async function createRoles(): Promise<Passwords> {
  const statements = roleStatements('product')
  for (const statement of statements) await query(statement, { database: 'postgres' })
  const [owner, host] = statements.flatMap((line) => {
    const url = /postgres:\S+/.exec(line)?.[0].replace('SERVER', 'localhost')
    return url === undefined ? [] : [new URL(url).password]
  })
  return { owner: owner!, host: host! }
}
