export { scimFixtures } from './fixtures.ts'
