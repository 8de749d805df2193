import { aiAssistant } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { attachments, storage } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { defineModule, provide } from '@plinth/core'
import { customFields } from '@plinth/custom-fields'
import { dashboards } from '@plinth/dashboards'
import { dictionaries } from '@plinth/dictionaries'
import { numbering } from '@plinth/numbers'
import { paperwork } from '@plinth/numbers/testing'
import { mailTemplates } from '@plinth/mail-templates'
import { progress } from '@plinth/progress'
import { settingsModule } from '@plinth/settings'
import { office } from '@plinth/settings/testing'
import { webhooks } from '@plinth/webhooks'
import { casework } from '../modules/auth/rights/_cases.ts'
import { memoryStorage } from '../_setup/memory-storage.ts'

/** What is undone are rows; the bytes of files stay. */
const files = defineModule({ id: 'files', title: 'Files', services: [provide(storage, memoryStorage)] })

/** Beside directory and auth, the modules that have undoable commands. */
export const undoableModules = [
  auditLogs,
  apiKeys,
  businessRules(),
  customFields,
  dashboards,
  dictionaries,
  mailTemplates,
  progress,
  numbering,
  paperwork,
  settingsModule,
  office,
  catalog,
  attachments(),
  files,
  webhooks({ webhookHosts: ['hooks.example.com'] }),
  casework,
  // Nobody is behind the address: no model is asked.
  aiAssistant({ provider: 'openai', providers: { openai: { apiKey: 'sk', baseUrl: 'http://127.0.0.1:1' } } }),
]
