export { apiKeysFixtures } from './fixtures.ts'
export { addKey } from './keys.ts'
