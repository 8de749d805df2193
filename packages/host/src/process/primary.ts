import { mkdir } from 'node:fs/promises'
import { dataFolderOf } from './data-folder.ts'
import { openDatabase } from '../database/open-database.ts'
import { drainMsOf, type Env } from '../env/env.ts'
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
export async function runPrimary(env: Env): Promise<void> {
  const dataFolder = dataFolderOf(env)
  const log = createLogger({ level: env.LOG_LEVEL })
  const patience = PATIENCE + drainMsOf(env)
  const shutdown = onShutdown({ log, limitMs: patience + 10_000 })
  // Held until a worker asks for the port; until then clients are told that the host is starting.
  const entrance = await listen({ port: env.PORT, hostname: env.HOST })
  await mkdir(dataFolder, { recursive: true })
  const database = await shutdown.open('database', openDatabase({ env, dataFolder, onProgress: progress }), (opened) =>
    opened.stop(),
  )
  const { url, migrationUrl } = database.options
  const workers = new Workers({
    count: env.WORKERS,
    env: {
      PORT: String(entrance.port),
      ...(!env.DATABASE_URL && {
        DATABASE_URL: url,
        ...(migrationUrl && { MIGRATION_DATABASE_URL: migrationUrl }),
        DATABASE_PRIVILEGED_LOGIN: 'false',
      }),
    },
    log,
    freePort: () => entrance.drain({ limitMs: 200 }),
    patience,
  })
  gatherMetrics()
  await shutdown.open('workers', workers.start(), () => workers.stop())
  process.on('SIGHUP', () => void workers.restart())
}
