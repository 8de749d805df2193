export { apiKeysFixtures } from './fixtures.ts'
export { createKey } from './keys.ts'
