// The module
export { transfer } from './module.ts'

// Contract
export { events, features } from './contract.ts'

// Whose rights imports have
export { type Importer, type Importers, importers } from './importers.ts'
