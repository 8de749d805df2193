export { directoryFixtures } from './fixtures.ts'
export { createBelow, homeless, manager, superAdmin } from './people.ts'
