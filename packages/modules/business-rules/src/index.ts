export { businessRules } from './module.ts'
export { events, features, tags } from './contract.ts'
export type { BusinessRulesOptions } from './settings.ts'
