import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../packages/host/src/database/free-port.ts'
import { choosePostgresAccount, type PostgresAccount } from '../../packages/host/src/database/account.ts'
import { findPostgresBinaries } from '../../packages/host/src/database/binaries.ts'
import { postgresEnvironment } from '../../packages/host/src/database/cluster.ts'
import {
  findPostmaster,
  requestStop,
  startPostmaster,
  stopPostmaster,
} from '../../packages/host/src/database/postmaster.ts'
import { ensureSecret } from '../../packages/host/src/secrets.ts'
import { stopWithProcess } from './stop-with-process.ts'

const run = promisify(execFile)

const DEBIAN = '/usr/lib/postgresql'

/** The folders of programs that `POSTGRES_PROGRAMS` names, or that of the PostgreSQL which npm brings. */
export async function choosePostgresPrograms(): Promise<readonly string[]> {
  const named = process.env['POSTGRES_PROGRAMS']?.split(delimiter)
  return named ?? [dirname((await findPostgresBinaries()).postgres)]
}

/** The folder of the newest PostgreSQL that Debian has installed (`apt install postgresql`), if there is one. */
export async function findPostgresPrograms(): Promise<string | undefined> {
  const versions = await readdir(DEBIAN).catch(() => [])
  for (const version of versions.toSorted((one, other) => Number(other) - Number(one))) {
    const folder = join(DEBIAN, version, 'bin')
    if (await stat(join(folder, 'pg_dump')).catch(() => undefined)) return folder
  }
  return undefined
}

/** What a server says under this name has arrived at its standby; see `synchronous_standby_names`. */
export const STANDBY = 'walreceiver'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Processes are killed here, machines are not.
  fsync: 'off',
  // Without slots, which a promoted standby would lack.
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '100ms',
}

interface Place {
  readonly programs: string
  readonly home: string
  readonly password: string
  readonly account: PostgresAccount
  readonly settings: Readonly<Record<string, string>>
}

/** A PostgreSQL of its own whose standbys stream from it. */
export class StreamingServer implements AsyncDisposable {
  readonly #place: Place
  readonly #port: number
  readonly #callOff: () => void

  private constructor(place: Place, port: number) {
    this.#place = place
    this.#port = port
    this.#callOff = stopWithProcess({ folder: place.home })
  }

  /** An empty one, running. */
  static async create(programs: string, settings: Readonly<Record<string, string>> = {}): Promise<StreamingServer> {
    const { home, account } = await makeHome(programs)
    const file = join(home, 'password')
    const password = await ensureSecret({ file, owner: account.owner })
    const flags = [`--pgdata=${join(home, 'cluster')}`, '--username=postgres', `--pwfile=${file}`]
    const place = { programs, home, password, account, settings: { ...SETTINGS, ...settings } }
    await runProgram(place, 'initdb', [...flags, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'])
    const server = new StreamingServer(place, await freePort())
    await server.start()
    return server
  }

  /** A standby of this one, running; `former` gives it its port, and is gone. */
  async addStandby(former?: StreamingServer): Promise<StreamingServer> {
    await former?.[Symbol.asyncDispose]()
    const { home } = await makeHome(this.#place.programs)
    const standby = new StreamingServer({ ...this.#place, home }, former ? former.#port : await freePort())
    await standby.#copy(this)
    await standby.start()
    return standby
  }

  /** By the server's own functions: not every package of PostgreSQL brings pg_basebackup. */
  async #copy(primary: StreamingServer): Promise<void> {
    const client = new pg.Client({ connectionString: primary.url('postgres') })
    await client.connect()
    try {
      await client.query(`select pg_backup_start('standby', true)`)
      await mkdir(this.#folder, { mode: 0o700 })
      await this.#own(this.#folder)
      // What goes away meanwhile is in the log, which the standby streams.
      const copy = `tar -C "$1" --exclude='./postmaster.*' --exclude='./pg_wal/*' -cf - . | tar -C "$2" -xpf -`
      await run('sh', ['-c', copy, 'copy', primary.#folder, this.#folder])
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
      await this.#write('backup_label', rows[0]!.labelfile)
    } finally {
      await client.end()
    }
    await this.#write('standby.signal', '')
    await appendFile(join(this.#folder, 'postgresql.auto.conf'), `primary_conninfo = '${primary.#connection}'\n`)
  }

  async #write(name: string, text: string): Promise<void> {
    await writeFile(join(this.#folder, name), text)
    await this.#own(join(this.#folder, name))
  }

  async #own(path: string): Promise<void> {
    const { owner } = this.#place.account
    if (owner) await chown(path, owner.uid, owner.gid)
  }

  /** As `primary_conninfo` names it. */
  get #connection(): string {
    return `host=127.0.0.1 port=${this.#port} user=postgres password=${this.#place.password}`
  }

  /** Makes a standby follow another server from now on. */
  async follow(primary: StreamingServer): Promise<void> {
    await this.query(`alter system set primary_conninfo = '${primary.#connection}'`)
    await this.query('select pg_reload_conf()')
  }

  url(database: string): string {
    return `postgres://postgres:${this.#place.password}@127.0.0.1:${this.#port}/${database}`
  }

  async start(): Promise<void> {
    const { programs, password, account, settings } = this.#place
    const binaries = { postgres: join(programs, 'postgres'), initdb: '', pg_ctl: '' }
    await startPostmaster({ folder: this.#folder, password, account, binaries }, this.#port, settings)
  }

  /** `crash` ends all processes at once, as they are. */
  async stop(how: 'in order' | 'crash'): Promise<void> {
    const running = findPostmaster(this.#folder)
    if (!running) return
    if (how === 'in order') return stopPostmaster(this.#folder, { pg_ctl: '' })
    requestStop(running.pid, 'SIGQUIT')
    while (findPostmaster(this.#folder)) await sleep(5)
  }

  /** Stops all its processes as they are, without a word to anybody; `SIGCONT` lets them go on. */
  async freeze(signal: 'SIGSTOP' | 'SIGCONT' = 'SIGSTOP'): Promise<void> {
    for (const pid of await this.#processes()) process.kill(pid, signal)
  }

  /** Makes a standby take writes; resolves when it does. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()')
  }

  async query<Row extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<readonly Row[]> {
    const client = new pg.Client({ connectionString: this.url(database) })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  /** CPU time that all its processes have taken so far (Linux). */
  async cpuSeconds(): Promise<number> {
    const [pid, ...children] = await this.#processes()
    // Its own, that of children that have ended, and that of those that live.
    const ticks = [
      await ticksOf(pid!, [14, 15, 16, 17]),
      ...(await Promise.all(children.map((child) => ticksOf(child, [14, 15])))),
    ]
    return ticks.reduce((sum, taken) => sum + taken, 0) / TICKS
  }

  /** The first one, and its children (Linux). */
  async #processes(): Promise<readonly number[]> {
    const { pid } = findPostmaster(this.#folder)!
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, ...children.split(' ').filter(Boolean).map(Number)]
  }

  get #folder(): string {
    return join(this.#place.home, 'cluster')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('crash')
    this.#callOff()
    await rm(this.#place.home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Of a second. */
const TICKS = 100

async function ticksOf(pid: number, fields: readonly number[]): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name, which may hold anything, is in parentheses and comes second.
  const values = stat?.slice(stat.lastIndexOf(')') + 1).split(' ')
  return values ? fields.reduce((sum, field) => sum + Number(values[field - 2]), 0) : 0
}

async function makeHome(programs: string): Promise<Pick<Place, 'home' | 'account'>> {
  const home = await mkdtemp(join(tmpdir(), 'plinth-streaming-'))
  const account = await choosePostgresAccount([join(home, 'cluster'), programs])
  if (account.owner) await chown(home, account.owner.uid, account.owner.gid)
  return { home, account }
}

async function runProgram({ programs, home, account }: Place, name: string, flags: readonly string[]): Promise<void> {
  const { file, args, ...owner } = account.command(join(programs, name), flags)
  await run(file, args, { ...owner, cwd: home, env: postgresEnvironment() })
}
