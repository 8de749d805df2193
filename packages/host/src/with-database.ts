import type { PlatformOptions } from '@plinth/core'
import { openDatabase } from './database/open-database.ts'
import type { HostOptions } from './host-options.ts'
import { type HostSettings, readSettings } from './host-settings.ts'

/** Runs `work` with the settings of a host and its database, for tools that run beside it. */
export async function withDatabase<T>(
  options: Pick<HostOptions, 'environment' | 'dataFolder' | 'database'>,
  work: (host: HostSettings & { readonly database: PlatformOptions['database'] }) => Promise<T>,
): Promise<T> {
  const settings = await readSettings(options)
  const database = await (options.database ?? openDatabase)(settings)
  try {
    return await work({ ...settings, database: database.options })
  } finally {
    await database.stop()
  }
}
