export { settingsFixtures } from './fixtures.ts'
export { office, officeSettings } from './office.ts'
