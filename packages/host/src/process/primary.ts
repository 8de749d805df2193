import { type HostDatabase, openDatabase } from '../database/open-database.ts'
import { drainMsOf, readEnv } from '../env/env.ts'
import type { HostOptions } from '../host-options.ts'
import { readSettings } from '../host-settings.ts'
import { listen } from './listen.ts'
import { createLogger } from '../observe/logging.ts'
import { progress } from './progress.ts'
import { onShutdown } from './shutdown.ts'
import { gatherMetrics } from '../observe/worker-metrics.ts'
import { Workers } from './workers.ts'

/** Milliseconds for a worker to stop, in addition to the time for draining. This process allows itself slightly more. */
const PATIENCE = 30_000

/**
 * Runs the host as several processes on one port. This process does not answer requests itself: it starts the embedded database
 * if there is one, starts the workers, and replaces those that exit.
 */
export async function runPrimary(options: HostOptions): Promise<void> {
  const env = readEnv(options.environment ?? process.env)
  const log = options.log ?? createLogger({ level: env.LOG_LEVEL })
  const patience = PATIENCE + drainMsOf(env)
  const shutdown = onShutdown({ log, limitMs: patience + 10_000 })
  // Held until a worker asks for the port; until then clients are told that the host is starting.
  const entrance = await listen({ port: env.PORT, hostname: env.HOST })
  const settings = await readSettings({ ...options, onProgress: progress })
  // If the product opens its own database, each worker does so itself.
  const isEmbedded = !env.DATABASE_URL && options.database === undefined
  const embedded = isEmbedded
    ? await shutdown.open('database', openDatabase(settings), (opened) => opened.stop())
    : undefined
  const workers = new Workers({
    count: env.WORKERS,
    env: {
      PORT: String(entrance.port),
      ...(embedded && toVariables(embedded.options)),
    },
    log,
    freePort: () => entrance.drain({ limitMs: 200 }),
    patience,
  })
  gatherMetrics()
  await shutdown.open('workers', workers.start(), () => workers.stop())
  process.on('SIGHUP', () => void workers.restart())
}

const toVariables = ({ url, migrationUrl }: HostDatabase['options']) => ({
  DATABASE_URL: url,
  ...(migrationUrl && { MIGRATION_DATABASE_URL: migrationUrl }),
  DATABASE_PRIVILEGED_LOGIN: 'false',
})
