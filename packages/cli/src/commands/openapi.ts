import type { Command } from 'commander'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { print } from '../terminal.ts'
import type { Tool } from '../tool.ts'
import { composeDocument } from './compose-document.ts'

interface Options {
  readonly output?: string
  readonly check?: boolean
}

export function addOpenApi(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('openapi')
    .description('prints the OpenAPI document of the product; needs no database')
    .option('--output <file>', 'writes it to a file')
    .option('--check', 'writes nothing, and fails if the --output file differs')
    .action(
      does(async ({ output, check }: Options) => {
        const text = `${JSON.stringify(await composeDocument(await hosted()), null, 2)}\n`
        if (output === undefined) {
          terminal.output.write(text)
          return 0
        }
        const file = resolve(terminal.folder, output)
        if (check) {
          const isSame = (await readFile(file, 'utf8').catch(() => '')) === text
          print(
            terminal,
            isSame ? `${output} is up to date` : `${output} differs: run plinth openapi --output ${output}`,
          )
          return isSame ? 0 : 1
        }
        await writeFile(file, text)
        print(terminal, `${output} is written`)
        return 0
      }),
    )
}
