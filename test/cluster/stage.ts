import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PgBouncer, startPgBouncer } from '../_setup/pgbouncer.ts'
import { STANDBY, StreamingServer } from '../_setup/streaming.ts'
import { type Host, runHost } from '../host/_run-host.ts'

const DATABASE = 'cluster'
const SECRET = 'the same in every host of one database'
export const PASSWORD = 'Chosen-Secret-1'

export interface StageOptions {
  /** The folder of PostgreSQL's programs. */
  readonly programs: string
  /** The PgBouncer that stands before the server, in transaction mode. */
  readonly pgBouncer?: string | undefined
  /** A second server follows the first, and a commit is answered when both have it. */
  readonly hasStandby?: boolean
  /** A second server follows the first in its own time, and answers reads. */
  readonly hasReplica?: boolean
  readonly hosts?: number
  readonly workers?: number
  /** What the hosts find in their environment beside where their database is. */
  readonly env?: Readonly<Record<string, string>>
  /** What the last host finds there beside that. */
  readonly lastEnv?: Readonly<Record<string, string>>
  /** The disk of the database: an empty folder below which its tables are. */
  readonly disk?: string
}

/** Hosts of several processes each, on one PostgreSQL. */
export class Stage implements AsyncDisposable {
  readonly hosts: readonly Host[]
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  /** Processes of each host. */
  readonly workers: number
  #servers: Servers
  readonly #opened: AsyncDisposableStack

  private constructor({ hosts, env, workers, servers, opened }: Opened) {
    this.workers = workers
    this.hosts = hosts
    this.env = env
    this.#servers = servers
    this.#opened = opened
  }

  static async open(options: StageOptions): Promise<Stage> {
    const { programs, pgBouncer, hasStandby = false, hasReplica = false, workers = 2, env: more } = options
    await using opening = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'plinth-cluster-'))
    opening.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const settings: Record<string, string> = hasStandby ? { synchronous_standby_names: STANDBY } : {}
    const primary = opening.use(await StreamingServer.create(programs, settings))
    const servers: Servers = {
      primary,
      ...((hasStandby || hasReplica) && { standby: opening.use(await primary.addStandby()) }),
    }
    await createDatabase(primary, options.disk)
    const pooler = pgBouncer && opening.use(await startPgBouncer(pgBouncer, primary.url(DATABASE)))
    const env = {
      ...toAddresses(servers, pooler),
      ...(hasReplica && { DATABASE_REPLICA_URLS: replicasOf(servers) }),
      // Files are in a folder that all share.
      DATA_DIR: folder,
      JWT_SECRET: SECRET,
      SEED_PASSWORD: PASSWORD,
      RATE_LIMIT_ENABLED: 'false',
      WORKERS: String(workers),
      ...more,
    }
    const hosts: Host[] = []
    for (let count = options.hosts ?? 2; count > 0; count--)
      hosts.push(opening.use(await runHost(count === 1 ? { ...env, ...options.lastEnv } : env)))
    if (workers > 1) for (const host of hosts) await untilComplete(host, workers)
    return new Stage({ hosts, env, workers, servers, opened: opening.move() })
  }

  /** The server that takes writes. */
  get primary(): StreamingServer {
    return this.#servers.primary
  }

  /** The server that follows it. */
  get standby(): StreamingServer | undefined {
    return this.#servers.standby
  }

  /** Host and port of that one. */
  get standbyServer(): string {
    return new URL(this.standby!.url(DATABASE)).host
  }

  query<Row extends Record<string, unknown>>(text: string): Promise<readonly Row[]> {
    return this.primary.query<Row>(text, DATABASE)
  }

  async restartServer(how: 'in order' | 'crash'): Promise<void> {
    await this.primary.stop(how)
    await this.primary.start()
  }

  /** The primary dies, its standby takes its place, and a new standby follows that one at the old address. */
  async failOver(): Promise<void> {
    const { primary: former, standby: heir } = this.#servers
    if (!heir) throw new Error('There is no standby')
    await former.stop('crash')
    await heir.promote()
    const standby = this.#opened.use(await heir.addStandby(former))
    this.#servers = { primary: heir, standby }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync()
  }
}

interface Servers {
  readonly primary: StreamingServer
  readonly standby?: StreamingServer
}

interface Opened extends Pick<Stage, 'hosts' | 'env' | 'workers'> {
  readonly servers: Servers
  readonly opened: AsyncDisposableStack
}

async function createDatabase(primary: StreamingServer, disk: string | undefined): Promise<void> {
  if (disk === undefined) return void (await primary.query(`create database ${DATABASE}`))
  const [found] = await primary.query<{ data_directory: string }>('show data_directory')
  const folder = join(disk, 'tables')
  await mkdir(folder)
  const { uid, gid } = await stat(found!.data_directory)
  await chown(folder, uid, gid)
  await primary.query(`create tablespace small location '${folder}'`)
  await primary.query(`create database ${DATABASE} tablespace small`)
}

/** What hosts are told of their database, as operators tell them. */
function toAddresses({ primary, standby }: Servers, pooler: PgBouncer | '' | undefined): Record<string, string> {
  const url = primary.url(DATABASE)
  if (pooler) return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url, DATABASE_PREPARED_STATEMENTS: 'false' }
  if (!standby) return { DATABASE_URL: url }
  const { host } = new URL(url)
  return { DATABASE_URL: url.replace(host, `${host},${new URL(standby.url(DATABASE)).host}`) }
}

/** All servers, of which the one that takes writes is left out. */
const replicasOf = ({ primary, standby }: Servers) =>
  [primary, standby!].map((server) => server.url(DATABASE)).join(',')

/** A host says that it is ready when its first process is. */
async function untilComplete(host: Host, workers: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const metrics = await (await host.call('/metrics')).text()
    if (metrics.includes(`\nhost_workers ${workers}\n`)) return
    if (attempt === 600) throw new Error('A worker does not get ready')
    await sleep(100)
  }
}
