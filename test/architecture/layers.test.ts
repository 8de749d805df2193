import { expect, test } from 'vitest'
import { packageOf, published, readManifest, readSources, resolveImport, type Source } from './_sources.ts'

/** Bottom to top. A file imports from its own room and from rooms of lower steps, type imports included. */
const STAIRCASE = [
  ['errors.ts', 'byte-cache.ts', 'confined-process.ts', 'keep-latest.ts', 'parse-date.ts', 'plain-object.ts'],
  ['fairness', 'money.ts'],
  ['security', 'data'],
  ['define'],
  ['acl', 'rules', 'cache', 'jobs'],
  ['log'],
  ['http'],
  ['context'],
  ['command'],
  ['request', 'declare'],
  ['platform'],
  ['exports', 'index.ts'],
]

/** Where a package may be imported, below `packages/core/src/`. */
const HOMES: Readonly<Record<string, readonly RegExp[]>> = {
  '@node-rs/argon2': [],
  '@opentelemetry/api': [/^platform\/open-telemetry\.ts$/],
  awilix: [/^context\/services\.ts$/],
  busboy: [/^http\/multipart\.ts$/],
  h3: [/^http\//, /^request\//],
  oslo: [/^security\//],
  'pg-boss': [/^jobs\//],
  vitest: [],
}

/** The one type that a handler may reach for. */
const TYPE_ONLY: Readonly<Record<string, string>> = { h3: 'define/route.ts' }

/** Rooms without a database, HTTP or a clock of their own. */
const PURE = ['acl', 'rules']

const CORE = 'packages/core/src/'
const core = published.filter(({ path }) => path.startsWith(CORE))
const modules = published.filter(({ path }) => path.startsWith('packages/modules/'))
const others = published.filter(({ path }) => !path.startsWith(CORE))
/** These two reach into the core by an entry of their own. */
const TOOLS = /^packages\/(testing|cli)\//

const placeOf = (path: string) => path.slice(CORE.length)
const roomOf = (path: string) => placeOf(path).split('/')[0]!
const stepOf = (path: string) => STAIRCASE.findIndex((rooms) => rooms.includes(roomOf(path)))

function relative(source: Source): readonly string[] {
  return source.imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => resolveImport(source, specifier))
}

/** The imports by which folders, and files beside them, reach each other in a circle, however long. */
function findCircles(root: string, sources: readonly Source[]): readonly string[] {
  const partOf = (path: string) => path.slice(root.length).split('/')[0]!
  let imports = sources.flatMap((source) =>
    relative(source)
      .map((target) => ({ from: partOf(source.path), to: partOf(target), text: `${source.path} imports ${target}` }))
      .filter(({ from, to }) => from !== to),
  )
  // What imports nothing that is left is the lowest step, what nothing imports the highest. Neither is in a circle.
  for (let count = Infinity; imports.length < count;) {
    count = imports.length
    const importing = new Set(imports.map(({ from }) => from))
    const imported = new Set(imports.map(({ to }) => to))
    imports = imports.filter(({ from, to }) => importing.has(to) && imported.has(from))
  }
  return imports.map(({ text }) => text)
}

test('every room of core has its step', () => {
  expect(core.filter(({ path }) => stepOf(path) === -1).map(({ path }) => path)).toEqual([])
})

test('rooms of core import downwards', () => {
  const upwards = core.flatMap((source) =>
    relative(source)
      .filter((target) => roomOf(target) !== roomOf(source.path) && stepOf(target) >= stepOf(source.path))
      .map((target) => `${placeOf(source.path)} reaches up into ${placeOf(target)}`),
  )
  expect(upwards).toEqual([])
})

test('the folders of data form a staircase as well', () => {
  const root = `${CORE}data/`
  expect(
    findCircles(
      root,
      core.filter(({ path }) => path.startsWith(root)),
    ),
  ).toEqual([])
})

test('the folders of every other package form a staircase without being listed', () => {
  const byPackage = Map.groupBy(others, ({ path }) => path.slice(0, path.indexOf('/src/') + 5))
  expect([...byPackage].flatMap(([root, sources]) => findCircles(root, sources))).toEqual([])
})

test('packages are imported where they live', () => {
  const strays = core.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, isType }) => {
        const name = packageOf(specifier)
        if (isType && TYPE_ONLY[name] === placeOf(path)) return false
        return HOMES[name]?.every((home) => !home.test(placeOf(path)))
      })
      .map(({ specifier }) => `${placeOf(path)} imports ${specifier}`),
  )
  expect(strays).toEqual([])
})

test('access control and rules touch no database, no HTTP and no clock', () => {
  const impure = core
    .filter(({ path }) => PURE.includes(roomOf(path)))
    .filter(
      ({ text, imports }) =>
        /\bnew Date\(\)|\bDate\.now\(|\bfetch\(/.test(text) ||
        imports.some(({ specifier, isType }) => !isType && /^(pg|h3|kysely|@mikro-orm)/.test(specifier)),
    )
  expect(impure.map(({ path }) => path)).toEqual([])
})

test('files import by relative path with their extension, or by package name', () => {
  const loose = published.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith('.') && !specifier.endsWith('.ts'))
      .map(({ specifier }) => `${path} imports ${specifier}`),
  )
  expect(loose).toEqual([])
})

test('packages stay inside their own folder and use only what their package.json lists', () => {
  const folderOf = (path: string) => path.slice(0, path.indexOf('/src/'))
  const foreign = published.flatMap((source) => {
    const folder = folderOf(source.path)
    const { name, dependencies, peerDependencies } = readManifest(folder)
    const known = new Set([...Object.keys(dependencies ?? {}), ...Object.keys(peerDependencies ?? {})])
    const outside = relative(source).filter((target) => !target.startsWith(`${folder}/src/`))
    const unlisted = source.imports
      .map(({ specifier }) => specifier)
      .filter((specifier) => !/^(\.|node:)/.test(specifier) && !known.has(packageOf(specifier)))
      .filter((specifier) => packageOf(specifier) !== name)
    return [...outside, ...unlisted].map((target) => `${source.path} imports ${target}`)
  })
  expect(foreign).toEqual([])
})

test('modules know packages by their public entries only, the one for tests only in their own', () => {
  const deep = modules.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith('@plinth/') && specifier !== packageOf(specifier))
      .filter(({ specifier }) => !/^@plinth\/core\/(acl|data|http|rules|security)$/.test(specifier))
      .filter(({ specifier }) => !(path.includes('/src/testing/') && specifier === `${packageOf(specifier)}/testing`))
      .map(({ specifier }) => `${path} imports ${specifier}`),
  )
  expect(deep).toEqual([])
})

test('code that runs in production imports neither the testing kit nor fixtures', () => {
  const found = published
    .filter(({ path }) => !path.includes('/src/testing/') && !path.startsWith('packages/testing/'))
    .flatMap((source) =>
      [...relative(source), ...source.imports.map(({ specifier }) => specifier)]
        .filter((target) => target.includes('/src/testing/') || packageOf(target) === '@plinth/testing')
        .map((target) => `${source.path} imports ${target}`),
    )
  expect(found).toEqual([])
})

test('only the testing kit and the command line use the internals of core', () => {
  const found = [...published, ...readSources('examples/**/*.ts')]
    .filter(({ path }) => !TOOLS.test(path))
    .filter(({ imports }) => imports.some(({ specifier }) => specifier === '@plinth/core/internal'))
  expect(found.map(({ path }) => path)).toEqual([])
})

test('examples and tests know packages by name only', () => {
  const inside = readSources('examples/**/*.ts', 'test/{contract,isolation,crash,modules,types}/**/*.ts').flatMap(
    (source) =>
      relative(source)
        .filter((target) => target.startsWith('packages/'))
        .map((target) => `${source.path} imports ${target}`),
  )
  expect(inside).toEqual([])
})
