import { type AuditLogsOptions } from '@plinth/audit-logs'
import type { AuthOptions } from '@plinth/auth'
import { type AssistantOptions, assistantOptions, type TokenUsage } from './assistant-options.ts'
import { type AttachmentOptions, attachmentOptions } from './attachment-options.ts'
import { openArchive, openCheckpoints } from './audit-stores.ts'
import { toPasswordPolicy } from './env/account-variables.ts'
import type { HostSettings } from './host-settings.ts'

/** The hosts that webhooks may call. */
interface WebhookHosts {
  readonly webhookHosts: readonly string[]
  readonly webhookLocalHosts: readonly string[]
}

/** The settings of a host, with the options that its environment sets for the built-in modules. */
export interface HostContext extends HostSettings {
  readonly aiAssistant: AssistantOptions
  readonly attachments: AttachmentOptions
  readonly auditLogs: AuditLogsOptions
  readonly auth: AuthOptions
  readonly businessRules: WebhookHosts
  readonly onboarding: { readonly enabled: boolean; readonly adminEmail: string | undefined }
  readonly webhooks: WebhookHosts
}

/** Derives the options of modules; `onUsage` receives the tokens used by models. */
export function toHostContext(settings: HostSettings, onUsage?: (usage: TokenUsage) => void): HostContext {
  const { env, secret, retiredSecrets = [] } = settings
  const hosts = { webhookHosts: env.WEBHOOK_HOSTS ?? [], webhookLocalHosts: env.WEBHOOK_LOCAL_HOSTS ?? [] }
  return {
    ...settings,
    aiAssistant: assistantOptions(env, onUsage),
    attachments: attachmentOptions(env),
    auditLogs: {
      checkpoints: openCheckpoints(settings),
      archive: openArchive(settings),
      ...(env.AUDIT_ACTION_DAYS !== undefined && { actionDays: env.AUDIT_ACTION_DAYS }),
    },
    auth: { secret, retiredSecrets, passwordPolicy: toPasswordPolicy(env), rememberDays: env.REMEMBER_ME_DAYS },
    businessRules: hosts,
    onboarding: { enabled: env.SELF_SERVICE_ONBOARDING_ENABLED, adminEmail: env.ADMIN_EMAIL },
    webhooks: hosts,
  }
}
