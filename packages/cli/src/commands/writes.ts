import type { Command } from 'commander'
import { loadHost } from '../load-host.ts'
import { print } from '../terminal.ts'
import type { Tool } from '../tool.ts'
import { toId } from './values.ts'

interface Options {
  readonly tenant?: string
}

export function addWrites(program: Command, { hosted, terminal, does }: Tool): void {
  const writes = program.command('writes').description('suspends writes for maintenance, and resumes them')
  const onHost = async (work: (directory: typeof import('@plinth/directory')) => Promise<Work>) => {
    const { host } = await hosted()
    const { withPlatform } = await loadHost()
    const { NO_SCOPE } = await import('@plinth/core/data')
    const command = await work(await import('@plinth/directory'))
    await withPlatform(host, async ({ platform }) => {
      await platform.actAs({ actor: 'platform', reason: 'plinth writes', scope: NO_SCOPE }, command)
    })
  }
  writes
    .command('suspend')
    .description('answers writes with 503 and a message, on all hosts; reading and signing in go on, and jobs wait')
    .requiredOption('--message <text>', 'what users are told: why, and until when')
    .option('--tenant <id>', 'suspends the writes of a single tenant', toId)
    .action(
      does(async ({ message, tenant }: Options & { readonly message: string }) => {
        await onHost(
          async ({ suspendWrites }) =>
            ({ run }) =>
              run(suspendWrites, { id: tenant ?? null, message }),
        )
        print(terminal, `Writes of ${tenant ?? 'all tenants'} are suspended: plinth writes resume ends it`)
        return 0
      }),
    )
  writes
    .command('resume')
    .description('lifts a suspension')
    .option('--tenant <id>', 'that of a single tenant', toId)
    .action(
      does(async ({ tenant }: Options) => {
        await onHost(
          async ({ resumeWrites }) =>
            ({ run }) =>
              run(resumeWrites, { id: tenant ?? null }),
        )
        print(terminal, `Writes of ${tenant ?? 'all tenants'} are no longer suspended`)
        return 0
      }),
    )
}

type Work = (ctx: import('@plinth/core').Context) => Promise<unknown>
