import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How to start PostgreSQL programs. PostgreSQL refuses to run as root, so root needs another account. */
export interface PostgresAccount {
  /** Undefined if the process is not root, in which case programs run as the current user. */
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** The command that runs `program` as that account. */
  command(program: string, args: readonly string[]): { file: string; args: string[]; uid?: number; gid?: number }
}

/** Chooses the account for programs and data in `folders`, creating the system user `postgres` if root has none. */
export async function choosePostgresAccount(folders: readonly string[]): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args: [...args] }) }
  const owner = (await lookUp('postgres')) ?? (await createUser()) ?? (await lookUp('nobody'))
  if (!owner)
    throw new Error(
      'PostgreSQL cannot run as root and no user `postgres` could be created; run as a user other than root',
    )
  const blocked = await firstBlocked(folders, owner)
  if (!blocked) return { owner, command: (file, args) => ({ file, args: [...args], ...owner }) }
  await requireSetpriv(blocked)
  // A clone below /root is not accessible to other users. This single capability makes it accessible to PostgreSQL and nothing
  // else.
  const flags = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--bounding-set=-all,+dac_override',
  ]
  flags.push('--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override', '--')
  return { owner, command: (file, args) => ({ file: 'setpriv', args: [...flags, file, ...args] }) }
}

type Owner = { uid: number; gid: number }

async function lookUp(name: string): Promise<Owner | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

async function createUser(): Promise<Owner | undefined> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  } catch {
    return undefined
  }
  return lookUp('postgres')
}

/** The first folder on the paths to `folders` that the account cannot enter. */
async function firstBlocked(folders: readonly string[], owner: Owner): Promise<string | undefined> {
  const onTheWay = new Set<string>()
  for (const folder of folders) {
    for (let path = dirname(folder); !onTheWay.has(path); path = dirname(path)) onTheWay.add(path)
  }
  for (const path of onTheWay) {
    const { mode, uid, gid } = await stat(path)
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return path
  }
  return undefined
}

async function requireSetpriv(blocked: string): Promise<void> {
  try {
    await run('setpriv', ['--version'])
  } catch (cause) {
    const message = `PostgreSQL cannot run as root, and other users may not enter ${blocked}`
    throw new Error(`${message}; run as another user, open that folder, or set DATABASE_URL`, { cause })
  }
}
