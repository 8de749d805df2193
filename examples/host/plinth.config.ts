import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { aiAssistant } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { attachments } from '@plinth/attachments'
import { defineAuditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { customFields } from '@plinth/custom-fields'
import { dashboards } from '@plinth/dashboards'
import { dictionaries } from '@plinth/dictionaries'
import { directory } from '@plinth/directory'
import { defineHost, type HostContext } from '@plinth/host'
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
import { docs } from './docs.ts'

/** The modules of this product: all of Plinth's, and its documentation. */
export const composeModules = (host: HostContext) => [
  directory,
  auth(host.auth),
  defineAuditLogs(host.auditLogs),
  businessRules(host.businessRules),
  apiKeys,
  customFields,
  dashboards,
  dictionaries,
  mailTemplates,
  progress,
  numbering,
  settingsModule,
  catalog,
  attachments(host.attachments),
  transfer,
  webhooks(host.webhooks),
  aiAssistant(host.aiAssistant),
  docs,
  sso(),
  saml,
  scim,
  onboarding(host.onboarding),
]

/** The version is that of the published API. */
export const host = defineHost({
  info: { title: 'Plinth', version: '0.4.10' },
  dataFolder: join(import.meta.dirname, '.data'),
  modules: composeModules,
})

/** The ids of modules that are not named after their folder. */
const PUBLISHED_IDS: Readonly<Record<string, string>> = { 'custom-fields': 'entities' }

/**
 * Where `npm run plinth -- migration <name>` writes the migrations of each module.
 *
 * @public
 */
export const folders = Object.fromEntries(
  globSync('packages/modules/*', { cwd: join(import.meta.dirname, '../..') }).map((path) => [
    PUBLISHED_IDS[basename(path)] ?? basename(path).replaceAll('-', '_'),
    join('../..', path, 'src/migrations'),
  ]),
)
