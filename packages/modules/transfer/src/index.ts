// The module
export { defineTransfer, transfer, type TransferOptions } from './module.ts'

// Contract
export { events, features } from './contract.ts'

// Which object stores inside the network exports may be written to
export { type DestinationHosts, destinationHosts } from './destinations/hosts.ts'

// Whose rights imports have
export { type Importer, type Importers, importers } from './importers.ts'
