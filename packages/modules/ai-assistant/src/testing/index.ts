export { aiAssistantFixtures } from './fixtures.ts'
