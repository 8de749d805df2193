import type { Command } from 'commander'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadHost } from '../load-host.ts'
import type { HostedProduct } from '../product.ts'
import { print } from '../terminal.ts'
import type { Tool } from '../tool.ts'

interface Options {
  readonly output?: string
  readonly check?: boolean
}

export function addOpenApi(program: Command, { hosted, terminal, does }: Tool): void {
  program
    .command('openapi')
    .description('prints the OpenAPI document of the product; needs no database')
    .option('--output <file>', 'writes it to a file')
    .option('--check', 'writes nothing, and fails if the file of --output differs')
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

async function composeDocument({ host }: HostedProduct): Promise<Record<string, unknown>> {
  const { createPlatform } = await import('@plinth/core')
  const { readEnv, toHostContext, toPlatformOptions } = await loadHost()
  // The document depends on no secret, so none is needed here, nor written to the data folder.
  const { NODE_ENV: _production, ...environment } = host.environment ?? {}
  const env = readEnv(environment)
  const secret = 'not the secret of any deployment, but as long as one'
  const context = toHostContext({ env, environment, dataFolder: '.data', secret, onProgress() {} })
  await using platform = await createPlatform({
    // Nothing connects before the platform is started.
    database: { url: 'postgres://nobody@localhost:1/none' },
    ...(env.APP_URL && { origin: env.APP_URL }),
    ...(await toPlatformOptions(host, context)),
  })
  return platform.document()
}
