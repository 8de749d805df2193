export { businessRulesFixtures } from './fixtures.ts'
export { create, guard, rulesPath, setsPath } from './rules.ts'
