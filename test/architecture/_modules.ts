import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { aiAssistant } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { attachments } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import type { Module } from '@plinth/core'
import { customFields } from '@plinth/custom-fields'
import { dashboards } from '@plinth/dashboards'
import { dictionaries } from '@plinth/dictionaries'
import { directory } from '@plinth/directory'
import { numbering } from '@plinth/numbers'
import { mailTemplates } from '@plinth/mail-templates'
import { onboarding } from '@plinth/onboarding'
import { progress } from '@plinth/progress'
import { saml } from '@plinth/saml'
import { scim } from '@plinth/scim'
import { settingsModule } from '@plinth/settings'
import { sso } from '@plinth/sso'
import { transfer } from '@plinth/transfer'
import { webhooks } from '@plinth/webhooks'
import { ROOT } from './_sources.ts'

/** Every module by its folder, made with the fewest options. */
export const modules: Readonly<Record<string, Module>> = {
  'ai-assistant': aiAssistant(),
  'api-keys': apiKeys,
  attachments: attachments(),
  'audit-logs': auditLogs,
  auth: auth({ secret: 'a secret of at least 32 characters' }),
  'business-rules': businessRules(),
  catalog,
  'custom-fields': customFields,
  dashboards,
  dictionaries,
  directory,
  numbers: numbering,
  'mail-templates': mailTemplates,
  onboarding: onboarding(),
  progress,
  saml,
  scim,
  settings: settingsModule,
  sso: sso(),
  transfer,
  webhooks: webhooks(),
}

/** The folders below `packages/modules/`. */
export const folders = readdirSync(join(ROOT, 'packages', 'modules')).toSorted()
