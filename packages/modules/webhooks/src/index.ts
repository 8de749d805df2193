// The module
export { webhooks } from './module.ts'
export type { WebhooksOptions } from './settings.ts'

// Contract
export { events, features } from './contract.ts'
