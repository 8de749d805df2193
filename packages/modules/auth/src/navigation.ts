import type { NavigationEntry } from '@plinth/core'
import { features } from './contract.ts'

const group = { id: 'auth.nav.group', name: 'Auth' }

/** The pages of accounts and rights. */
export const navigation: readonly NavigationEntry[] = [
  { group, href: '/backend/users', title: 'Users', access: features['users.list'], area: 'settings', order: 10 },
  { group, href: '/backend/roles', title: 'Roles', access: features['roles.list'], area: 'settings', order: 20 },
]
