export { webhooksFixtures } from './fixtures.ts'
