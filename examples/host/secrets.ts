import { randomBytes } from 'node:crypto'
import { chmod, chown, link, readFile, unlink, writeFile } from 'node:fs/promises'

export interface SecretFile {
  readonly file: string
  /** Makes the secret when the file does not exist. Default: 256 random bits in base64url. */
  readonly create?: () => string
  /** Who may read the file besides root, when the process runs as root. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** Reads a secret, creating it (mode 0600) the first time; processes that start together agree on one value. */
export async function ensureSecret({ file, create = newSecret, owner }: SecretFile): Promise<string> {
  const known = await readSecret(file)
  if (known !== undefined) return known
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${create()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await chmod(draft, 0o600)
    if (owner) await chown(draft, owner.uid, owner.gid)
    // A link fails when the name is taken, a rename would replace what another process already uses.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await unlink(draft)
  }
  const secret = await readSecret(file)
  if (secret === undefined) throw new Error(`The secret file ${file} is empty; delete it to have a new one made`)
  return secret
}

/** The secret a file holds, or undefined when there is no such file; an empty file is an error. */
export async function readSecret(file: string): Promise<string | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const secret = text.trim()
  if (secret === '') throw new Error(`The secret file ${file} is empty; delete it to have a new one made`)
  return secret
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
