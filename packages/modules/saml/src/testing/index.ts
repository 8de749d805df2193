export { samlFixtures } from './fixtures.ts'
