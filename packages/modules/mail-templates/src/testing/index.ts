export { mailTemplatesFixtures } from './fixtures.ts'
