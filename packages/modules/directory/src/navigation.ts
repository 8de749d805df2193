import { navigation } from '@plinth/points'
import { features } from './contract.ts'

const group = { id: 'directory', name: { en: 'Directory', de: 'Verzeichnis', es: 'Directorio', pl: 'Katalog' } }

/** The back-office pages of this module. */
export const ownNavigation = navigation.of(
  {
    group,
    href: '/backend/directory/organizations',
    title: { en: 'Organizations', de: 'Organisationen', es: 'Organizaciones', pl: 'Organizacje' },
    access: features['organizations.view'],
    area: 'settings',
    order: 10,
  },
  {
    group,
    href: '/backend/directory/tenants',
    title: { en: 'Tenants', de: 'Mandanten', es: 'Inquilinos', pl: 'Najemcy' },
    access: features['tenants.view'],
    area: 'settings',
    order: 20,
  },
)
