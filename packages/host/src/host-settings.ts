import { mkdir } from 'node:fs/promises'
import type { PlatformOptions } from '@plinth/core'
import { dataFolderOf } from './data-folder.ts'
import { openDatabase } from './database/open-database.ts'
import { type Env, readEnv } from './env/env.ts'
import { ensureSecret } from './secrets.ts'

/** The settings of a host. */
export interface HostSettings {
  readonly env: Env
  readonly dataFolder: string
  readonly secret: string
}

/** Reads the host's own settings, for tools that run beside it. */
export async function readSettings(): Promise<HostSettings> {
  const env = readEnv(process.env)
  const dataFolder = dataFolderOf(env)
  await mkdir(dataFolder, { recursive: true })
  const secret = env.JWT_SECRET ?? (await ensureSecret({ file: `${dataFolder}/jwt-secret` }))
  return { env, dataFolder, secret }
}

/** Runs `work` with the host's own settings and database. */
export async function withDatabase<T>(
  work: (host: HostSettings & { database: PlatformOptions['database'] }) => Promise<T>,
): Promise<T> {
  const settings = await readSettings()
  const database = await openDatabase({ ...settings, onProgress: () => {} })
  try {
    return await work({ ...settings, database: database.options })
  } finally {
    await database.stop()
  }
}
