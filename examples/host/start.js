import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Half of a start is reading TypeScript. What was read once is kept for the next start, this file excepted, which is
// why it is JavaScript.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/plinth', import.meta.url)))
if ((cluster.worker?.id ?? 1) === 1) process.stderr.write('  Loading the modules …\n')
await import('./main.ts')
flushCompileCache()
