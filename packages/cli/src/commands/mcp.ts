import type { Command } from 'commander'
import { UsageError } from '../terminal.ts'
import type { Tool } from '../tool.ts'
import { bridgeMcp } from './mcp-bridge.ts'

interface Options {
  readonly url?: string
  readonly apiKey?: string
  readonly compact?: boolean
}

export function addMcp(program: Command, { terminal, does }: Tool): void {
  program
    .command('mcp')
    .description('serves the MCP server of a running platform on standard input and output')
    .option('--url <url>', 'its address (default: $PLINTH_URL, or http://localhost:3000)')
    .option('--api-key <key>', 'an API key; better passed as PLINTH_API_KEY, where other users cannot see it')
    .option('--compact', 'lists only a few tools, with which clients find the others')
    .action(
      does(async (options: Options) => {
        const { environment, input, output } = terminal
        const url = options.url ?? environment['PLINTH_URL'] ?? 'http://localhost:3000'
        const apiKey = options.apiKey ?? environment['PLINTH_API_KEY']
        if (!URL.canParse(url)) throw new UsageError(`${url} is not a valid URL; example: --url http://localhost:3000`)
        if (!apiKey) throw new UsageError('An API key is missing: set PLINTH_API_KEY, or use --api-key')
        await bridgeMcp({ url, apiKey, mode: options.compact ? 'compact' : undefined, input, output })
        return 0
      }),
    )
}
