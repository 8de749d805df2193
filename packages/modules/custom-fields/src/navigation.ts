import { type NavigationEntry, navigationSources } from '@plinth/points'
import { features } from './contract.ts'
import { sidebarEntities } from './definitions/sidebar-entities.ts'

const HREF = '/backend/entities/user'

const shared: Pick<NavigationEntry, 'group' | 'access'> = {
  group: {
    id: 'entities.nav.group',
    name: { en: 'Data designer', de: 'Datendesigner', es: 'Diseñador de datos', pl: 'Projektant danych' },
  },
  access: features['records.view'],
}

const root: NavigationEntry = {
  ...shared,
  href: HREF,
  title: { en: 'User entities', de: 'Eigene Entitäten', es: 'Entidades propias', pl: 'Własne encje' },
}

/** The custom entities that a tenant shows in its sidebar. */
export const ownNavigation = navigationSources.of({
  id: 'entities.sidebar',
  async entriesFor(ctx) {
    const shown = await sidebarEntities(ctx)
    return shown.length === 0 ? [] : [root, ...shown.map(({ label, href }) => ({ ...shared, href, title: label }))]
  },
})
