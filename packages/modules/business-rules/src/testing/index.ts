export { businessRulesFixtures } from './fixtures.ts'
export { create, guardRule, rulesPath, setsPath } from './rules.ts'
