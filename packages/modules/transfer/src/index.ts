// The module
export { transfer } from './module.ts'

// Contract
export { events, features } from './contract.ts'

// Which object stores inside the network exports may go to
export { type DestinationHosts, destinationHosts } from './destinations/hosts.ts'

// Whose rights imports have
export { type Importer, type Importers, importers } from './importers.ts'
