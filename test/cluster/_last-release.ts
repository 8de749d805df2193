import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../host/_run-host.ts'

const exec = promisify(execFile)

/** Where the first release begins: there is no earlier one whose hosts could still be running. */
const BASELINE = '369528d2'

/** The sources of the last release, in a folder in which they run. */
export interface LastRelease extends AsyncDisposable {
  readonly folder: string
  /** A tag, or the commit before the first one. */
  readonly name: string
}

/** Whether this is a clone that has the last release. */
export const lastRelease: string | undefined = await findLastRelease()

/** Checks the sources out. They use the installed packages of others, and their own of Plinth. */
export async function checkOut(name: string): Promise<LastRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-last-release-'))
  const archive = spawn('git', ['archive', name, 'package.json', 'packages', 'examples'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const unpack = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] })
  const [code] = (await once(unpack, 'exit')) as [number]
  if (code !== 0) throw new Error(`${name} cannot be unpacked`)
  await linkPackages(folder)
  return { folder, name, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

async function findLastRelease(): Promise<string | undefined> {
  const git = async (...args: readonly string[]) => (await exec('git', [...args], { cwd: ROOT })).stdout.trim()
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => BASELINE)
  return git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`).then(
    () => tag,
    () => undefined,
  )
}

async function linkPackages(folder: string): Promise<void> {
  const installed = join(ROOT, 'node_modules')
  const own = join(folder, 'node_modules')
  await mkdir(join(own, '@plinth'), { recursive: true })
  for (const name of await readdir(installed))
    if (name !== '@plinth' && name !== '.cache') await symlink(join(installed, name), join(own, name))
  const packages = join(folder, 'packages')
  for (const name of await readdir(packages)) {
    if (name === 'modules') continue
    await symlink(join(packages, name), join(own, '@plinth', name))
  }
  for (const name of await readdir(join(packages, 'modules')))
    await symlink(join(packages, 'modules', name), join(own, '@plinth', name))
}
