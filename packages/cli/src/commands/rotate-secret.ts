import type { Command } from 'commander'
import { loadHost } from '../load-host.ts'
import { note, print, printJson } from '../terminal.ts'
import type { Tool } from '../tool.ts'

export function addRotateSecret(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('rotate-secret')
    .description('renews all stored values with JWT_SECRET, so that RETIRED_SECRETS is no longer needed')
    .option('--json', 'prints { keyId, isDone, steps, retiredUntil }')
    .action(
      does(async ({ json }: { json?: boolean }) => {
        const { host } = await hosted()
        const { withPlatform } = await loadHost()
        // The current transaction ends before the process does; the next call continues after it.
        const stop = new AbortController()
        const abort = () => stop.abort()
        process.once('SIGINT', abort).once('SIGTERM', abort)
        try {
          const rotation = await withPlatform(host, ({ platform }) =>
            platform.rotateSecret({
              signal: stop.signal,
              onStep: ({ id, renewed, left }) =>
                note(terminal, `${id}: ${renewed} renewed${left > 0 ? `, ${left} left as they are` : ''}`),
            }),
          )
          if (json) printJson(terminal, rotation)
          else if (rotation.isDone)
            print(
              terminal,
              `All stored values now use key ${rotation.keyId}. Remove RETIRED_SECRETS after ${rotation.retiredUntil}`,
            )
          else print(terminal, 'Interrupted: run plinth rotate-secret again to continue from here')
          return rotation.isDone ? 0 : 1
        } finally {
          process.off('SIGINT', abort).off('SIGTERM', abort)
        }
      }),
    )
}
