import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** What a confined process may have. */
export interface Confinement {
  /** Bytes of memory; it is killed beyond them. */
  readonly memory: number
  /** Seconds of processor time, of all its threads; it ends with `SIGTERM` beyond them. Default: any number. */
  readonly cpuSeconds?: number | undefined
  /** Files and folders, with all that is in them, that it may read. */
  readonly readablePaths: readonly string[]
  /** Whether it may start workers of its own and load libraries that are not JavaScript. Default: false. */
  readonly allowsAddons?: boolean
  /** More options of Node. */
  readonly flags?: readonly string[]
  readonly stdio: StdioOptions
}

/** Milliseconds between two samples of its memory and time. */
const SAMPLE_EVERY = 50

/**
 * Starts a program that handles what strangers wrote. It gets no environment, so that secrets of the host are none of its
 * business, may write no file, start no program and open no connection, and is ended when it takes too much memory or
 * time, or outlives the host. Its starter may kill it at any time.
 */
export function startConfined(program: string, args: readonly string[], confinement: Confinement): ChildProcess {
  const { memory, cpuSeconds, readablePaths, allowsAddons, flags = [], stdio } = confinement
  const walls = [
    '--permission',
    // For the watch; what else a worker does is confined as well.
    '--allow-worker',
    ...[program, ...readablePaths].map((path) => `--allow-fs-read=${path}`),
    ...(allowsAddons ? ['--allow-addons'] : []),
    `--max-old-space-size=${Math.floor(memory / 2 ** 20)}`,
    `--import=${watch(memory, cpuSeconds)}`,
  ]
  const child = spawn(process.execPath, [...walls, ...flags, program, ...args], { env: {}, stdio, windowsHide: true })
  // Its `close` event is enough.
  child.on('error', () => {})
  for (const stream of child.stdio) stream?.on('error', () => {})
  // Requests go first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

/**
 * A module that runs before the program. The program may hold its thread for as long as it likes, so another one watches
 * the memory and the time, and for orphans. Not every Node closes the network with `--permission`.
 */
function watch(memory: number, cpuSeconds = Infinity): string {
  const watchdog = `setInterval(() => {
  if (process.memoryUsage.rss() > ${memory} || process.ppid !== ${process.pid}) process.kill(process.pid, 'SIGKILL')
  const { user, system } = process.cpuUsage()
  if (user + system > ${cpuSeconds * 1_000_000}) process.kill(process.pid, 'SIGTERM')
}, ${SAMPLE_EVERY})`
  const source = `
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import { isMainThread, Worker } from 'node:worker_threads'
const refuse = () => { throw new Error('No network here') }
net.Socket.prototype.connect = net.Server.prototype.listen = refuse
dgram.Socket.prototype.bind = dgram.Socket.prototype.send = dgram.Socket.prototype.connect = refuse
dns.lookup = dns.promises.lookup = refuse
if (isMainThread) new Worker(${JSON.stringify(watchdog)}, { eval: true }).unref()`
  return `data:text/javascript,${encodeURIComponent(source)}`
}
