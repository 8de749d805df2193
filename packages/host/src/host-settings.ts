import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Env, readEnv } from './env/env.ts'
import { ensureSecret } from './secrets.ts'

/** What a host knows before it opens anything. */
export interface HostSettings {
  readonly env: Env
  /** The variables that `env` was read from, for those whose names are not known in advance. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** An absolute path. The folder exists. */
  readonly dataFolder: string
  /** All keys are derived from it. */
  readonly secret: string
  /** Further secrets that are accepted while the secret is replaced. Default: none. */
  readonly retiredSecrets?: readonly string[]
  /** Receives messages about steps that take a while. */
  readonly onProgress: (message: string) => void
}

/** What the settings of a host depend on. */
export interface SettingsOptions {
  /** The environment variables. Default: those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The folder for data if `DATA_DIR` is not set. Default: `.data` in the working directory. */
  readonly dataFolder?: string
  /** Receives messages about steps that take a while. */
  readonly onProgress?: (message: string) => void
}

/** Reads the settings of a host. Throws with every invalid variable. */
export async function readSettings(options: SettingsOptions = {}): Promise<HostSettings> {
  const { environment = process.env, onProgress = () => {} } = options
  const env = readEnv(environment)
  const dataFolder = resolve(env.DATA_DIR ?? options.dataFolder ?? '.data')
  await makeFolder(dataFolder)
  const secret = env.JWT_SECRET ?? (await ensureSecret({ file: `${dataFolder}/jwt-secret` }))
  return { env, environment, dataFolder, secret, retiredSecrets: env.RETIRED_SECRETS ?? [], onProgress }
}

/** Creates the folder for data with its parents. Throws the reason, with the variable to check. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    // For several folders at once, Node says that they do not exist, whatever the reason is.
    const { message } = (await findReason(folder)) ?? (error as Error)
    throw Object.assign(
      new Error(`The folder for data cannot be created (${message}); check DATA_DIR`, { cause: error }),
      {
        code: 'wrong_environment',
      },
    )
  }
}

/** Why the outermost folder that is missing cannot be created. */
async function findReason(folder: string): Promise<Error | undefined> {
  try {
    await mkdir(folder)
    return undefined
  } catch (error) {
    const parent = dirname(folder)
    const isOfParent = (error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== folder
    return (isOfParent ? await findReason(parent) : undefined) ?? (error as Error)
  }
}
