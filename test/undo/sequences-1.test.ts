import { proveSequences } from './prove-sequences.ts'

proveSequences({ part: 1, of: 2 })
