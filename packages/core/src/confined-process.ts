import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { setPriority } from 'node:os'

/** Limits and permissions of a confined process. */
export interface Confinement {
  /** Memory limit in bytes; the process is killed when it exceeds it. */
  readonly memory: number
  /** CPU time limit in seconds, over all threads; beyond it, the process is ended with `SIGTERM`. Default: unlimited. */
  readonly cpuSeconds?: number | undefined
  /** Files and folders (recursively) that it may read. */
  readonly readablePaths: readonly string[]
  /** True for work that nobody is waiting for: it gets less CPU time than requests and other processes. Default: false. */
  readonly isPatient?: boolean
  /** Whether it may start worker threads and load native libraries. Default: false. */
  readonly allowsAddons?: boolean
  /** Additional Node options. */
  readonly flags?: readonly string[]
  readonly stdio: StdioOptions
}

/** Nice values. At 19, the lowest priority, a process hardly runs at all on a host that is busy for minutes. */
const PRIORITIES = { normal: 10, patient: 15 }

/** Milliseconds between two samples of memory and CPU time. */
const SAMPLE_EVERY = 50

/**
 * Starts a program that processes untrusted input. It gets no environment variables, so it sees no secrets of the host; it may
 * not write files, start programs or open connections; and it is ended when it uses too much memory or CPU time, or outlives the
 * host. The caller may kill it at any time.
 */
export function startConfined(program: string, args: readonly string[], confinement: Confinement): ChildProcess {
  const { memory, cpuSeconds, readablePaths, isPatient = false, allowsAddons, flags = [], stdio } = confinement
  const restrictions = [
    '--permission',
    // For the watchdog thread; other workers are confined as well.
    '--allow-worker',
    ...[program, ...readablePaths].map((path) => `--allow-fs-read=${path}`),
    ...(allowsAddons ? ['--allow-addons'] : []),
    `--max-old-space-size=${Math.floor(memory / 2 ** 20)}`,
    `--import=${watch(memory, cpuSeconds)}`,
  ]
  const child = spawn(process.execPath, [...restrictions, ...flags, program, ...args], {
    env: {},
    stdio,
    windowsHide: true,
  })
  // Its `close` event is enough.
  child.on('error', () => {})
  for (const stream of child.stdio) stream?.on('error', () => {})
  // Requests go first. Threads that the process starts inherit its priority.
  if (child.pid !== undefined) setPriority(child.pid, isPatient ? PRIORITIES.patient : PRIORITIES.normal)
  return child
}

/**
 * A module that runs before the program. Since the program can block its own thread, a separate thread watches memory, CPU time
 * and whether the host still exists. Not every version of Node blocks the network with `--permission`. Names in a file cannot add to
 * what all objects inherit, which would outlast the file.
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
delete Object.prototype.__proto__
for (const type of [Object, Array, Function, String, Number, Boolean]) Object.preventExtensions(type.prototype)
if (isMainThread) new Worker(${JSON.stringify(watchdog)}, { eval: true }).unref()`
  return `data:text/javascript,${encodeURIComponent(source)}`
}
