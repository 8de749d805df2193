import { aiAssistant } from '@plinth/ai-assistant'
import { aiAssistantFixtures } from '@plinth/ai-assistant/testing'
import { apiKeys } from '@plinth/api-keys'
import { apiKeysFixtures } from '@plinth/api-keys/testing'
import { attachments, localStorage, storage } from '@plinth/attachments'
import { attachmentsFixtures } from '@plinth/attachments/testing'
import { auditLogs } from '@plinth/audit-logs'
import { auditLogsFixtures } from '@plinth/audit-logs/testing'
import { auth } from '@plinth/auth'
import { authFixtures } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { businessRulesFixtures } from '@plinth/business-rules/testing'
import { catalog } from '@plinth/catalog'
import { catalogFixtures } from '@plinth/catalog/testing'
import { provide } from '@plinth/core'
import { customFields } from '@plinth/custom-fields'
import { customFieldsFixtures } from '@plinth/custom-fields/testing'
import { type IsolationOptions, joinFixtures } from '@plinth/testing'
import { dashboards } from '@plinth/dashboards'
import { dashboardsFixtures } from '@plinth/dashboards/testing'
import { dictionaries } from '@plinth/dictionaries'
import { dictionariesFixtures } from '@plinth/dictionaries/testing'
import { directory } from '@plinth/directory'
import { directoryFixtures } from '@plinth/directory/testing'
import { numbering } from '@plinth/numbers'
import { numbersFixtures, paperwork } from '@plinth/numbers/testing'
import { mailTemplates } from '@plinth/mail-templates'
import { mailTemplatesFixtures } from '@plinth/mail-templates/testing'
import { onboarding } from '@plinth/onboarding'
import { onboardingFixtures } from '@plinth/onboarding/testing'
import { progress } from '@plinth/progress'
import { progressFixtures } from '@plinth/progress/testing'
import { saml } from '@plinth/saml'
import { samlFixtures } from '@plinth/saml/testing'
import { scim } from '@plinth/scim'
import { scimFixtures } from '@plinth/scim/testing'
import { settingsModule } from '@plinth/settings'
import { office, settingsFixtures } from '@plinth/settings/testing'
import { sso } from '@plinth/sso'
import { ssoFixtures } from '@plinth/sso/testing'
import { transfer } from '@plinth/transfer'
import { transferFixtures } from '@plinth/transfer/testing'
import { webhooks } from '@plinth/webhooks'
import { webhooksFixtures } from '@plinth/webhooks/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testApp } from '../../_setup/app.ts'
import { argon2 } from '../../_setup/cheap-passwords.ts'
import { casework } from '../auth/rights/_cases.ts'
import { caseworkFixtures, shareOfCase } from '../auth/rights/_cases-fixtures.ts'

export const modules = [
  directory,
  auth({ secret: 'a secret of at least 32 characters', argon2 }),
  auditLogs,
  apiKeys,
  businessRules(),
  customFields,
  dashboards,
  dictionaries,
  progress,
  numbering,
  paperwork,
  settingsModule,
  office,
  catalog,
  attachments(),
  aiAssistant({ provider: 'openai', providers: { openai: { apiKey: 'sk', baseUrl: 'http://127.0.0.1:1' } } }),
  onboarding(),
  scim,
  sso({ resolveTxt: async () => [] }),
  saml,
  mailTemplates,
  transfer,
  webhooks({ webhookHosts: ['hooks.example.com'] }),
  casework,
]

/** Every module in one platform, made of their public entries alone, and what the checks need to know of them. */
export async function openTogether({ explain = false } = {}) {
  const root = await mkdtemp(join(tmpdir(), 'plinth-together-'))
  const joined = joinFixtures(
    directoryFixtures,
    authFixtures,
    auditLogsFixtures,
    apiKeysFixtures,
    businessRulesFixtures,
    customFieldsFixtures,
    dashboardsFixtures,
    dictionariesFixtures,
    progressFixtures,
    numbersFixtures,
    settingsFixtures,
    catalogFixtures,
    attachmentsFixtures({ root }),
    aiAssistantFixtures,
    onboardingFixtures,
    ssoFixtures,
    samlFixtures,
    scimFixtures,
    mailTemplatesFixtures,
    transferFixtures,
    webhooksFixtures,
    caseworkFixtures,
  )
  const rows: NonNullable<IsolationOptions['rows']> = { ...joined.isolation.rows, record_shares: shareOfCase }
  const fixtures = { ...joined, isolation: { ...joined.isolation, rows } }
  const app = await testApp({
    modules,
    explain,
    prepare: fixtures.prepare,
    services: [provide(storage, () => localStorage({ root }))],
    origin: 'https://acme.example',
  })
  const close = app[Symbol.asyncDispose]
  return Object.assign(app, {
    fixtures,
    routes: modules.flatMap(({ routes = [] }) => routes),
    async [Symbol.asyncDispose]() {
      await close()
      await rm(root, { recursive: true, force: true })
    },
  })
}
