import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Half of a start is reading TypeScript. What was read once is kept for the next start, this file excepted, which is
// why it is JavaScript.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/plinth', import.meta.url)))
const { progress } = await import('./progress.ts')
progress('Loading the modules')
try {
  await import('./run.ts')
  flushCompileCache()
} catch (error) {
  const { explainFailure } = await import('./failure.ts')
  process.stderr.write(`\n${explainFailure(error)}\n`)
  process.exit(1)
}
