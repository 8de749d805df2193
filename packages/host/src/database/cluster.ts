import { execFile } from 'node:child_process'
import { chown, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ensureSecret, readSecret } from '../secrets.ts'
import { choosePostgresAccount, type PostgresAccount } from './account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'

const run = promisify(execFile)

/** The major version of the npm package. Data of another version cannot be opened. */
const MAJOR = '18'

/** An initialized database cluster on disk, with what is needed to start it. */
export interface Cluster {
  readonly folder: string
  readonly password: string
  readonly account: PostgresAccount
  readonly binaries: PostgresBinaries
}

/** Creates `<dataFolder>/cluster` and `<dataFolder>/password` if necessary, which takes about a second. */
export async function prepareCluster(dataFolder: string, onProgress: (message: string) => void): Promise<Cluster> {
  const folder = join(dataFolder, 'cluster')
  const passwordFile = join(dataFolder, 'password')
  const binaries = await findPostgresBinaries()
  const account = await choosePostgresAccount([folder, binaries.postgres])
  if (account.owner) await chown(dataFolder, account.owner.uid, account.owner.gid)
  const version = await versionOf(folder)
  if (version === undefined) {
    onProgress('Creating the database (only the first time)')
    const password = await ensureSecret({ file: passwordFile, owner: account.owner })
    await initialise({ folder, password, account, binaries }, passwordFile)
    return { folder, password, account, binaries }
  }
  if (version !== MAJOR) {
    throw new Error(`${folder} was written by PostgreSQL ${version}, this is ${MAJOR}; dump it with the old version`)
  }
  const password = await readSecret(passwordFile)
  if (password === undefined) throw new Error(`${passwordFile} is missing and ${folder} cannot be opened without it`)
  return { folder, password, account, binaries }
}

/** The environment of PostgreSQL programs, without the PG… and locale variables of this process. */
export function postgresEnvironment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|TZ$)/.test(name))
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' }
}

async function initialise({ folder, account, binaries }: Cluster, passwordFile: string): Promise<void> {
  // If initdb is killed, it leaves an incomplete cluster, so only a complete one is renamed to the final name.
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  const { file, args, ...owner } = account.command(binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  await run(file, args, { ...owner, cwd: dirname(folder), env: postgresEnvironment() }).catch((cause: unknown) => {
    const detail = (cause as { stderr?: string }).stderr?.trim() ?? ''
    throw new Error(`The database could not be created in ${folder}: ${detail}`, { cause })
  })
  await rename(draft, folder)
}

async function versionOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
