// Prepares a release up to the dry run of its publication: npm run release -- 0.2.0 [--rehearse]
// With --rehearse, the working tree is as before afterwards. `docs/releasing.md` describes the steps.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packages } from './packages.ts'
import { addSection, readChangesets, toPackageSection, toSection } from './release/changesets.ts'
import { addressOf, isLater, readManifest, withAddresses, withVersion } from './release/manifests.ts'

const SBOM = '@cyclonedx/cyclonedx-npm@6.0.1'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rehearse: { type: 'boolean', default: false } },
})
const [version = '', ...more] = positionals
const names = new Set(packages.map(({ name }) => name))
const root = readManifest('.')
const former = readManifest(packages[0]!.folder).version!
const output = join('release', version)
const changesets = readChangesets()

if (!/^\d+\.\d+\.\d+$/.test(version) || more.length > 0) stop('Name the version: npm run release -- 0.2.0')
if (!isLater(version, former)) stop(`${version} does not come after ${former}`)
if (capture('git', 'status', '--porcelain') !== '')
  stop('Commit your changes first: the release contains what is committed')
if (capture('git', 'tag', '--list', `v${version}`) !== '') stop(`The tag v${version} exists`)

if (changesets.length === 0) stop('There is nothing to release: .changeset has no changes')

try {
  step('Version', setVersion)
  step('Changelog', writeChangelogs)
  step('Lock file', () => {
    run('npm', 'install', '--package-lock-only', '--ignore-scripts')
    run('node', 'scripts/complete-lock.ts')
  })
  step('Build', () => run('npm', 'run', 'build'))
  step('Packages', () => {
    rmSync(output, { recursive: true, force: true })
    mkdirSync(output, { recursive: true })
    run('node', 'scripts/pack.ts', output)
  })
  step('Documentation', () => run('npm', 'run', '--silent', 'site', '--', join(output, 'site')))
  step('Bill of materials', () => {
    const file = join(output, `plinth-${version}.cdx.json`)
    const published = [...names].flatMap((name) => ['--workspace', name])
    const what = ['--package-lock-only', '--omit', 'dev', ...published, '--output-reproducible', '--output-file', file]
    // The tool's optional packages would compile something that validates XML.
    run('npx', '--yes', '--ignore-scripts', SBOM, ...what)
  })
  step('Checksums', writeChecksums)
  step('Dry run of the publication', () => {
    for (const file of tarballs()) run('npm', 'publish', '--dry-run', '--access', 'public', `./${join(output, file)}`)
  })
  if (!values.rehearse) step('Commit and tag', commit)
} finally {
  if (values.rehearse) run('git', 'checkout', '--quiet', '--', '.')
}
console.log(`\n${output} has the packages, their bill of materials, SHA256SUMS and the documentation.`)
if (root.repository === undefined)
  console.log(
    'The package.json of the repository names no `repository`: npm cannot publish with provenance without it.',
  )
if (values.rehearse) console.log('This was a rehearsal: the working tree is as before.')
else console.log('Push the commit and the tag, and publish these packages, as docs/releasing.md says.')

function setVersion(): void {
  const workspaces = JSON.parse(capture('npm', 'query', '.workspace')) as { location: string }[]
  for (const { location } of workspaces) {
    const manifest = withVersion(readManifest(location), version, names)
    const isPublished = names.has(manifest.name)
    const told =
      isPublished && root.repository ? withAddresses(manifest, addressOf(root.repository), location) : manifest
    writeFileSync(join(location, 'package.json'), `${JSON.stringify(told, null, 2)}\n`)
  }
}

function writeChangelogs(): void {
  const add = (file: string, section: string) => writeFileSync(file, addSection(readFileSync(file, 'utf8'), section))
  add('CHANGELOG.md', toSection(version, changesets))
  for (const { name, folder } of packages) {
    const own = changesets.filter((changeset) => changeset.packages.includes(name))
    add(join(folder, 'CHANGELOG.md'), toPackageSection(version, own))
  }
  for (const { file } of changesets) rmSync(file)
}

function writeChecksums(): void {
  const entries = readdirSync(output, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map(({ name }) => name).filter((name) => name !== 'SHA256SUMS')
  const lines = files.toSorted().map((file) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(output, file)))
      .digest('hex')
    return `${digest}  ${file}\n`
  })
  writeFileSync(join(output, 'SHA256SUMS'), lines.join(''))
}

function commit(): void {
  run('git', 'add', '--all')
  run('git', 'commit', '--quiet', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Plinth ${version}`)
}

function tarballs(): readonly string[] {
  return readdirSync(output).filter((file) => file.endsWith('.tgz'))
}

function step(name: string, work: () => void): void {
  console.log(`\n== ${name}`)
  work()
}

function run(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
}

function capture(program: string, ...args: readonly string[]): string {
  const { stdout, status } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
  return stdout.trim()
}

function stop(message: string): never {
  console.error(message)
  process.exit(2)
}
