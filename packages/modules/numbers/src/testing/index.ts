export { numbersFixtures, seriesId } from './fixtures.ts'
export { paperwork } from './paperwork.ts'
