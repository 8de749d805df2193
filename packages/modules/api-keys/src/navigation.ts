import { navigation } from '@plinth/points'
import { features } from './contract.ts'

/** The page of API keys, in the same group as accounts and rights. */
export const ownNavigation = navigation.of({
  group: { id: 'auth.nav.group', name: { en: 'Auth', de: 'Zugang', es: 'Acceso', pl: 'Dostęp' } },
  href: '/backend/api-keys',
  title: { en: 'API Keys', de: 'API-Schlüssel', es: 'Claves de API', pl: 'Klucze API' },
  access: features.view,
  area: 'settings',
  order: 30,
})
