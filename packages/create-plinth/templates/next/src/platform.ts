import { createPlatform, mailer, type Platform, provide } from '@plinth/core'
import {
  createLogger,
  createMailTransport,
  openDatabase,
  readSettings,
  seedFirstTenant,
  toHostContext,
  toPlatformOptions,
} from '@plinth/host'
import { host } from '../plinth.config.ts'

/** Where the process keeps its platform: Next.js loads this file several times. */
const kept = globalThis as { platform?: Promise<Platform> }

/** The platform of this process, which is started when it is first asked for. */
export const getPlatform = (): Promise<Platform> => (kept.platform ??= start())

/** Whether the database answers. Does not start the platform. */
export const isReady = async (): Promise<boolean> => (await kept.platform)?.isHealthy() ?? false

async function start(): Promise<Platform> {
  const settings = await readSettings(host)
  const { env, dataFolder } = settings
  const log = createLogger({ level: env.LOG_LEVEL })
  const database = await openDatabase(settings)
  const mail = createMailTransport({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, folder: `${dataFolder}/mail`, log })
  const platform = await createPlatform({
    database: database.options,
    origin: env.APP_URL ?? 'http://localhost:{{port}}',
    ...(await toPlatformOptions(host, toHostContext(settings))),
    services: [provide(mailer, () => mail)],
    log,
  })
  await platform.migrate()
  const accounts = await seedFirstTenant({ platform, env, log })
  if (accounts.length > 0) console.log('  Accounts, shown this once:')
  for (const { email, password, isGenerated } of accounts)
    console.log(`  ${email.padEnd(24)} ${isGenerated ? password : '(SEED_PASSWORD)'}`)
  await platform.start()
  // What is running ends before the database closes.
  const stop = async () => {
    await platform.close()
    await mail.close()
    await database.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
  return platform
}
