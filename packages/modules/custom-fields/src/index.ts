// Module
export { customFields } from './module.ts'

// Contract
export { events, features } from './contract.ts'

// Commands
export { deleteDefinition } from './commands/delete-definition.ts'
export { deleteEntity } from './commands/delete-entity.ts'
export { restoreDefinition } from './commands/restore-definition.ts'
export { saveDefinition } from './commands/save-definition.ts'
export { saveDefinitions } from './commands/save-definitions.ts'
export { saveEncryption } from './commands/save-encryption.ts'
export { saveEntity } from './commands/save-entity.ts'
export { createRecord, deleteRecord, updateRecord } from './commands/save-record.ts'
