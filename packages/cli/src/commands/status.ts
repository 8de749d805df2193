import type { Command } from 'commander'
import { loadHost } from '../load-host.ts'
import { print, printJson } from '../terminal.ts'
import type { Tool } from '../tool.ts'

export function addStatus(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('status')
    .description('shows the database, its migrations and its jobs; exits with 1 if migrations are pending')
    .option('--json', 'prints { database, migrations, jobs, modules }')
    .action(
      does(async ({ json }: { json?: boolean }) => {
        const { host } = await hosted()
        const { withPlatform } = await loadHost()
        const { readStatus } = await import('../status.ts')
        const status = await withPlatform(host, ({ platform, database }) => readStatus(platform.modules, database))
        const { database, migrations, jobs, modules } = status
        if (json) printJson(terminal, status)
        else {
          const { latest, pending, unknown } = migrations
          print(terminal, `Database    ${database.name} on ${database.server}, ${toMegabytes(database.bytes)} MB`)
          print(terminal, `Modules     ${modules.join(', ')}`)
          const newest = latest === null ? '' : `, the newest ${latest.id} at ${latest.ranAt}`
          print(terminal, `Migrations  ${migrations.ran} have run${newest}`)
          if (pending.length > 0) print(terminal, `Pending     ${pending.join(', ')}: run plinth migrate`)
          if (unknown.length > 0) print(terminal, `Unknown     ${unknown.join(', ')}: a newer version has run them`)
          const counts = Object.entries(jobs.states).map(([state, count]) => `${count} ${state}`)
          const wait = jobs.oldestSeconds === null ? '' : `; the oldest has been waiting for ${jobs.oldestSeconds} s`
          print(terminal, `Jobs        ${counts.join(', ') || 'none'}${wait}`)
        }
        return migrations.pending.length > 0 ? 1 : 0
      }),
    )
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1_000_000)
