import { randomBytes } from 'node:crypto'
import { chmod, chown, link, readFile, unlink, writeFile } from 'node:fs/promises'

export interface SecretFile {
  readonly file: string
  /** Generates the secret if the file does not exist. Default: 256 random bits in base64url. */
  readonly create?: () => string
  /** The account that may read the file besides root, if the process runs as root. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** Reads a secret, creating it with mode 0600 the first time. Processes that start together agree on one value. */
export async function ensureSecret({ file, create = newSecret, owner }: SecretFile): Promise<string> {
  const known = await readSecret(file)
  if (known !== undefined) return known
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${create()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await chmod(draft, 0o600)
    if (owner) await chown(draft, owner.uid, owner.gid)
    // A link fails if the name exists, whereas a rename would replace a secret that another process already uses.
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

/** The secret in a file, or undefined if the file does not exist. An empty file is an error. */
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
