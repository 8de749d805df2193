import { aiAssistant, type AiAssistantOptions } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { attachments } from '@plinth/attachments'
import { type ArchiveStore, type CheckpointSink, defineAuditLogs, fileSink } from '@plinth/audit-logs'
import { auth, type AuthOptions } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import type { Module } from '@plinth/core'
import { dashboards } from '@plinth/dashboards'
import { directory } from '@plinth/directory'
import { onboarding } from '@plinth/onboarding'
import { progress } from '@plinth/progress'
import { toPasswordPolicy } from '../../packages/host/src/env/account-variables.ts'
import { assistantOptions } from '../../packages/host/src/assistant-options.ts'
import { attachmentsOptions } from '../../packages/host/src/attachments-options.ts'
import { docs } from './docs.ts'
import type { Env } from '../../packages/host/src/env/env.ts'

export interface Surroundings {
  readonly checkpoints?: CheckpointSink
  readonly archive?: ArchiveStore
  /** Called with the tokens used by models. */
  readonly onUsage?: AiAssistantOptions['onUsage']
  /** Cost of hashing a password. Default: that of the module. */
  readonly argon2?: AuthOptions['argon2']
}

/** Composes the modules of this host. */
export const composeModules = (
  env: Env,
  secret: string,
  { checkpoints, archive, onUsage, argon2 }: Surroundings = {},
): readonly Module[] => [
  directory,
  auth({
    secret,
    passwordPolicy: toPasswordPolicy(env),
    rememberDays: env.REMEMBER_ME_DAYS,
    ...(argon2 && { argon2 }),
  }),
  defineAuditLogs({
    ...(checkpoints && { checkpoints }),
    ...(archive && { archive }),
    ...(env.AUDIT_ACTION_DAYS !== undefined && { actionDays: env.AUDIT_ACTION_DAYS }),
  }),
  businessRules({ webhookHosts: env.WEBHOOK_HOSTS ?? [], webhookLocalHosts: env.WEBHOOK_LOCAL_HOSTS ?? [] }),
  apiKeys,
  dashboards,
  progress,
  catalog,
  attachments(attachmentsOptions(env)),
  aiAssistant(assistantOptions(env, onUsage)),
  docs,
  onboarding({ enabled: env.SELF_SERVICE_ONBOARDING_ENABLED, adminEmail: env.ADMIN_EMAIL }),
]

/** Where this host stores checkpoints of the audit trail. */
export const openCheckpoints = (env: Env, dataFolder: string): CheckpointSink =>
  fileSink({ folder: env.AUDIT_CHECKPOINTS_DIR ?? `${dataFolder}/checkpoints` })
