import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Registry, startRegistry } from '../packages/_registry.ts'
import { beginnings, type CommandBlock } from './_command-blocks.ts'
import { cloneOnto, type Machine, openMachine } from './_machine.ts'
import { findCommands, readBlock, readBlocks } from './_pages.ts'
import { createDatabase } from './_processes.ts'

// The commands with which somebody begins, pasted in order. Where they name a package of Plinth, a registry has it already.

let contributor: Machine
let user: Machine
let registry: Registry
let env: Readonly<Record<string, string>>
const text = (block: CommandBlock) => findCommands(block).text

beforeAll(async () => {
  contributor = await openMachine('as installed')
  user = await openMachine('for products')
  await cloneOnto(contributor)
  await contributor.run('plinth', text(beginnings.clone).replaceAll('/tmp/plinth', join(user.folder, 'packed')))
  registry = await startRegistry(join(user.folder, 'packed'))
  env = { npm_config_registry: registry.url, PORT: '0', SEED_PASSWORD: 'Secret-123', NO_UPDATE_NOTIFIER: '1' }
}, 1_800_000)

afterAll(async () => {
  await registry?.[Symbol.asyncDispose]()
  await contributor?.[Symbol.asyncDispose]()
  await user?.[Symbol.asyncDispose]()
})

test('the packages are installed into a product from the files', { timeout: 60_000 }, async () => {
  const { dependencies } = JSON.parse(await readFile(join(contributor.folder, 'product/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(Object.keys(dependencies).length).toBe(6)
  await writeFile(join(contributor.folder, 'product/product.ts'), readBlock('README.md', 'product.ts').text)
  const env = { DATABASE_URL: await createDatabase('clean_product'), PORT: '0' }
  await user.run('.', `cd ${contributor.folder}/product && timeout 20 node product.ts || test $? = 124`, { env })
})

test.each([beginnings.start, beginnings.startToo])(
  'the example host starts: %s',
  { timeout: 900_000 },
  async (...block) => {
    const printed = await contributor.untilSaid('plinth', text(block), { said: 'Login page', env: { PORT: '0' } })
    expect(printed).toContain('(SEED_PASSWORD)')
  },
)

test.each([
  [beginnings.create, 'one'],
  [beginnings.createToo, 'two'],
])('a product is created and starts: %s', { timeout: 900_000 }, async (block, place) => {
  const printed = await user.untilSaid(place, text(block), { said: 'Login page', env })
  expect(printed).toContain('shop is ready')
  await user.untilSaid(`${place}/shop`, text(beginnings.product), { said: 'Login page', env })
})

test(
  'a product is created from the packed files, and a Node that is too old is told',
  { timeout: 900_000 },
  async () => {
    const commands = text(beginnings.createFromTarballs)
      .replace(/^npm ci.*\n^npm run pack.*\n/m, '')
      .replaceAll('/tmp/plinth', join(user.folder, 'packed'))
      .replaceAll('../shop', join(user.folder, 'three'))
    const { PORT, SEED_PASSWORD } = env as { PORT: string; SEED_PASSWORD: string }
    await user.untilSaid('.', `cd ${contributor.folder}/plinth\n${commands}`, {
      said: 'Login page',
      env: { PORT, SEED_PASSWORD },
    })
    const version = await contributor.run('.', 'node -p process.versions.node')
    if (Number(version.split('.')[0]) >= 22) return
    expect(await contributor.run('.', `cd ${user.folder}/three && npm start`, { mayFail: true })).toContain(
      'Node 22.18 or newer',
    )
  },
)

test('a product is examined and its upgrade rehearsed', { timeout: 900_000 }, async () => {
  const database = { ...env, DATABASE_URL: await createDatabase('clean_shop') }
  await user.untilSaid('one/shop', 'npm start', { said: 'Login page', env: database })
  await mkdir(join(user.folder, 'backups'))
  const doctor = text(beginnings.doctor)
    .replace('/var/backups/shop', join(user.folder, 'backups'))
    .replace('https://shop.example.com', 'http://127.0.0.1:1')
  expect(await user.run('one/shop', doctor, { mayFail: true, env: database })).toMatch(/^ok +database/m)
  await user.run('one/shop', 'git init -q && git add -A && git commit -qm 1 && git tag v1.4.0')
  const printed = await user.run('one/shop', text(beginnings.upgrade), { mayFail: true, env: database })
  for (const line of readBlocks('docs/command-line.md')
    .find((block) => block.text.startsWith('Copy '))!
    .text.match(/^\w+/gm)!)
    if (line !== 'Lock') expect(printed).toMatch(new RegExp(`^${line} `, 'm'))
  const tool = text(beginnings.command)
    .split('\n')
    .filter((line) => !line.includes('plinth mcp'))
  const told = await user.run('one/shop', tool.join('\n').replaceAll(/^npx .*$/gm, '$& || true'), { env: database })
  expect(told).toContain('Usage: plinth')
})

test('the module of the page is installed, tested and gets a migration', { timeout: 900_000 }, async () => {
  const page = 'docs/2-modules.md'
  await user.run('tags', `npm init -y && npm pkg set type=module\n${text(beginnings.module)}npm i -D @plinth/testing`, {
    env,
  })
  for (const name of ['tags.ts', 'tags.test.ts'])
    await writeFile(join(user.folder, 'tags', name), readBlock(page, name).text)
  const database = { ...env, TEST_DATABASE_URL: inject('postgresUrl') }
  expect(await user.run('tags', 'npx vitest run', { env: database })).toMatch(/Tests .*4 passed/)
  const config = `import { tags } from './tags.ts'\nexport const modules = [tags]\nexport const folders = { tags: 'migrations' }\n`
  await writeFile(join(user.folder, 'tags/plinth.config.ts'), config)
  const migration = text(beginnings.migration).replace('postgres://localhost/product', inject('postgresUrl'))
  expect(await user.run('tags', migration, { mayFail: true, env })).not.toMatch(/Error|at file:/)
})

test.each([beginnings.host, beginnings.hostPackage])(
  'a host is installed and starts: %s',
  { timeout: 900_000 },
  async (...block) => {
    const place = block[0].replaceAll(/\W/g, '-')
    await user.run(place, 'npm init -y && npm pkg set type=module')
    await writeFile(join(user.folder, place, 'main.ts'), readBlock('docs/13-host.md', 'main.ts').text)
    const commands = `npm install @plinth/api-keys\n${text(block)}`.replace(/(node main\.ts)?\s*$/, '\nnode main.ts')
    await user.untilSaid(place, commands, { said: 'Login page', env })
  },
)

test('entries of a release are written beside the product', { timeout: 900_000 }, async () => {
  const git =
    'git init -q && printf "node_modules\\n.data\\n.env\\n" > .gitignore && git add -A && git commit -qm 1 && git tag v1.0.0'
  await user.run('two/shop', git)
  await writeFile(join(user.folder, 'two/shop/test/write-released.ts'), 'console.log("written")\n')
  await user.run('two/shop', text(beginnings.released), { env })
  expect(await user.run('two/released', 'node write-released.ts')).toBe('written\n')
})

test('a release is rehearsed without a trace', { timeout: 1_800_000 }, async () => {
  const printed = await contributor.run('plinth', text(beginnings.release))
  expect(printed).toContain('== Dry run of the publication')
  expect(
    await contributor.run(
      'plinth',
      'git status --porcelain && (cd release/0.2.0 && sha256sum --check --quiet SHA256SUMS)',
    ),
  ).toBe('')
})

test('the documentation is written beside the repository', { timeout: 300_000 }, async () => {
  await contributor.run('plinth', text(beginnings.site))
  expect(await contributor.run('plinth-site', 'cat versions.js && ls 404.html */index.html')).toMatch(
    /^globalThis\.plinthVersions = \["[\d.]+"\]\n404\.html\n[\d.]+\/index\.html\n$/,
  )
})
