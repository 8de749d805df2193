import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { prepareCluster, type Cluster } from './cluster.ts'
import { awaitReady, type Postmaster, requestStop, startPostmaster, stopPostmaster } from './postmaster.ts'
import { joinFolder, withFolderLock } from './shared-folder.ts'

export interface EmbeddedPostgresOptions {
  /** Contains the cluster, its password, port and log. Created if it does not exist. */
  readonly dataFolder: string
  /** Default: a free port, which is reused at the next start. */
  readonly port?: number
  /** Server settings that override the defaults, for example `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>
  /** Receives messages for users about steps that take a while. */
  readonly onProgress?: (message: string) => void
}

export interface EmbeddedPostgres {
  readonly url: string
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements contain personal data, so only the server's own events are logged.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/**
 * Starts an embedded PostgreSQL server on a folder, or joins the one already running there. The data survives restarts, and a
 * server left behind by a killed process is taken over.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataFolder)
  const onProgress = options.onProgress ?? (() => undefined)
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  return withFolderLock(dataFolder, async () => {
    const cluster = await prepareCluster(dataFolder, onProgress)
    const running = await findServing(cluster)
    if (running && options.port !== undefined && options.port !== 0 && running.port !== options.port) {
      throw new Error(`The database in ${dataFolder} already runs on port ${running.port}, not ${options.port}`)
    }
    const { pid, port } = running ?? (await start(cluster, dataFolder, options))
    const membership = joinFolder(dataFolder)
    const onExit = () => {
      if (membership.leave()) requestStop(pid, 'SIGINT')
    }
    process.once('exit', onExit)
    let stopping: Promise<void> | undefined
    return {
      url: `postgresql://postgres:${cluster.password}@127.0.0.1:${port}/postgres`,
      stop: () =>
        (stopping ??= withFolderLock(dataFolder, async () => {
          process.off('exit', onExit)
          if (membership.leave()) await stopPostmaster(cluster.folder, cluster.binaries)
        })),
    }
  })
}

/** Milliseconds for which a server may refuse connections while it stops. */
const STOPPING = 30_000

/** The server that runs already; undefined if there is none, or if it has stopped, as the host that used it last has asked it to. */
async function findServing(cluster: Cluster): Promise<Postmaster | undefined> {
  for (const until = Date.now() + STOPPING; ; await sleep(20)) {
    const running = await awaitReady(cluster.folder)
    if (!running || !(await isStopping(running, cluster.password)) || Date.now() > until) return running
  }
}

async function isStopping({ port }: Postmaster, password: string): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password })
  try {
    await client.connect()
    return false
  } catch (error) {
    const { code } = error as { readonly code?: string }
    return code === '57P03' || code === 'ECONNREFUSED'
  } finally {
    await client.end().catch(() => {})
  }
}

async function start(cluster: Cluster, dataFolder: string, options: EmbeddedPostgresOptions) {
  const settings = { ...SETTINGS, ...options.settings }
  const portFile = join(dataFolder, 'port')
  const preferredPort = options.port || Number(await readFile(portFile, 'utf8').catch(() => '0'))
  options.onProgress?.('Starting the database')
  for (let attempt = 1; ; attempt++) {
    const port = options.port || (attempt === 1 && (await isFree(preferredPort)) ? preferredPort : await freePort())
    try {
      const running = await startPostmaster(cluster, port, settings)
      if (port !== preferredPort) await writeFile(portFile, String(port))
      return running
    } catch (error) {
      // Another program may take the port before the server starts, and processes of a killed server need a moment to notice.
      const passing = /pre-existing shared memory|could not create any TCP/.test((error as Error).message)
      if (!passing || attempt === 20) throw error
      await sleep(250)
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  return port > 0 && (await tryListen(port)) === port
}

function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1' }, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
