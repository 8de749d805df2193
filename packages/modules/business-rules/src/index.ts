// The module
export { businessRules } from './module.ts'
export type { BusinessRulesOptions } from './settings.ts'

// What others may name
export { events, features, tags } from './contract.ts'
export { BusinessRule, RuleSet, RuleSetMember } from './entities.ts'
