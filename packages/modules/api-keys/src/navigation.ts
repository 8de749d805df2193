import type { NavigationEntry } from '@plinth/core'
import { features } from './contract.ts'

/** The page of API keys, beside those of accounts and rights. */
export const navigation: readonly NavigationEntry[] = [
  {
    group: { id: 'auth.nav.group', name: 'Auth' },
    href: '/backend/api-keys',
    title: 'API Keys',
    access: features.view,
    area: 'settings',
    order: 30,
  },
]
