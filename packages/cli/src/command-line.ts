import { Command, CommanderError } from 'commander'
import { inspect } from 'node:util'
import { addArchive } from './commands/archive.ts'
import { addAudit } from './commands/audit.ts'
import { addClient } from './commands/client.ts'
import { addDatabase } from './commands/database.ts'
import { addDev } from './commands/dev.ts'
import { addDoctor } from './commands/doctor.ts'
import { addMcp } from './commands/mcp.ts'
import { addMigrate } from './commands/migrate.ts'
import { addMigration } from './commands/migration.ts'
import { addOpenApi } from './commands/openapi.ts'
import { addRotateSecret } from './commands/rotate-secret.ts'
import { addSeed } from './commands/seed.ts'
import { addStart } from './commands/start.ts'
import { addStatus } from './commands/status.ts'
import { addUpgrade } from './commands/upgrade.ts'
import { addWrites } from './commands/writes.ts'
import { loadHost } from './load-host.ts'
import { loadHostedProduct, loadProduct } from './product.ts'
import { CommandFailure, note, type Terminal, UsageError } from './terminal.ts'
import type { Tool } from './tool.ts'

const COMMANDS = [
  addDev,
  addStart,
  addMigrate,
  addMigration,
  addStatus,
  addDoctor,
  addSeed,
  addOpenApi,
  addClient,
  addMcp,
  addAudit,
  addArchive,
  addDatabase,
  addRotateSecret,
  addUpgrade,
  addWrites,
]

/**
 * Runs the command that `terminal.args` name. Returns the exit code: 0, 1 if the command found something wrong or failed, 2 for a
 * mistake in the command line.
 */
export async function runCommandLine(terminal: Terminal): Promise<number> {
  const program = new Command('plinth')
  let code = 0
  const tool: Tool = {
    terminal,
    product: () => loadProduct(terminal, program.opts<{ config?: string }>().config),
    hosted: () => loadHostedProduct(terminal, program.opts<{ config?: string }>().config),
    does:
      (work) =>
      async (...args) => {
        code = await work(...args)
      },
  }
  program
    .description('Runs a Plinth product and looks after its database.')
    .option('--config <file>', 'the product (default: $PLINTH_CONFIG, or plinth.config.ts in the working directory)')
    .helpCommand('help [command]', 'explains a command')
    .helpOption('-h, --help', 'explains the command')
    .addHelpText('after', '\nExit codes: 0 success, 1 failure or a problem that was found, 2 invalid command line.')
  for (const add of COMMANDS) add(program, tool)
  for (const command of withSubcommands(program))
    command.exitOverride().configureOutput({
      writeOut: (text) => void terminal.output.write(text),
      writeErr: (text) => void terminal.errors.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'plinth: ')),
    })
  try {
    await program.parseAsync(terminal.args, { from: 'user' })
    return code
  } catch (error) {
    return explain(terminal, error)
  }
}

async function explain(terminal: Terminal, error: unknown): Promise<number> {
  // Commander has written its message. Asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError) {
    note(terminal, `plinth: ${error.message}`)
    return 2
  }
  if (error instanceof CommandFailure) note(terminal, `plinth: ${error.message}`)
  else note(terminal, await describe(error))
  return 1
}

/** One sentence if the user can do something about it, otherwise all details. */
async function describe(error: unknown): Promise<string> {
  try {
    const { explainFailure } = await loadHost()
    return explainFailure(error)
  } catch {
    const { PlatformError } = await import('@plinth/core')
    return error instanceof PlatformError ? error.message : inspect(error)
  }
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}
