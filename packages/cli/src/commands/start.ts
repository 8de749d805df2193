import cluster from 'node:cluster'
import type { Command } from 'commander'
import { loadHost } from '../load-host.ts'
import type { Tool } from '../tool.ts'
import { toPort } from './values.ts'

export function addStart(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('start')
    .description('starts the product, as its main program does')
    .option('--port <port>', 'TCP port, instead of PORT; 0 for any that is free', toPort)
    .action(
      does(async ({ port }: { port?: number }) => {
        const { host } = await hosted()
        const { startHost } = await loadHost()
        // Workers get the port from the process that started them.
        const own = port === undefined || cluster.isWorker ? {} : { PORT: String(port) }
        await startHost({ ...host, environment: { ...terminal.environment, ...own } })
        return 0
      }),
    )
}
