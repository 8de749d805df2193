export { sso } from './module.ts'
export type { SsoOptions } from './options.ts'
export { features } from './contract.ts'
export { createConnection, deleteConnection, updateConnection } from './commands/connections.ts'
export type {
  ExplainedConnection,
  ProviderAddresses,
  SignInProtocol,
  SignInStart,
  WrittenConnection,
} from './protocol.ts'
export { signInProtocols } from './protocols.ts'
export { findConnection, openConnection, type StoredConnection } from './connections.ts'
export type { Person } from './find-person.ts'
export {
  type BegunSignIn,
  finishSignIn,
  type ProviderSession,
  type SignInError,
  takeSignIn,
  toLoginPage,
} from './finish-sign-in.ts'
export { explainDomains, type Finding, messageOf } from './connection-findings.ts'
export { providers, type Providers } from './providers/provider.ts'
