import { readEnv } from '../../../packages/host/src/env/env.ts'
import { composeModules } from '../../../examples/host/modules.ts'
import { Attack, type Order } from './hostile-tenant.ts'

// A process of its own, so that what the attack costs its sender is not taken for the host's.
process.once('message', async (order: Order) => {
  const routes = composeModules(readEnv({}), 'x'.repeat(32)).flatMap((module) => module.routes ?? [])
  const attack = new Attack(order, routes)
  const report = await attack.run()
  process.send!(report, () => process.exit())
})
process.once('disconnect', () => process.exit())
