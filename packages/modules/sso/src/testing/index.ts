export { ssoFixtures } from './fixtures.ts'
