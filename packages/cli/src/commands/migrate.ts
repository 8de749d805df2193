import type { Command } from 'commander'
import { loadHost } from '../load-host.ts'
import { print, printJson } from '../terminal.ts'
import type { Tool } from '../tool.ts'

export function addMigrate(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('migrate')
    .description('runs pending migrations, and gives existing tenants what the modules declare')
    .option('--json', 'prints { migrations }')
    .action(
      does(async ({ json }: { json?: boolean }) => {
        const { host } = await hosted()
        const { withPlatform } = await loadHost()
        const migrations = await withPlatform(host, ({ platform }) => platform.migrate())
        if (json) printJson(terminal, { migrations })
        else {
          for (const id of migrations) print(terminal, id)
          print(terminal, migrations.length === 0 ? 'Nothing to migrate' : `${migrations.length} migrations have run`)
        }
        return 0
      }),
    )
}
