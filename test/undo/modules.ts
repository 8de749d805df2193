import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { dashboards } from '@plinth/dashboards'
import { progress } from '@plinth/progress'

/** Beside directory and auth, the modules that have undoable commands. */
export const undoableModules = [auditLogs, apiKeys, businessRules(), dashboards, progress, catalog]
