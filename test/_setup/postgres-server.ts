import { startTestPostgres } from './test-server.ts'

const server = await startTestPostgres()
console.log(server.url)
// The listeners alone do not keep the process running.
const alive = setInterval(() => undefined, 60_000)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await server.stop()
    clearInterval(alive)
  })
}
