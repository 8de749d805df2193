import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import type { UndoExample } from '@plinth/core/testing'
import { dashboards } from '@plinth/dashboards'
import { progress } from '@plinth/progress'
import { examples as keys } from '../modules/api-keys/_examples.ts'
import { examples as people } from '../modules/audit-logs/_examples.ts'
import { authApp } from '../modules/auth/_accounts.ts'
import { examples as rules } from '../modules/business-rules/_examples.ts'
import { examples as products } from '../modules/catalog/_examples.ts'
import { examples as boards } from '../modules/dashboards/_examples.ts'

/** A platform with all modules that have undoable commands. */
export const wholeApp = () => authApp({ modules: [auditLogs, apiKeys, businessRules(), dashboards, progress, catalog] })

/** Every undoable command of all modules. */
export const examples: readonly UndoExample[] = [...people, ...keys, ...rules, ...boards, ...products]
