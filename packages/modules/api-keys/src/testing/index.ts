export { apiKeysFixtures } from './fixtures.ts'
export { addKey as createKey } from './keys.ts'
