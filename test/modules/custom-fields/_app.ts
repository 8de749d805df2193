import { auditLogs } from '@plinth/audit-logs'
import { catalog } from '@plinth/catalog'
import { customFields } from '@plinth/custom-fields'
import { dictionaries } from '@plinth/dictionaries'
import { progress } from '@plinth/progress'
import type { Client, TestPlatform, TestResponse } from '@plinth/testing'
import { authApp } from '../auth/_accounts.ts'

export { addEntity, addRecord, defineField, uniqueKey } from '@plinth/custom-fields/testing'

/** A platform whose customers define fields for accounts, organizations and products. */
export const fieldsApp = () => authApp({ modules: [auditLogs, progress, catalog, dictionaries, customFields] })

export const undo = (client: Client, { operation }: TestResponse) =>
  client.post('/audit_logs/audit-logs/actions/undo', { undoToken: operation?.undoToken })

/** A caller who may do everything in tenant A. */
export const everything = (app: TestPlatform): Client => app.as({ features: ['*'] })
