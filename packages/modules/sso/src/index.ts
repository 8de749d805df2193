export { sso } from './module.ts'
export type { SsoOptions } from './options.ts'
export { features } from './contract.ts'
export { createConnection, deleteConnection, updateConnection } from './commands/connections.ts'
