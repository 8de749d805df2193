import { consolePages } from '@plinth/points'
import { features } from './contract.ts'

/** The page of teams in the console, below those of users and roles. */
export const ownPage = consolePages.of({
  path: 'teams',
  resource: '/auth/teams',
  title: { en: 'Teams', de: 'Teams', es: 'Equipos', pl: 'Zespoły' },
  icon: 'users',
  group: { id: 'auth', name: { en: 'Auth', de: 'Zugang', es: 'Acceso', pl: 'Dostęp' } },
  access: features['teams.list'],
  columns: ['name', 'parentId', 'updatedAt'],
  labels: { parentId: { en: 'Part of', de: 'Gehört zu', es: 'Parte de', pl: 'Część zespołu' } },
  references: { parentId: '/auth/teams' },
})
