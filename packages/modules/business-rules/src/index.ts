// Module
export { businessRules } from './module.ts'
export type { BusinessRulesOptions } from './settings.ts'

// Contract for other modules
export { events, features, tags } from './contract.ts'
export { BusinessRule, RuleSet, RuleSetMember } from './entities.ts'
