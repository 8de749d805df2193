import type { Command } from 'commander'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandFailure, print } from '../terminal.ts'
import type { Tool } from '../tool.ts'
import { composeDocument } from './compose-document.ts'

interface Options {
  readonly output?: string
  readonly check?: boolean
}

export function addClient(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('client')
    .description('writes a typed client for the routes of the product; needs no database')
    .option('--output <file>', 'writes it to a file')
    .option('--check', 'writes nothing, and fails if the --output file differs')
    .action(
      does(async ({ output, check }: Options) => {
        const { generateClient } = await loadGenerator()
        const text = await generateClient({ document: await composeDocument(await hosted()) })
        if (output === undefined) {
          terminal.output.write(text)
          return 0
        }
        const file = resolve(terminal.folder, output)
        if (check) {
          const isSame = (await readFile(file, 'utf8').catch(() => '')) === text
          print(
            terminal,
            isSame ? `${output} is up to date` : `${output} differs: run plinth client --output ${output}`,
          )
          return isSame ? 0 : 1
        }
        await writeFile(file, text)
        print(terminal, `${output} is written`)
        return 0
      }),
    )
}

/** Loaded only here, because it is large and no other command needs it. */
async function loadGenerator() {
  try {
    return await import('@plinth/client-generator')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CommandFailure('This command needs a package: npm install --save-dev @plinth/client-generator')
  }
}
