export { auditLogsFixtures } from './fixtures.ts'
