export { apiKeys } from './module.ts'
