import cluster from 'node:cluster'
import { readEnv } from '../../packages/host/src/env/env.ts'

// A single process, or a primary that starts workers and runs no modules itself.
const env = readEnv(process.env)
if (cluster.isWorker || env.WORKERS === 1) await import('../../packages/host/src/start-host.ts')
else {
  const { runPrimary } = await import('../../packages/host/src/process/primary.ts')
  await runPrimary(env)
}
