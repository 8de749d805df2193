import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roleStatements } from '@plinth/host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../host/_run-host.ts'

const PROGRAM = join(ROOT, 'packages/create-plinth/src/create-plinth.ts')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-plinth-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the program as `npm create plinth` does, without a terminal. */
const create = (...args: readonly string[]) => run([PROGRAM, ...args])

const run = (args: readonly string[]) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const child = execFile(process.execPath, ['--no-warnings', ...args], { cwd: folder }, (error, output, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code), output, errors }),
    )
    child.stdin!.end()
  })

/** A module that makes Node say that it is an older one. */
const OLD_NODE = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})'

test('a product is written once, and never over something', async () => {
  const { code, output } = await create('web-shop', '--port', '4000', '--json')
  expect(code).toBe(0)
  const { files } = JSON.parse(output) as { files: string[] }
  expect(files).toEqual(
    expect.arrayContaining([
      '.env.example',
      '.github/workflows/ci.yml',
      '.gitignore',
      'Dockerfile',
      'README.md',
      'compose.yaml',
      'package.json',
      'plinth.config.ts',
      'src/tickets/migrations/0001-tables.ts',
      'src/tickets/module.ts',
      'test/tickets.test.ts',
      'tsconfig.json',
    ]),
  )
  const read = (file: string) => readFile(join(folder, 'web-shop', file), 'utf8')
  for (const file of files) expect([file, await read(file)]).toEqual([file, expect.not.stringContaining('{{')])
  expect(JSON.parse(await read('package.json'))).toMatchObject({ name: 'web-shop', scripts: { start: 'plinth start' } })
  expect(await read('.env')).toContain('PORT=4000')
  expect(await read('.gitignore')).toContain('.env\n')
  expect(await read('compose.yaml')).toContain('@database:5432/web_shop')

  await writeFile(join(folder, 'web-shop/README.md'), 'mine')
  const again = await create('web-shop')
  expect(again).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('web-shop is not empty; nothing was written'),
  })
  expect(await read('README.md')).toBe('mine')
})

test.each([
  [[], 'A folder is missing'],
  [['one', 'two'], 'One folder is expected'],
  [['Shop'], "'Shop' is not a valid product name"],
  [['shop', '--name', '../evil'], "'../evil' is not a valid product name"],
  [['shop', '--port', 'http'], 'A port is a whole number'],
  [['shop', '--colour'], "Unknown option '--colour'"],
  [['shop', '--template', 'vue'], "'vue' is not a template; there are: console, api, next"],
  [['shop', '--tarballs', '.'], 'has no plinth-'],
])('create-plinth %j is a mistake', async (args, said) => {
  const { code, output, errors } = await create(...args)
  expect([code, output]).toEqual([2, ''])
  expect(errors).toMatch(/^create-plinth: .+\n$/)
  expect(errors).toContain(said)
  expect(existsSync(join(folder, 'shop/src'))).toBe(false)
})

test('a Node that cannot run the product is refused in a sentence', async () => {
  for (const program of [PROGRAM, join(ROOT, 'packages/cli/src/plinth.ts')]) {
    const { code, output, errors } = await run(['--import', OLD_NODE, program, 'shop'])
    expect([code, output]).toEqual([expect.any(Number), ''])
    expect(code).not.toBe(0)
    expect(errors).toMatch(/^[\w-]+: .*needs? Node 22\.18 or newer.*; this is Node 20\.20\.2.*\n$/)
  }
  expect(existsSync(join(folder, 'shop'))).toBe(false)
})

test.each(['console', 'api', 'next'])('a product from the template %s is complete', async (template) => {
  const { code, output } = await create(template, '--template', template, '--json')
  expect(code).toBe(0)
  const { files } = JSON.parse(output) as { files: string[] }
  const read = (file: string) => readFile(join(folder, template, file), 'utf8')
  for (const file of files) expect([file, await read(file)]).toEqual([file, expect.not.stringMatching(/\{\{\w+\}\}/)])
  for (const file of ['AGENTS.md', 'Dockerfile', '.github/workflows/ci.yml', 'test/tickets.test.ts', 'README.md'])
    expect(files).toContain(file)
  expect(files.some((file) => /^_|\/_/.test(file))).toBe(false)
  expect(files.includes('next.config.ts')).toBe(template === 'next')
  expect((await read('src/tickets/module.ts')).includes('consolePages')).toBe(template === 'console')
})

test.each(['console', 'api', 'next'])('the template %s uses the versions of this repository', async (name) => {
  const template = JSON.parse(
    await readFile(join(ROOT, `packages/create-plinth/templates/${name}/_package.json`), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const all = Object.entries({ ...template.dependencies, ...template.devDependencies })
  const others = all.filter(([one]) => packages[`node_modules/${one}`] !== undefined && !one.startsWith('@plinth/'))
  expect(others).toEqual(others.map(([one]) => [one, packages[`node_modules/${one}`]!.version]))
  expect(all.filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|\{\{version\}\})$/.test(version))).toEqual([])
})

test('the database of a created product has the roles that migrations need', async () => {
  const roles = (statements: string) => [...statements.matchAll(/\bplinth_\w+/g)].map(([role]) => role)
  const sql = await readFile(join(ROOT, 'packages/create-plinth/templates/shared/database/roles.sql'), 'utf8')
  expect(new Set(roles(sql))).toEqual(new Set(roles(roleStatements('shop').join('\n'))))
})

test('the module is the same in all templates, besides its page of the console', async () => {
  const moduleOf = async (template: string) => {
    const file = join(ROOT, 'packages/create-plinth/templates', template, 'src/tickets/module.ts')
    return (await readFile(file, 'utf8')).split('\n')
  }
  const withPage = await moduleOf('console')
  expect(withPage.filter((line) => line.includes('consolePages'))).toHaveLength(2)
  expect(withPage.filter((line) => !line.includes('consolePages'))).toEqual(await moduleOf('shared'))
})
