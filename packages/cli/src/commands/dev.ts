import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from 'commander'
import type { Tool } from '../tool.ts'

export function addDev(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('dev')
    .description('starts the product, and restarts it whenever one of its files changes')
    .option('--port <port>', 'TCP port, instead of PORT')
    .action(
      does(async ({ port }: { port?: string }) => {
        // A mistake in the configuration is reported once, not at every change.
        const { file } = await hosted()
        const watch = ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGINT']
        const start = [process.argv[1]!, 'start', '--config', file, ...(port === undefined ? [] : ['--port', port])]
        const child = spawn(process.execPath, [...process.execArgv, ...watch, ...start], {
          cwd: terminal.folder,
          env: terminal.environment,
          stdio: 'inherit',
        })
        // Ctrl-C reaches the child as well, which stops the product before it ends.
        const pass = (signal: NodeJS.Signals) => void child.kill(signal)
        const wait = () => {}
        process.on('SIGINT', wait)
        process.on('SIGTERM', pass)
        const [code] = (await once(child, 'exit')) as [number | null]
        process.off('SIGINT', wait)
        process.off('SIGTERM', pass)
        return code ?? 0
      }),
    )
}
