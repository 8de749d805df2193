import type { Command } from 'commander'
import { loadHost } from '../load-host.ts'
import { print, UsageError } from '../terminal.ts'
import type { Tool } from '../tool.ts'

export function addDatabase(program: Command, { terminal, does }: Tool): void {
  const database = program.command('database').description('prepares a database server')
  database
    .command('roles')
    .argument('[name]', 'the name of the database and of the login that owns it', 'product')
    .description(
      'prints the SQL with which an administrator creates the roles, logins and database, with new passwords',
    )
    .action(
      does(async (name: string) => {
        const { roleStatements } = await loadHost()
        if (!/^[a-z][a-z0-9_]{0,40}$/.test(name))
          throw new UsageError(`${name} is not a valid database name: use lower-case letters, digits and _`)
        for (const statement of roleStatements(name)) print(terminal, statement)
        return 0
      }),
    )
}
