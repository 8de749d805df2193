import { commandRates } from '/work/main/test/bench/commands.ts'
import { startTestPostgres } from '/work/main/test/_setup/test-server.ts'
const server = await startTestPostgres()
for (const r of await commandRates(server.url)) console.log(r.name, Math.round(r.perSecond), Math.round(r.floorPerSecond), (r.perSecond / r.floorPerSecond).toFixed(2))
await server.stop()
process.exit()
