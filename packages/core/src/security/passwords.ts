import { Argon2id } from 'oslo/password'
import { badInput } from '../errors.ts'
import { createQueue } from './queue.ts'
import { randomToken } from './tokens.ts'

/** Cost of argon2id. */
export interface Argon2Parameters {
  /** KiB. */
  readonly memory: number
  readonly iterations: number
  readonly parallelism: number
}

/** Decision 10. */
export const ARGON2_PARAMETERS: Argon2Parameters = Object.freeze({ memory: 19_456, iterations: 2, parallelism: 1 })

/** Hashes and verifies passwords. Both reject with `unavailable` when too many callers are waiting. */
export interface Passwords {
  /** An encoded argon2id hash. Throws `bad_input` beyond 1,024 characters. */
  hash(password: string): Promise<string>
  /**
   * Costs the same for a wrong password, an account without a password and (with null) no account at all (decision
   * 11). `needsRehash` is true when the password is right and its hash has other parameters than today's.
   */
  verify(hash: string | null, password: string): Promise<{ readonly ok: boolean; readonly needsRehash: boolean }>
}

/**
 * Passwords as argon2id, computed on Node's thread pool. `concurrency` (default 2) bounds memory and leaves threads
 * to files and name look-ups; `maxQueue` (default 64) bounds how long a caller may have to wait.
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
  const { memory, iterations, parallelism } = parameters
  const argon2 = new Argon2id({ memorySize: memory, iterations, parallelism })
  const enqueue = createQueue({ concurrency, maxWaiting: maxQueue })
  const dummy = dummyHash(parameters)

  return Object.freeze({
    hash: async (password: string) => {
      if (password.length > MAX_LENGTH) throw badInput('Password is too long')
      return enqueue(() => argon2.hash(password))
    },
    verify: async (hash: string | null, password: string) => {
      const stored = hash === null ? null : parseParameters(hash)
      const isPossible = hash !== null && stored !== null && password.length <= MAX_LENGTH
      const matches = await enqueue(() => argon2.verify(isPossible ? hash : dummy, password.slice(0, MAX_LENGTH)))
      const ok = isPossible && matches
      return { ok, needsRehash: ok && !isSame(stored, parameters) }
    },
  })
}

const MAX_LENGTH = 1024
/** A damaged or planted hash must not be able to ask for gigabytes. */
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

/** A hash of no password at all: salt and tag are random, so verifying costs the full work and never succeeds. */
function dummyHash({ memory, iterations, parallelism }: Argon2Parameters): string {
  const base64 = (bytes: number) => Buffer.from(randomToken(bytes), 'hex').toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${iterations},p=${parallelism}$${base64(16)}$${base64(32)}`
}
