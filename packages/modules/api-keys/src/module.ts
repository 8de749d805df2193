import { defineModule, keep } from '@plinth/core'
import { rekey } from '@plinth/core/security'
import { pages, readmePage } from '@plinth/points'
import { keyAuthenticator, keyCache } from './authenticator.ts'
import { createKey } from './commands/create-key.ts'
import { createSessionKey } from './commands/create-session-key.ts'
import { createServiceKey } from './commands/create-service-key.ts'
import { createServiceAccount, deleteServiceAccount, updateServiceAccount } from './commands/service-accounts.ts'
import { deleteKey } from './commands/delete-key.ts'
import { rotateKey } from './commands/rotate-key.ts'
import { renewKeyHash } from './commands/renew-key-hash.ts'
import { features } from './contract.ts'
import { ApiKey, ApiKeyUse, ServiceAccount, SessionKey } from './entities.ts'
import { keyLocator, tokenLocator } from './locator.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { serviceAccounts, serviceAccountsOnline } from './migrations/0005-service-accounts.ts'
import { keyLimit, keysByPerson } from './migrations/0006-key-limit.ts'
import { sessionKeysByMaker } from './migrations/0007-session-keys.ts'
import { ownNavigation } from './navigation.ts'
import { serviceAccountHolders } from './service-accounts.ts'
import { sessionKeyCache } from './caller-of-session-key.ts'
import { KEY_HASH, SESSION_HASH } from './key-secrets.ts'
import { listKeys } from './routes/key-list.ts'
import { deleteKeyById, postKey, postRotation } from './routes/keys.ts'
import {
  deleteServiceAccountById,
  listServiceAccounts,
  postServiceAccount,
  postServiceKey,
  putServiceAccount,
} from './routes/service-accounts.ts'
import { issueToken } from './routes/token.ts'
import { tokenAuthenticator, tokenCache } from './token-authenticator.ts'
import { translations } from './translations.ts'

/** API keys, which never have more rights than their creator. */
export const apiKeys = defineModule({
  id: 'api_keys',
  title: 'API Keys',
  translations,
  requires: ['auth', 'directory'],
  entities: [ApiKey, ApiKeyUse, SessionKey, ServiceAccount],
  migrations: [baseline, serviceAccounts, serviceAccountsOnline, keyLimit, keysByPerson, sessionKeysByMaker],
  features,
  contributes: [
    pages.of(readmePage({ title: 'API keys', access: features.view }, import.meta.url)),
    ownNavigation,
    serviceAccountHolders,
  ],
  grantTables: ['api_keys', 'service_accounts'],
  roles: { admin: ['api_keys.*'] },
  caches: [keyCache, sessionKeyCache, tokenCache],
  authenticators: [keyAuthenticator, tokenAuthenticator],
  locators: [keyLocator, tokenLocator],
  commands: [
    createKey,
    deleteKey,
    rotateKey,
    createSessionKey,
    createServiceAccount,
    updateServiceAccount,
    deleteServiceAccount,
    createServiceKey,
    renewKeyHash,
  ],
  keep: [keep('session_keys', { id: 'api_keys.session_keys', by: 'expires_at', days: 0 })],
  rekeys: [
    rekey(ApiKey, { id: 'api_keys.keys', property: 'keyHash', purpose: KEY_HASH }),
    rekey(SessionKey, { id: 'api_keys.session_keys', property: 'tokenHash', purpose: SESSION_HASH }),
  ],
  routes: [
    listKeys,
    postKey,
    postRotation,
    deleteKeyById,
    listServiceAccounts,
    postServiceAccount,
    putServiceAccount,
    deleteServiceAccountById,
    postServiceKey,
    issueToken,
  ],
})
