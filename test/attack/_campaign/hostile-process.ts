import { exampleModules } from '../../_setup/example-host.ts'
import { Attack, type Order } from './hostile-tenant.ts'

// A process of its own, so that what the attack costs its sender is not taken for the host's.
process.once('message', async (order: Order) => {
  const routes = exampleModules().flatMap((module) => module.routes ?? [])
  const attack = new Attack(order, routes)
  const report = await attack.run()
  process.send!(report, () => process.exit())
})
process.once('disconnect', () => process.exit())
