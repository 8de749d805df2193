import type { Command } from 'commander'
import { loadHost } from '../load-host.ts'
import { CommandFailure, print, printJson } from '../terminal.ts'
import type { Tool } from '../tool.ts'

export function addSeed(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('seed')
    .description('creates the first tenant and its accounts in an empty database, as the first start does')
    .option('--json', 'prints { accounts }')
    .action(
      does(async ({ json }: { json?: boolean }) => {
        const { host } = await hosted()
        const { seedFirstTenant, withPlatform } = await loadHost()
        const { createPool, pendingMigrations } = await import('@plinth/core/internal')
        const accounts = await withPlatform(host, async ({ platform, host: { env }, database }) => {
          const pool = createPool({ url: database.migrationUrl ?? database.directUrl ?? database.url, poolSize: 1 })
          const pending = await pendingMigrations(pool, platform.modules).finally(() => pool.end())
          if (pending.length > 0)
            throw new CommandFailure(`The database lacks ${pending.length} migrations: run plinth migrate`)
          const tenant = host.firstTenant || undefined
          const log = { debug() {}, info() {}, warn() {}, error() {} }
          const seeded = await seedFirstTenant({ platform, env, log, tenant })
          await host.prepare?.(platform)
          return seeded
        })
        if (json) printJson(terminal, { accounts: accounts.map(toShown) })
        else if (accounts.length === 0) print(terminal, 'There is a tenant already; nothing was created')
        else
          for (const { email, password, isGenerated } of accounts)
            print(terminal, `${email.padEnd(24)} ${isGenerated ? password : '(SEED_PASSWORD)'}`)
        return 0
      }),
    )
}

/** A password that the caller has chosen is not shown. */
const toShown = ({
  email,
  role,
  password,
  isGenerated,
}: {
  email: string
  role: string
  password: string
  isGenerated: boolean
}) => ({
  email,
  role,
  ...(isGenerated && { password }),
})
