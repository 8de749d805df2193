export { dashboardsFixtures } from './fixtures.ts'
export { clerks } from './examples.ts'
