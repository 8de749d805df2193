export { transferFixtures } from './fixtures.ts'
export { type ImportedFile, postFile, workOn } from './imports.ts'
