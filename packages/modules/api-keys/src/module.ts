import { defineModule, keep } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { keyAuthenticator, keyCache } from './authenticator.ts'
import { createKey } from './commands/create-key.ts'
import { createSessionKey } from './commands/create-session-key.ts'
import { deleteKey } from './commands/delete-key.ts'
import { features } from './contract.ts'
import { ApiKey, ApiKeyUse, SessionKey } from './entities.ts'
import { keyLocator } from './locator.ts'
import { keys } from './migrations/0001-keys.ts'
import { parents } from './migrations/0002-parents.ts'
import { confinement } from './migrations/0003-confinement.ts'
import { lookUps } from './migrations/0004-look-ups.ts'
import { ownNavigation } from './navigation.ts'
import { sessionKeyCache } from './caller-of-session-key.ts'
import { listKeys } from './routes/key-list.ts'
import { deleteKeyById, postKey } from './routes/keys.ts'

/** API keys, which never have more rights than their creator. */
export const apiKeys = defineModule({
  id: 'api_keys',
  title: 'API Keys',
  requires: ['auth', 'directory'],
  entities: [ApiKey, ApiKeyUse, SessionKey],
  migrations: [keys, parents, confinement, lookUps],
  features,
  contributes: [pages.of(readmePage({ title: 'API keys', access: features.view }, import.meta.url)), ownNavigation],
  grantTables: ['api_keys'],
  roles: { admin: ['api_keys.*'] },
  caches: [keyCache, sessionKeyCache],
  authenticators: [keyAuthenticator],
  locators: [keyLocator],
  commands: [createKey, deleteKey, createSessionKey],
  keep: [keep('session_keys', { id: 'api_keys.session_keys', by: 'expires_at', days: 0 })],
  routes: [listKeys, postKey, deleteKeyById],
})
