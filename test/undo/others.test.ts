import { examples as keys } from '../modules/api-keys/_examples.ts'
import { examples as rules } from '../modules/business-rules/_examples.ts'
import { examples as boards } from '../modules/dashboards/_examples.ts'
import { proveSequences } from './prove-sequences.ts'

proveSequences([...keys, ...rules, ...boards])
