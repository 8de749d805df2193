import { apiKeysFixtures } from '@plinth/api-keys/testing'
import { auditLogsFixtures } from '@plinth/audit-logs/testing'
import { authFixtures } from '@plinth/auth/testing'
import { joinFixtures, type UndoExample } from '@plinth/core/testing'
import { directoryFixtures } from '@plinth/directory/testing'
import { authApp } from '../modules/auth/_accounts.ts'
import { examples as rules } from '../modules/business-rules/_examples.ts'
import { examples as products } from '../modules/catalog/_examples.ts'
import { examples as boards } from '../modules/dashboards/_examples.ts'
import { undoableModules } from './modules.ts'

export const wholeApp = () => authApp({ modules: undoableModules })

const { undo } = joinFixtures(authFixtures, directoryFixtures, auditLogsFixtures, apiKeysFixtures)

/** Every undoable command of all modules. */
export const examples: readonly UndoExample[] = [...undo.examples, ...rules, ...boards, ...products]
