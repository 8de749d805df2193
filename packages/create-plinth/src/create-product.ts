import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a product begins as. `console`: the API and the console, `api`: the API alone, `next`: Next.js with the API mounted. */
export type Template = 'console' | 'api' | 'next'

const templates: readonly Template[] = ['console', 'api', 'next']

export interface CreateOptions {
  /** Where to create the product: a folder that does not exist or is empty. */
  readonly folder: string
  /** The name of the package, and of its database. Default: that of the folder. */
  readonly name?: string
  /** Default: 3000. */
  readonly port?: number
  /** Default: `console`. */
  readonly template?: Template
  /** A folder of `.tgz` files, from which the packages of Plinth are installed instead of from the registry. */
  readonly tarballs?: string
}

/** A mistake by the caller, reported as a sentence with exit code 2. */
export class CreateError extends Error {
  override readonly name = 'CreateError'
}

/** The folder of this package, from its sources and from `dist`. */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const TEMPLATES = join(PACKAGE, 'templates')

/**
 * Template files, and the names that they get in a product. Under those names, npm would not publish them, or they would
 * confuse tools in this repository.
 */
const RENAMED: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  '_package.json': 'package.json',
  '_tsconfig.json': 'tsconfig.json',
}

/** Writes a product. Nothing is overwritten: the folder has to be new or empty. Returns the paths of its files. */
export async function createProduct({
  folder,
  name = basename(resolve(folder)),
  port = 3_000,
  template = 'console',
  tarballs,
}: CreateOptions): Promise<{ readonly folder: string; readonly files: readonly string[] }> {
  const target = resolve(folder)
  if (!/^[a-z][a-z0-9-]{0,38}$/.test(name))
    throw new CreateError(
      `'${name}' is not a valid product name: use lower-case letters, digits and hyphens, as in --name shop`,
    )
  if (!(port >= 0 && port <= 65_535)) throw new CreateError('A port is a whole number from 0 to 65535')
  if (!templates.includes(template))
    throw new CreateError(`'${String(template)}' is not a template; there are: ${templates.join(', ')}`)
  if (!(await isFree(target))) throw new CreateError(`${target} is not empty; nothing was written`)
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const values = { name, port: String(port), version, database: name.replaceAll('-', '_') }
  // Everything is read and checked before the first file is written.
  const contents = new Map<string, string>()
  // What the template has of its own takes the place of what all have.
  for (const source of [join(TEMPLATES, 'shared'), join(TEMPLATES, template)])
    for (const file of await listFiles(source)) {
      const path = relative(source, file)
      const name = join(dirname(path), RENAMED[basename(path)] ?? basename(path))
      const text = fill(await readFile(file, 'utf8'), values)
      const isManifest = name === 'package.json' && tarballs !== undefined
      contents.set(name, isManifest ? withTarballs(text, resolve(tarballs)) : text)
    }
  // The variables of this machine. It is not committed, so others copy the example.
  contents.set('.env', contents.get('.env.example')!)
  for (const [name, content] of contents) {
    await mkdir(dirname(join(target, name)), { recursive: true })
    await writeFile(join(target, name), content, { flag: 'wx' })
  }
  return { folder: target, files: [...contents.keys()].toSorted() }
}

async function isFree(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return true
    if (code === 'ENOTDIR') return false
    throw error
  }
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Replaces `{{name}}`. Other braces, such as those of workflows, have spaces in them. */
const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (braces, key: string) => values[key] ?? braces)

type Dependencies = Readonly<Record<string, string>>

/** Replaces the versions of Plinth's packages with the paths of their files. */
function withTarballs(text: string, folder: string): string {
  const files = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  const fileOf = (name: string) => {
    const prefix = `${name.replace('@', '').replace('/', '-')}-`
    const found = files.find((file) => file.startsWith(prefix) && /^\d/.test(file.slice(prefix.length)))
    if (found === undefined) throw new CreateError(`${folder} has no ${prefix}*.tgz`)
    return `file:${join(folder, found)}`
  }
  const replace = (dependencies: Dependencies) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => [
        name,
        name.startsWith('@plinth/') ? fileOf(name) : version,
      ]),
    )
  const manifest = JSON.parse(text) as { dependencies: Dependencies; devDependencies: Dependencies }
  return `${JSON.stringify(
    {
      ...manifest,
      dependencies: replace(manifest.dependencies),
      devDependencies: replace(manifest.devDependencies),
    },
    null,
    2,
  )}\n`
}
