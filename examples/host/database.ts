import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Env } from './env.ts'

/** The database of this host, and how to stop it when it is the host's own. */
export interface HostDatabase {
  readonly url: string
  stop(): Promise<void>
}

/** The server that DATABASE_URL names, else an embedded PostgreSQL whose data survives restarts. */
export async function openDatabase(options: {
  env: Env
  dataFolder: string
  onProgress: (message: string) => void
}): Promise<HostDatabase> {
  const { env, dataFolder, onProgress } = options
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => {} }
  return startEmbeddedPostgres({ dataFolder: `${dataFolder}/postgres`, onProgress })
}
