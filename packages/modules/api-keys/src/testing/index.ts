export { apiKeysFixtures } from './fixtures.ts'
export { addServiceAccount, addServiceKey } from './service-accounts.ts'
export { addKey } from './keys.ts'
