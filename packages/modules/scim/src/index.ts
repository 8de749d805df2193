export { scim } from './module.ts'
export { features } from './contract.ts'
