export { auditLogs } from './module.ts'
export { features } from './contract.ts'
