import cluster from 'node:cluster'
import type { Platform } from '@plinth/core'
import { lockPrototypes } from '@plinth/core/security'
import { openDatabase } from './database/open-database.ts'
import { drainMsOf, readEnv } from './env/env.ts'
import { type HostOptions, nameOf } from './host-options.ts'
import { readSettings } from './host-settings.ts'
import { createLogger } from './observe/logging.ts'
import { openLogOutput } from './observe/log-output.ts'
import { explainFailure } from './process/failure.ts'
import { listen, listenLater } from './process/listen.ts'
import { runPrimary } from './process/primary.ts'
import { progress } from './process/progress.ts'
import { onShutdown, type Shutdown } from './process/shutdown.ts'
import { awaitPort, isFirst, onReplaced, tellPrimary } from './process/worker.ts'
import { REPLACED, serve } from './serve.ts'
import { printWelcome } from './welcome.ts'

/** A running host. */
export interface Host extends AsyncDisposable {
  /** `APP_URL`, or the address it listens on: `http://localhost:3000`. */
  readonly origin: string
  readonly port: number
  readonly platform: Platform
  /**
   * Stops as SIGTERM does: no new requests, running ones and jobs finish, the database closes. Unless `ownsProcess` is false, the
   * process then ends.
   */
  close(): Promise<void>
}

/**
 * Starts a product: reads the environment, opens the database, migrates, seeds an empty database, starts jobs, and serves the API
 * and the host's pages until it is stopped. With `WORKERS`, the first process starts the others and never returns from this call,
 * so that the lines after it run in each worker.
 *
 * @example
 * await startHost({ modules: (host) => [directory, auth(host.auth), defineAuditLogs(host.auditLogs), tags] })
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { ownsProcess = true, locksPrototypes = ownsProcess } = options
  if (locksPrototypes) lockPrototypes()
  if (!ownsProcess) return startEmbedded(options)
  try {
    const env = readEnv(options.environment ?? process.env)
    if (cluster.isPrimary && env.WORKERS > 1) {
      await runPrimary(options)
      return await new Promise(() => {})
    }
    return await startProcess(options)
  } catch (error) {
    process.stderr.write(`\n${explainFailure(error)}\n`)
    process.exit(1)
  }
}

/** Starts the host in a process that belongs to it: the only one, or a worker. */
async function startProcess(options: HostOptions): Promise<Host> {
  const env = readEnv(options.environment ?? process.env)
  const output = openLogOutput(env)
  const log = options.log ?? createLogger({ level: env.LOG_LEVEL, ...(output && { destination: output }) })
  const shutdown = onShutdown({ log, limitMs: drainMsOf(env) + 15_000 })
  if (cluster.isWorker) {
    // Without the primary process, nothing else would stop this worker.
    process.once('disconnect', () => void shutdown.begin('the primary process is gone'))
    onReplaced(() => void shutdown.begin(REPLACED))
  }
  const address = { port: env.PORT, hostname: env.HOST }
  const server = cluster.isWorker ? listenLater(address, awaitPort) : await listen(address)
  const { seeded, ...host } = await open(options, { log, shutdown, server, onProgress: progress })
  tellPrimary({ says: 'ready' })
  if (isFirst)
    printWelcome({ name: nameOf(options), url: host.origin, seeded, pages: options.pages, mount: options.mount })
  output?.release()
  return host
}

/** Starts the host in a process that belongs to somebody else. */
async function startEmbedded(options: HostOptions): Promise<Host> {
  const env = readEnv(options.environment ?? process.env)
  const log = options.log ?? createLogger({ level: env.LOG_LEVEL })
  const shutdown = onShutdown({ log, limitMs: drainMsOf(env) + 15_000, signals: [], exit: () => {} })
  const server = await listen({ port: env.PORT, hostname: env.HOST })
  try {
    const { seeded: _accounts, ...host } = await open(options, { log, shutdown, server })
    return host
  } catch (error) {
    await shutdown.begin('the host did not start')
    await server.drain({ cutsIdle: true })
    throw error
  }
}

interface Surroundings extends Pick<Parameters<typeof serve>[1], 'log' | 'server'> {
  readonly shutdown: Shutdown
  readonly onProgress?: (message: string) => void
}

async function open(options: HostOptions, { log, server, shutdown, onProgress }: Surroundings) {
  const settings = await readSettings({ ...options, ...(onProgress && { onProgress }) })
  const opening = (options.database ?? openDatabase)(settings)
  const database = await shutdown.open('database', opening, (opened) => opened.stop())
  const served = await serve(options, { settings, database, log, server, shutdown })
  const close = () => shutdown.begin('close')
  return { ...served, close, [Symbol.asyncDispose]: close }
}
