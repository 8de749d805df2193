import { examples } from '../modules/audit-logs/_examples.ts'
import { proveSequences } from './prove-sequences.ts'

proveSequences(examples)
