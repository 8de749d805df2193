export { catalogFixtures } from './fixtures.ts'
export { make, makeRich } from './products.ts'
