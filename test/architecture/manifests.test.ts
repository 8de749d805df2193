import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packages } from '../../scripts/packages.ts'
import { ROOT } from './_sources.ts'

interface Manifest {
  readonly version: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly license?: string
  readonly repository?: string | { readonly url: string; readonly directory?: string }
  readonly homepage?: string
  readonly bugs?: string | { readonly url: string }
  readonly files?: readonly string[]
  readonly publishConfig?: object
  readonly engines?: Readonly<Record<string, string>>
}

const read = (folder: string) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest
const root = read('.')
const { version } = read('packages/core')

test.each(packages)('$name says on npm what it is', ({ folder, name }) => {
  const manifest = read(folder)
  expect(manifest).toMatchObject({
    version,
    license: 'MIT',
    description: expect.stringMatching(/^[A-Z].{30,140}\.$/),
    keywords: expect.arrayContaining(['plinth', 'multi-tenant']),
    publishConfig: { access: 'public', provenance: true },
    engines: { node: '>=22.18.0' },
  })
  // Named once, in the package.json of the repository; `scripts/release.ts` writes them into the others.
  expect([manifest.repository, manifest.homepage, manifest.bugs].map((field) => field !== undefined)).toEqual(
    [root.repository, root.repository, root.repository].map((field) => field !== undefined),
  )
  expect(manifest.files?.filter((file) => !existsSync(join(ROOT, folder, file)) && file !== 'dist')).toEqual([])
  const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
  expect(readme).toMatch(new RegExp(`^# ${name}\n`))
})

// Managers of packages that do not hoist give a product only what it has installed itself.
test.each(packages)('the readme of $name installs what its first example imports', ({ folder, name }) => {
  const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
  const installed = [...readme.matchAll(/^npm (?:install|create) (.*?)(?: #.*)?$/gm)].flatMap(([, words = '']) =>
    words.split(' '),
  )
  const [, example = ''] = /^```ts.*\n([\s\S]*?)^```$/m.exec(readme) ?? []
  const imports = [...example.matchAll(/^(?:import (?!type)[^']*|\} from )'((?:@[^'/]+\/)?[^'./][^'/]*)/gm)].map(
    ([, imported = '']) => imported,
  )
  const needed = [name.replace(/^create-/, '').replace(/^plinth$/, 'plinth@latest'), ...imports]
  expect(installed).toEqual(expect.arrayContaining(needed.filter((one) => !one.startsWith('node:'))))
})
