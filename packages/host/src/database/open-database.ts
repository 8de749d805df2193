import type { PlatformOptions } from '@plinth/core'
import type { Env } from '../env/env.ts'
import type { HostSettings } from '../host-settings.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { ensureLogin } from './login.ts'

/** The database of a host, and how to stop it if the host started it. */
export interface HostDatabase {
  /** Connects with a login that owns nothing, if the host can create one. */
  readonly options: PlatformOptions['database']
  stop(): Promise<void>
}

/** Connects to the server in `DATABASE_URL`, or starts an embedded PostgreSQL server whose data survives restarts. */
export async function openDatabase({ env, dataFolder, onProgress }: HostSettings): Promise<HostDatabase> {
  const poolSize = env.DATABASE_POOL_SIZE
  if (env.DATABASE_URL) return { options: { ...toOptions(env, env.DATABASE_URL), poolSize }, stop: async () => {} }
  const folder = `${dataFolder}/postgres`
  const { url: migrationUrl, stop } = await startEmbeddedPostgres({ dataFolder: folder, onProgress })
  try {
    return { options: { url: await ensureLogin({ migrationUrl, folder }), migrationUrl, poolSize }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function toOptions(env: Env, url: string): PlatformOptions['database'] {
  const { MIGRATION_DATABASE_URL: migrationUrl, DATABASE_DIRECT_URL: directUrl } = env
  const replicaUrls = env.DATABASE_REPLICA_URLS
  const preparedStatements = env.DATABASE_PREPARED_STATEMENTS
  return {
    url,
    privilegedLogin: env.DATABASE_PRIVILEGED_LOGIN ?? env.NODE_ENV !== 'production',
    ...(migrationUrl && { migrationUrl }),
    ...(directUrl && { directUrl }),
    ...(replicaUrls && { replicaUrls }),
    ...(preparedStatements !== undefined && { preparedStatements }),
  }
}
