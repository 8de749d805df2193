// Module
export { numbering } from './module.ts'

// Contract
export { events, features } from './contract.ts'

// API for modules
export { type NumberSeries, numberSeries, series } from './series.ts'
export { type Numbers, numbers } from './numbers.ts'
export type { Period } from './pattern.ts'

// Commands
export { updateSeries } from './commands/update-series.ts'
