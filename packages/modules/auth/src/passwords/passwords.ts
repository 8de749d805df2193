import { badInput, createQueue } from '@plinth/core'
import { isSameSecret } from '@plinth/core/security'
import { hashRaw, verify as verifyArgon2 } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** Cost parameters of argon2id. */
export interface Argon2Parameters {
  /** In KiB. */
  readonly memory: number
  readonly iterations: number
  readonly parallelism: number
}

/** The default parameters (decision: Passwords). */
const ARGON2_PARAMETERS: Argon2Parameters = Object.freeze({ memory: 19_456, iterations: 2, parallelism: 1 })

/** Hashes and verifies passwords. All methods reject with `unavailable` if too many callers are waiting. */
export interface Passwords {
  /**
   * Returns an encoded argon2id hash, with a random salt unless one is given. Throws `bad_input` for more than 1,024 characters.
   */
  hash(password: string, salt?: Buffer): Promise<string>
  /**
   * Verifies a password. Takes the same time for a wrong password, an account without a password and (with null) no account at
   * all (decision: Sign-in). `needsRehash` is true if the password is right and its hash has outdated parameters.
   */
  verify(hash: string | null, password: string): Promise<{ readonly ok: boolean; readonly needsRehash: boolean }>
  /**
   * Returns the same functions, queued on behalf of an owner. Owners are served in turn. `isKnown` marks an owner who is not an
   * arbitrary stranger: a browser that has signed in before, or a user who is signed in. A quarter of the slots and every other
   * turn are reserved for them. It must not depend on whether an account exists (decision: Sign-in).
   */
  of(owner: string, standing?: { readonly isKnown?: boolean }): Passwords
  /** Finds the hashes that match a password. If none does, this takes two computations, regardless of the number of hashes. */
  identify(question: Identification): Promise<PasswordMatches>
}

/** A password, and the hashes of all accounts it may belong to. */
interface Identification {
  readonly password: string
  /** Of the hashes whose salt differs from the given one, only those with the salt of the first are compared. */
  readonly hashes: readonly string[]
  /** The salt shared by the hashes, except for older ones; at least 8 bytes. */
  readonly salt: Buffer
}

/** The result of identifying a password. */
interface PasswordMatches {
  /** The hashes that match the password. */
  readonly matches: readonly string[]
  /** The password's hash with the given salt and the current parameters. */
  readonly hash: string
}

/**
 * Hashes passwords with argon2id on Node's thread pool. `concurrency` (default 2) limits memory use and leaves threads for file
 * access and DNS lookups; `maxQueue` (default 64) limits how long a caller may have to wait.
 */
export function createPasswords({
  parameters = ARGON2_PARAMETERS,
  concurrency = 2,
  maxQueue = 64,
}: {
  readonly parameters?: Argon2Parameters
  readonly concurrency?: number
  readonly maxQueue?: number
} = {}): Passwords {
  const enqueue = createQueue({ concurrency, maxWaiting: maxQueue, keptForKnown: Math.floor(maxQueue / 4) })
  const dummy = dummyHash(parameters)
  return passwordsOf('')

  function passwordsOf(owner: string, standing?: { readonly isKnown?: boolean }): Passwords {
    const inTurn = <T>(work: () => Promise<T>) => enqueue(work, owner, standing)
    return Object.freeze({
      of: passwordsOf,
      hash: async (password: string, salt?: Buffer) => {
        if (password.length > MAX_LENGTH) throw badInput('Password is too long')
        return inTurn(() => compute(password, parameters, { salt }))
      },
      verify: async (hash: string | null, password: string) => {
        const stored = hash === null ? null : parseParameters(hash)
        const isPossible = hash !== null && stored !== null && password.length <= MAX_LENGTH
        const matches = await inTurn(() =>
          verifyArgon2(isPossible ? hash : dummy, password.slice(0, MAX_LENGTH).normalize('NFKC')),
        )
        const ok = isPossible && matches
        return { ok, needsRehash: ok && !isSame(stored, parameters) }
      },
      identify: async ({ password, hashes, salt }: Identification) => {
        if (password.length > MAX_LENGTH) throw badInput('Password is too long')
        return inTurn(async () => {
          const hash = await compute(password, parameters, { salt })
          const matches = hashes.filter((stored) => isSameSecret(stored, hash))
          const other = hashes.find(
            (stored) => parseParameters(stored) && parametersAndSalt(stored) !== parametersAndSalt(hash),
          )
          // Callers with the right password may learn that nothing else had to be tried; all others wait for both computations.
          if (other === undefined && matches.length > 0) return { matches, hash }
          const again = await recompute(password, other ?? dummy)
          return { matches: [...matches, ...hashes.filter((stored) => isSameSecret(stored, again))], hash }
        })
      },
    })
  }
}

interface HashOptions {
  readonly salt?: Buffer | undefined
  /** Length of the result in bytes. */
  readonly length?: number
}

/** The library's `hash` ignores a given salt; `hashRaw` does not. */
async function compute(password: string, parameters: Argon2Parameters, shape: HashOptions): Promise<string> {
  const { memory, iterations, parallelism } = parameters
  const { salt = randomBytes(16), length = 32 } = shape
  const computed = await hashRaw(password.normalize('NFKC'), {
    memoryCost: memory,
    timeCost: iterations,
    parallelism,
    outputLen: length,
    salt,
  })
  return encode(parameters, salt, computed)
}

function encode({ memory, iterations, parallelism }: Argon2Parameters, salt: Buffer, computed: Buffer): string {
  const [left, right] = [salt, computed].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${memory},t=${iterations},p=${parallelism}$${left}$${right}`
}

/** The password's hash with the salt, parameters and length of another hash. */
function recompute(password: string, hash: string): Promise<string> {
  const [salt = '', tag = ''] = hash.split('$').slice(-2)
  const length = Buffer.from(tag, 'base64').byteLength
  return compute(password, parseParameters(hash)!, { salt: Buffer.from(salt, 'base64'), length })
}

/** The prefix of a hash without its result. Passwords can only be compared if it is equal. */
function parametersAndSalt(hash: string): string {
  return hash.slice(0, hash.lastIndexOf('$'))
}

const MAX_LENGTH = 1024

/** A corrupted or injected hash must not be able to allocate gigabytes. */
const MAX_MEMORY = 1_048_576

const MAX_ITERATIONS = 64

const MAX_PARALLELISM = 64

const ENCODED = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z\d+/]{11,88}\$[A-Za-z\d+/]{16,172}$/

function parseParameters(hash: string): Argon2Parameters | null {
  const [memory, iterations, parallelism] = (ENCODED.exec(hash) ?? []).slice(1).map(Number)
  if (memory === undefined || iterations === undefined || parallelism === undefined) return null
  const isBearable = memory <= MAX_MEMORY && iterations <= MAX_ITERATIONS && parallelism <= MAX_PARALLELISM
  return isBearable ? { memory, iterations, parallelism } : null
}

function isSame(left: Argon2Parameters, right: Argon2Parameters): boolean {
  return left.memory === right.memory && left.iterations === right.iterations && left.parallelism === right.parallelism
}

/** A hash that matches no password: salt and tag are random, so verifying takes the full time and never succeeds. */
function dummyHash(parameters: Argon2Parameters): string {
  return encode(parameters, randomBytes(16), randomBytes(32))
}
