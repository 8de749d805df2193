export { auditLogs } from './module.ts'
export { features } from './contract.ts'
export { sealEntries } from './trail/seal-entries.ts'
export { type Fault, type Verification, verifyTrail } from './trail/verify-trail.ts'
