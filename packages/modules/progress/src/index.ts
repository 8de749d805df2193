// The module
export { progress } from './module.ts'

// What others may name
export { events, features, jobsTag } from './contract.ts'

// For authors of jobs
export { type Summary, type Tracker, tracker } from './tracker.ts'
export type { Tracked } from './track-job.ts'
export type { Advance, NewJob } from './fields.ts'
