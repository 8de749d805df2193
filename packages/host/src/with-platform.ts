import { createPlatform, type Platform } from '@plinth/core'
import { pino } from 'pino'
import type { HostDatabase } from './database/open-database.ts'
import { type HostContext, toHostContext } from './host-context.ts'
import type { HostOptions } from './host-options.ts'
import { createLogger } from './observe/logging.ts'
import { toPlatformOptions } from './platform-options.ts'
import { openServices } from './services.ts'
import { withDatabase } from './with-database.ts'

/** What a tool that runs beside a host works with. */
export interface ToolPlatform {
  /** Composed as in the host. It has not been started: it serves no requests and runs no jobs. */
  readonly platform: Platform
  readonly host: HostContext
  readonly database: HostDatabase['options']
}

/** Runs `work` with the product's platform, for tools that run beside a host. Warnings go to standard error. */
export async function withPlatform<T>(options: HostOptions, work: (tool: ToolPlatform) => Promise<T>): Promise<T> {
  return withDatabase(options, async ({ database, ...settings }) => {
    const log = options.log ?? createLogger({ level: 'warn', destination: pino.destination(2) })
    const host = toHostContext(settings)
    const composed = await toPlatformOptions(options, host)
    const { services, mail } = await openServices(options, { host, modules: composed.modules, log })
    try {
      const origin = settings.env.APP_URL
      await using platform = await createPlatform({ database, ...(origin && { origin }), ...composed, services, log })
      return await work({ platform, host, database })
    } finally {
      await mail?.close()
    }
  })
}
