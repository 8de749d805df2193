// The host
export { defineHost, type HostOptions, type PathHandler } from './host-options.ts'
export { type Host, startHost } from './start-host.ts'
export { type HostContext, toHostContext } from './host-context.ts'
export { type HostSettings, readSettings, type SettingsOptions } from './host-settings.ts'
export { withDatabase } from './with-database.ts'
export { type ToolPlatform, withPlatform } from './with-platform.ts'
export { toPlatformOptions } from './platform-options.ts'
export type { AssistantOptions, TokenUsage } from './assistant-options.ts'
export type { AttachmentOptions } from './attachment-options.ts'
export { type FirstTenant, type SeededAccount, seedFirstTenant } from './seed.ts'

// Its parts, for your own programs
export { type Env, readEnv, renderEnvTable } from './env/env.ts'
export { archiveFolder, openArchive, openCheckpoints } from './audit-stores.ts'
export { type HostDatabase, openDatabase } from './database/open-database.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './database/embedded-postgres.ts'
export { roleStatements } from './database/role-statements.ts'
export { createLogger, createRequestLogger, type LogOptions, type RequestLogger } from './observe/logging.ts'
export { createMetrics, type Metrics, type PoolStats, type ReadStats } from './observe/metrics.ts'
export { createMailTransport, type Mail, type MailTransport, type MailTransportOptions } from './mail.ts'
export { type DrainOptions, listen, type Listening } from './process/listen.ts'
export { onShutdown, type Shutdown, type ShutdownOptions } from './process/shutdown.ts'
export { explainFailure } from './process/failure.ts'
