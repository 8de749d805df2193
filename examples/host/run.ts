import cluster from 'node:cluster'
import { readEnv } from './env.ts'

// One process, or one that starts others and runs no module itself.
const env = readEnv(process.env)
if (cluster.isWorker || env.WORKERS === 1) await import('./main.ts')
else {
  const { runPrimary } = await import('./primary.ts')
  await runPrimary(env)
}
