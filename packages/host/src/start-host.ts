import { definePasswordPolicy } from '@plinth/auth'
import cluster from 'node:cluster'
import { mkdir } from 'node:fs/promises'
import { storage } from '@plinth/attachments'
import { createPlatform, mailer, provide, toNodeHandler } from '@plinth/core'
import { toPasswordPolicy } from './env/account-variables.ts'
import { dataFolderOf } from './data-folder.ts'
import { openDatabase } from './database/open-database.ts'
import { drainMsOf, readEnv } from './env/env.ts'
import { type DrainOptions, listen, listenLater } from './process/listen.ts'
import { createLogger, createRequestLogger } from './observe/logging.ts'
import { createMailTransport } from './mail.ts'
import { createMetrics } from './observe/metrics.ts'
import { openCheckpoints } from './modules.ts'
import { toPlatformOptions } from './platform-options.ts'
import { progress } from './process/progress.ts'
import { ensureSecret } from './secrets.ts'
import { seed } from './seed.ts'
import { onShutdown } from './process/shutdown.ts'
import { openArchive, openStorage } from './storage.ts'
import { toFacts, watchRequests } from './observe/watch-requests.ts'
import { createWeb } from './pages/web.ts'
import { printWelcome } from './welcome.ts'
import { awaitPort, isFirst, onReplaced, tellPrimary } from './process/worker.ts'
import { shareMetrics, tellMetrics } from './observe/worker-metrics.ts'

/** The reason of a shutdown after a successor has taken over the port. */
const REPLACED = 'replaced'

const env = readEnv(process.env)
const dataFolder = dataFolderOf(env)
const log = createLogger({ level: env.LOG_LEVEL })
const drainMs = drainMsOf(env)
const shutdown = onShutdown({ log, limitMs: drainMs + 15_000 })
const address = { port: env.PORT, hostname: env.HOST }
const server = cluster.isWorker ? listenLater(address, awaitPort) : await listen(address)
if (cluster.isWorker) {
  // Without the primary process, nothing else would stop this worker.
  process.once('disconnect', () => void shutdown.begin('the primary process is gone'))
  onReplaced(() => void shutdown.begin(REPLACED))
}
const origin = env.APP_URL ?? server.origin
await mkdir(dataFolder, { recursive: true })
const secret = env.JWT_SECRET ?? (await ensureSecret({ file: `${dataFolder}/jwt-secret` }))
const database = await shutdown.open('database', openDatabase({ env, dataFolder, onProgress: progress }), (opened) =>
  opened.stop(),
)
const mail = await shutdown.open(
  'mail',
  createMailTransport({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, folder: `${dataFolder}/mail`, log }),
  (opened) => opened.close(),
)
const deps = { env, dataFolder, variables: process.env }
const [files, archive] = [await openStorage(deps), await openArchive(deps)]
const counted = createMetrics()
const metrics = cluster.isWorker ? shareMetrics(counted) : counted
if (cluster.isWorker) await shutdown.open('metrics', counted, tellMetrics)
const metricsAccess = { token: env.METRICS_TOKEN, isOpen: env.METRICS_OPEN }
const watch = watchRequests(createRequestLogger({ level: env.LOG_LEVEL }), metrics)

const composed = createPlatform({
  ...toPlatformOptions(env, {
    secret,
    checkpoints: openCheckpoints(env, dataFolder),
    archive,
    onUsage: (usage) => metrics.recordTokens(usage),
  }),
  database: database.options,
  services: [provide(mailer, () => mail), provide(storage, () => files)],
  origin,
  log,
  onFinished: (answer) => watch(toFacts(answer)),
})
const platform = await shutdown.open('platform', composed, (opened) => opened.close())
metrics.watchPool(() => {
  const { waiting, lost } = platform.logRecords()
  return { ...platform.connections(), recordsWaiting: waiting, recordsLost: lost }
})
metrics.watchReads(() => platform.reads())
const seeded = await shutdown.open('start', startPlatform())
const settings = {
  signsUp: env.SELF_SERVICE_ONBOARDING_ENABLED,
  termsUrl: env.TERMS_URL,
  passwordPolicy: definePasswordPolicy(toPasswordPolicy(env)),
}
const web = createWeb({ platform, metrics, metricsAccess, settings, watch, isReady })
await shutdown.open('requests', server.answer(toNodeHandler({ app: web })), () => server.drain(toDrain()))
tellPrimary({ says: 'ready' })
if (isFirst) printWelcome({ url: origin, seeded })

async function startPlatform() {
  progress('Migrating the database')
  await platform.migrate()
  const accounts = await seed({ platform, env, log })
  await platform.start()
  return accounts
}

/** Requests on a connection to a replaced process ask about the host as a whole, which is still ready. */
async function isReady() {
  const isStaying = shutdown.reason === undefined || shutdown.reason === REPLACED
  return isStaying && (await platform.isHealthy())
}

/** After Ctrl-C somebody waits for the process to end; otherwise clients keep using the same port. */
function toDrain(): DrainOptions {
  if (shutdown.reason === 'SIGINT') return { cutsIdle: true }
  return { graceMs: shutdown.reason === REPLACED ? 0 : drainMs }
}
