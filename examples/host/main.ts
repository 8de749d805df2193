import { startHost } from '@plinth/host'
import { host } from './plinth.config.ts'

await startHost(host)
