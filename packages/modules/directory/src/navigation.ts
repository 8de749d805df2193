import type { NavigationEntry } from '@plinth/core'
import { features } from './contract.ts'

const group = { id: 'directory', name: 'Directory' }

/** The back-office pages of this module. */
export const navigation: readonly NavigationEntry[] = [
  {
    group,
    href: '/backend/directory/organizations',
    title: 'Organizations',
    access: features['organizations.view'],
    area: 'settings',
    order: 10,
  },
  {
    group,
    href: '/backend/directory/tenants',
    title: 'Tenants',
    access: features['tenants.view'],
    area: 'settings',
    order: 20,
  },
]
