// Packs the published packages into a folder: npm run pack -- /tmp/plinth
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packages } from './packages.ts'

const [folder, ...more] = process.argv.slice(2)
if (folder === undefined || more.length > 0) fail('Name one folder: npm run pack -- /tmp/plinth')
const unbuilt = packages.filter((one) => !existsSync(join(one.folder, 'dist')))
if (unbuilt.length > 0) fail(`Run \`npm run build\` first: ${unbuilt.map(({ name }) => name).join(', ')}`)

const target = resolve(folder)
mkdirSync(target, { recursive: true })
const workspaces = packages.map(({ name }) => `--workspace=${name}`)
const npm = ['pack', '--silent', '--pack-destination', target, ...workspaces]
const { status } = spawnSync('npm', npm, { stdio: ['ignore', 'inherit', 'inherit'] })
process.exitCode = status ?? 1

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
