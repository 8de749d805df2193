export { dictionariesFixtures } from './fixtures.ts'
export { addDictionary, addEntry } from './dictionaries.ts'
