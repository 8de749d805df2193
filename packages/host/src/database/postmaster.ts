import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { postgresEnvironment, type Cluster } from './cluster.ts'
import { commandOf, identityOf } from './process-identity.ts'

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 15_000

/** The PostgreSQL server process of a cluster folder. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

/** The server running on this cluster folder, whoever started it. */
export function findPostmaster(folder: string): Postmaster | undefined {
  const lines = readPidFile(folder)
  const pid = Number(lines[0])
  if (!(pid > 0) || identityOf(pid) === undefined) return undefined
  if (process.platform !== 'win32' && !commandOf(pid).includes(folder)) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.startsWith('ready') ?? false }
}

/** Starts a server and waits until it is ready. If it does not become ready, throws an error with the contents of its log. */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  disownPidFile(cluster.folder)
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const { file, args, ...owner } = cluster.account.command(cluster.binaries.postgres, ['-D', cluster.folder, ...flags])
  const logFile = join(dirname(cluster.folder), 'postgres.log')
  const output = openSync(logFile, 'w', 0o600)
  // In its own session, so that Ctrl-C in a terminal only reaches the host, which stops the database last.
  const child = spawn(file, args, {
    ...owner,
    cwd: dirname(cluster.folder),
    env: postgresEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
    windowsHide: true,
  })
  closeSync(output)
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  child.unref()
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await sleep(10)) {
    const running = findPostmaster(cluster.folder)
    if (running?.pid === child.pid && running?.ready) return running
    if (failure || child.exitCode !== null || child.signalCode !== null) break
  }
  child.kill('SIGQUIT')
  throw new Error(`PostgreSQL did not start: ${lastLines(logFile)}`, { cause: failure })
}

/** Waits until a server that another process is starting is ready; undefined if it does not become ready. */
export async function awaitReady(folder: string): Promise<Postmaster | undefined> {
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await sleep(20)) {
    const running = findPostmaster(folder)
    if (!running || running.ready) return running
  }
  return undefined
}

/** Closes open connections, writes everything to disk and waits for the process to exit. */
export async function stopPostmaster(folder: string, programs: { readonly pg_ctl: string }): Promise<void> {
  const running = findPostmaster(folder)
  if (!running) return
  if (process.platform === 'win32') {
    await promisify(execFile)(programs.pg_ctl, ['stop', '-D', folder, '-m', 'fast', '-w'])
    return
  }
  requestStop(running.pid, 'SIGINT')
  for (const started = Date.now(); findPostmaster(folder)?.pid === running.pid; await sleep(5)) {
    if (Date.now() - started > STOP_LIMIT_MS) requestStop(running.pid, 'SIGQUIT')
  }
}

/** Signals the server to stop, without waiting. Does nothing if it has already exited. */
export function requestStop(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * After a power failure, the process id in the file may belong to any process, which PostgreSQL would mistake for a running
 * server. PostgreSQL ignores the id of its own parent and then checks the shared memory named in the file, which it could not
 * do if the file were deleted.
 */
function disownPidFile(folder: string): void {
  const lines = readPidFile(folder)
  if (lines.length === 0) return
  writeFileSync(join(folder, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'))
}

function readPidFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function lastLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-6).join('\n')
  } catch {
    return 'no log was written'
  }
}
