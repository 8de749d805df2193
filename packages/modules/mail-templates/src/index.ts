export { mailTemplates } from './module.ts'
export { features } from './contract.ts'
