export { businessRulesFixtures } from './fixtures.ts'
export { create, guardRule as guard, rulesPath, setsPath } from './rules.ts'
