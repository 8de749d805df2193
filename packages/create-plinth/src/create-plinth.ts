#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { createProduct, CreateError, type Template } from './create-product.ts'

// The arguments are few, and npm downloads this package for every use, so it has no dependencies.
const USAGE = `Usage: npm create plinth@latest [folder] [-- options]

  --name <name>        the name of the package (default: that of the folder)
  --port <port>        the port of the product (default: 3000)
  --template <name>    console (default), api (without the console), or next (Next.js with the API mounted)
  --tarballs <folder>  installs the packages of Plinth from the .tgz files in this folder
  --json               prints { folder, files }
  -h, --help           shows this text

Creates a product in a new or empty folder. Without a folder, it asks for one.`

process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        port: { type: 'string', default: '3000' },
        template: { type: 'string', default: 'console' },
        tarballs: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    assertNodeRunsProduct()
    if (positionals.length > 1) throw new CreateError(`One folder is expected, not ${positionals.length}`)
    const folder = positionals[0] ?? (await askForFolder())
    const { name, tarballs, template } = values
    const created = await createProduct({
      folder,
      template: template as Template,
      port: Number(/^\d{1,5}$/.test(values.port) ? values.port : Number.NaN),
      ...(name !== undefined && { name }),
      ...(tarballs !== undefined && { tarballs }),
    })
    if (values.json) console.log(JSON.stringify(created, null, 2))
    else
      console.log(
        `\n  ${created.folder} is ready:\n\n    cd ${folder}\n    npm install && ${template === 'next' ? 'npm run dev' : 'npm start'}\n`,
      )
    return 0
  } catch (error) {
    if (!(error instanceof CreateError) && !isArgumentError(error)) throw error
    console.error(`create-plinth: ${error.message}`)
    return 2
  }
}

/** npm only warns. */
function assertNodeRunsProduct(): void {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return
  throw new CreateError(`The product needs Node 22.18 or newer; this is Node ${node}. Nothing was written`)
}

async function askForFolder(): Promise<string> {
  if (!process.stdin.isTTY) throw new CreateError('A folder is missing: npm create plinth@latest shop')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question('  Folder (shop): ')).trim() || 'shop'
  } finally {
    terminal.close()
  }
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
