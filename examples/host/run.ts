import cluster from 'node:cluster'
import { readEnv } from './env.ts'

// A single process, or a primary that starts workers and runs no modules itself.
const env = readEnv(process.env)
if (cluster.isWorker || env.WORKERS === 1) await import('./main.ts')
else {
  const { runPrimary } = await import('./primary.ts')
  await runPrimary(env)
}
