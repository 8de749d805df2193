import { globSync, readdirSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { expect, test } from 'vitest'
import { LONGEST } from '../_setup/longest-first.ts'
import { SLOW } from '../_setup/slow-files.ts'
import { ROOT } from './_sources.ts'

/** Tests of what no folder of sources has to itself. Whoever adds one says here what it is about. */
const ACROSS: Readonly<Record<string, string>> = {
  'test/architecture': 'rules about all sources',
  'test/attack': 'a hostile tenant against the whole host',
  'test/bench': 'what is measured',
  'test/cluster': 'several hosts and servers',
  'test/console': 'the console in a browser',
  'test/contract': 'the published contract, statement by statement',
  'test/crash': 'hosts and servers that are killed',
  'test/docs': 'what the pages and their code say',
  'test/isolation': 'the isolation check finds planted faults',
  'test/packages': 'the packages as a stranger installs them',
  'test/types': 'what the compiler refuses',
  'test/undo': 'undo of the commands of all modules',
  'test/modules/together': 'all modules in one platform',
  'test/core/setup.test.ts': 'the PostgreSQL of a test run',
  'test/core/slice.test.ts': 'one request through all of the core',
}

const MIRRORED: Readonly<Record<string, string>> = {
  'test/core': 'packages/core/src',
  'test/points': 'packages/points/src',
  'test/testing': 'packages/testing/src',
  'test/cli': 'packages/cli/src',
  'test/create-plinth': 'packages/create-plinth/src',
  'test/host': 'packages/host/src',
  'test/client': 'packages/client/src',
  ...Object.fromEntries(
    readdirSync(join(ROOT, 'packages/modules')).map((name) => [`test/modules/${name}`, `packages/modules/${name}/src`]),
  ),
}

const list = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules'] }).map((path) => path.split(sep).join('/'))
const tests = list('test/**/*.{test,e2e}.ts')
const sources = new Set(list('packages/**/src/**'))
const isAcross = (path: string) => Object.keys(ACROSS).some((place) => `${path}/`.startsWith(`${place}/`))
/** Whether there is such a folder, or a file of that name. */
const isSource = (path: string) => sources.has(path) || sources.has(`${path}.ts`)

test('a folder of tests is named after the folder of sources that it is about', () => {
  const strays = tests.filter((path) => {
    if (isAcross(path)) return false
    const [place, source] = Object.entries(MIRRORED).find(([place]) => path.startsWith(`${place}/`)) ?? []
    // What lies beside the modules is about all of them.
    if (place === undefined || source === undefined) return posix.dirname(path) !== 'test/modules'
    const folder = posix.dirname(path.slice(place.length + 1))
    return folder !== '.' && !isSource(`${source}/${folder}`)
  })
  expect(strays).toEqual([])
})

test('what lies beside the folders of the core’s tests is about a file beside its folders', () => {
  const beside = list('test/core/*.{test,e2e}.ts').filter((path) => !isAcross(path))
  const strays = beside.filter((path) => !isSource(`packages/core/src/${posix.basename(path, '.test.ts')}`))
  expect(strays).toEqual([])
})

test('what is named as an exception exists', () => {
  const missing = Object.keys(ACROSS).filter((place) => list(place).length === 0)
  expect(missing).toEqual([])
})

test('files that the lists of slow ones name exist', () => {
  const names = new Set(tests.map((path) => path.replace(/\.(test|e2e)\.ts$/, '')))
  expect([...LONGEST, ...SLOW].filter((name) => !names.has(`test/${name}`))).toEqual([])
})
