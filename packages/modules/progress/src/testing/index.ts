export { progressFixtures } from './fixtures.ts'
export { announce } from './jobs.ts'
