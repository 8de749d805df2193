import { examples } from '../modules/catalog/_examples.ts'
import { proveSequences } from './prove-sequences.ts'

proveSequences(examples)
