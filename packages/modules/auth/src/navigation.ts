import { navigation } from '@plinth/points'
import { features } from './contract.ts'

const group = { id: 'auth.nav.group', name: { en: 'Auth', de: 'Zugang', es: 'Acceso', pl: 'Dostęp' } }

/** Navigation entries of accounts and rights. */
export const ownNavigation = navigation.of(
  {
    group,
    href: '/backend/users',
    title: { en: 'Users', de: 'Benutzer', es: 'Usuarios', pl: 'Użytkownicy' },
    access: features['users.list'],
    area: 'settings',
    order: 10,
  },
  {
    group,
    href: '/backend/roles',
    title: { en: 'Roles', de: 'Rollen', es: 'Roles', pl: 'Role' },
    access: features['roles.list'],
    area: 'settings',
    order: 20,
  },
)
