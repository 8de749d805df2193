import type { NavigationEntry } from '@plinth/core'
import { features } from './contract.ts'

const group = { id: 'business_rules', name: 'Business Rules' }

/** The back-office pages of this module. */
export const navigation: readonly NavigationEntry[] = [
  { group, href: '/backend/business_rules/rules', title: 'Rules', access: features.view, order: 10 },
  { group, href: '/backend/business_rules/sets', title: 'Rule sets', access: features.view, order: 20 },
  { group, href: '/backend/business_rules/logs', title: 'Execution logs', access: features.view_logs, order: 30 },
]
