import type { UndoExample } from '@plinth/core/testing'
import { examples as keys } from '../modules/api-keys/_examples.ts'
import { examples as people } from '../modules/audit-logs/_examples.ts'
import { authApp } from '../modules/auth/_accounts.ts'
import { examples as rules } from '../modules/business-rules/_examples.ts'
import { examples as products } from '../modules/catalog/_examples.ts'
import { examples as boards } from '../modules/dashboards/_examples.ts'
import { undoableModules } from './modules.ts'

export const wholeApp = () => authApp({ modules: undoableModules })

/** Every undoable command of all modules. */
export const examples: readonly UndoExample[] = [...people, ...keys, ...rules, ...boards, ...products]
