export { businessRules } from './module.ts'
