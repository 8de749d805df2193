import { statfsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../packages/host/src/database/embedded-postgres.ts'
import { findPostmaster, requestStop } from '../../packages/host/src/database/postmaster.ts'
import { isInUse } from '../../packages/host/src/database/shared-folder.ts'
import { isAlive } from './is-alive.ts'
import { stopWithProcess } from './stop-with-process.ts'

const MEMORY = '/dev/shm'
const ENOUGH = 4 * 2 ** 30

/** Every run has its own folder and port below this one, so that runs never meet. */
const BASE = join(fastFolder(), `plinth-test-${userInfo().username}`)

/** What a lost power supply would cost does not matter here, speed does. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
  // Its files are in memory: whoever wants a page has it sooner than another process could fetch it.
  io_method: 'sync',
  // A long campaign wants it: its tables grow.
  autovacuum: process.env['TEST_AUTOVACUUM'] ?? 'off',
  // The few rows of a test are read sooner than a worker starts.
  max_parallel_workers_per_gather: '0',
  // A test opens ten connections, and each would spend milliseconds on its password.
  scram_iterations: '1',
  // The run fails if there is any, see `warnings`.
  log_min_messages: 'warning',
  log_min_error_statement: 'warning',
}

/** A test ends a connection that has just ended. */
const EXPECTED = /is not a PostgreSQL (server|backend) process/

/** A PostgreSQL of tests. */
export interface TestServer extends EmbeddedPostgres {
  /** The folder of its socket; undefined where there can be none. */
  readonly sockets: string | undefined
  /** The warnings that it has logged, such as a transaction that was begun twice, with their statements; each once. */
  warnings(): Promise<readonly string[]>
}

/** Starts a PostgreSQL that forgets: fast, on a folder of its own, removed by `stop`. */
export async function startTestPostgres(): Promise<TestServer> {
  await mkdir(BASE, { recursive: true, mode: 0o711 })
  await sweep()
  const dataFolder = join(BASE, `run-${process.pid}-${Date.now()}`)
  await copy(await template(), dataFolder)
  const sockets = toSockets(join(dataFolder, 'cluster'))
  const settings = { ...SETTINGS, ...(sockets !== undefined && { unix_socket_directories: sockets }) }
  const callOff = stopWithProcess({ folder: dataFolder })
  const server = await startEmbeddedPostgres({ dataFolder, settings })
  return {
    url: server.url,
    sockets,
    async warnings() {
      const text = await readFile(join(dataFolder, 'postgres.log'), 'utf8')
      const found = [...text.matchAll(/WARNING: .*(?:\n.*STATEMENT: .*)?/g)].map(([warning]) =>
        warning.replace(/\n.*STATEMENT: +/, ': '),
      )
      return [...new Set(found)].filter((warning) => !EXPECTED.test(warning))
    },
    async stop() {
      callOff()
      await server.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Bytes that the path of a folder may have for that of a socket in it to be short enough everywhere. */
const LONGEST_PATH = 80

const toSockets = (folder: string) =>
  process.platform === 'win32' || Buffer.byteLength(folder) > LONGEST_PATH ? undefined : folder

/**
 * Memory where there is enough of it. A test makes and deletes a database of a thousand files, and ext4 looks at every
 * file that was deleted lately before it makes one.
 */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ENOUGH ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A stopped, initialised data folder: a copy of it takes a fifth of the time of a new one. */
async function template(): Promise<string> {
  const name = 'template-18-d'
  const folder = join(BASE, name)
  const known = await readdir(BASE)
  if (known.includes(name)) return folder
  const draft = join(BASE, `draft-${process.pid}-${Date.now()}`)
  const server = await startEmbeddedPostgres({ dataFolder: draft, settings: SETTINGS })
  await keepPassword(server.url)
  await server.stop()
  await trustSockets(join(draft, 'cluster', 'pg_hba.conf'))
  await removeMaps(join(draft, 'cluster', 'base'))
  await rm(join(draft, 'port'), { force: true })
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}

/** Keeps the superuser's password under the settings of tests. */
async function keepPassword(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter role postgres password ${pg.escapeLiteral(new URL(url).password)}`)
  await client.end()
}

/** Who reaches the folder of the socket is asked for no password: that costs as much as all else of a connection. */
async function trustSockets(rules: string): Promise<void> {
  const text = await readFile(rules, 'utf8')
  await writeFile(rules, text.replace(/^(local +all +all +)\S+$/m, '$1trust'))
}

/**
 * Removes the maps of free space and of visible pages, which PostgreSQL makes anew if it needs them: a quarter of the files of an
 * empty database, which every test copies.
 */
async function removeMaps(databases: string): Promise<void> {
  const files = await readdir(databases, { recursive: true })
  const maps = files.filter((name) => /_(fsm|vm)$/.test(name))
  await Promise.all(maps.map((name) => rm(join(databases, name))))
}

async function copy(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else execFileSync('cp', ['-a', from, to])
}

/** Removes what killed runs left behind. */
async function sweep(): Promise<void> {
  for (const name of await readdir(BASE)) {
    const [kind, owner] = name.split('-')
    const folder = join(BASE, name)
    // A folder is joined only once its server runs; until then the id in its name tells whose it is.
    if ((kind !== 'run' && kind !== 'draft') || isInUse(folder) || isAlive(Number(owner))) continue
    const left = findPostmaster(join(folder, 'cluster'))
    if (left) requestStop(left.pid, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
