import { defineModule } from '@plinth/core'
import { rekey } from '@plinth/core/security'
import { events, SECRETS } from './contract.ts'
import { StoredSettings } from './entities.ts'
import { tables } from './migrations/0001-settings.ts'
import { settingsCache } from './settings.ts'
import { translations } from './translations.ts'

/** Keeps the settings that other modules declare. */
export const settingsModule = defineModule({
  id: 'settings',
  title: 'Settings',
  translations,
  requires: ['directory'],
  entities: [StoredSettings],
  migrations: [tables],
  events,
  caches: [settingsCache],
  rekeys: [rekey(StoredSettings, { id: 'settings.secrets', property: 'secrets', purpose: SECRETS })],
})
