import { proveSequences } from './prove-sequences.ts'

proveSequences({ part: 0, of: 2 })
