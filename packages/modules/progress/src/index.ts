// The module
export { progress } from './module.ts'

// Contract
export { events, features, jobsTag } from './contract.ts'

// API for jobs
export { type Summary, type Tracker, tracker } from './tracker.ts'
export type { Tracked } from './track-job.ts'
export type { Advance, NewJob } from './fields.ts'
