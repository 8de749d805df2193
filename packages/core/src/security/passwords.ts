import { hashRaw, verify as verifyArgon2 } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { badInput, PlatformError } from '../errors.ts'
import { isSameSecret } from './tokens.ts'

/** Cost of argon2id. */
export interface Argon2Parameters {
  /** KiB. */
  readonly memory: number
  readonly iterations: number
  readonly parallelism: number
}

/** Decision 10. */
export const ARGON2_PARAMETERS: Argon2Parameters = Object.freeze({ memory: 19_456, iterations: 2, parallelism: 1 })

/** Hashes and verifies passwords. All reject with `unavailable` when too many callers are waiting. */
export interface Passwords {
  /** An encoded argon2id hash, with a random salt unless one is given. Throws `bad_input` beyond 1,024 characters. */
  hash(password: string, salt?: Buffer): Promise<string>
  /**
   * Costs the same for a wrong password, an account without a password and (with null) no account at all (decision
   * 11). `needsRehash` is true when the password is right and its hash has other parameters than today's.
   */
  verify(hash: string | null, password: string): Promise<{ readonly ok: boolean; readonly needsRehash: boolean }>
  /**
   * The same, waiting in the line of an owner: owners take turns. `isKnown` says that the owner is more than a stranger,
   * who may be anybody in any number: a browser that has signed in before, somebody who is signed in. A quarter of the
   * places and every other turn are theirs. It must not depend on whether an account exists (decision 11).
   */
  of(owner: string, standing?: { readonly isKnown?: boolean }): Passwords
  /** Which of some hashes are of the password. A password of none costs two computations, however many there are. */
  identify(question: Identification): Promise<PasswordMatches>
}

/** A password, and the hashes of everybody who may have sent it. */
interface Identification {
  readonly password: string
  /** Of all hashes with another salt than the given one, only those with the salt of the first are looked at. */
  readonly hashes: readonly string[]
  /** The salt that the hashes share, unless they are of before; at least 8 bytes. */
  readonly salt: Buffer
}

/** What became of a password. */
interface PasswordMatches {
  /** The hashes that are of the password. */
  readonly matches: readonly string[]
  /** The password's hash with the given salt and the parameters of today. */
  readonly hash: string
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
          // Who sent a right password may know that nothing else had to be tried; everybody else waits for both.
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
  /** Bytes of the result. */
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

/** Everything of a hash but its result: two passwords can only be compared when it is the same. */
function parametersAndSalt(hash: string): string {
  return hash.slice(0, hash.lastIndexOf('$'))
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
function dummyHash(parameters: Argon2Parameters): string {
  return encode(parameters, randomBytes(16), randomBytes(32))
}

/**
 * Runs work when its turn comes. Owners with waiting work take turns, so that one's long line does not delay the others;
 * known owners have every other turn. Rejects with `unavailable` when too much is waiting: the longest line is refused
 * first, and of equally long ones the newest stranger's.
 */
export type Queue = <T>(work: () => Promise<T>, owner?: string, standing?: { readonly isKnown?: boolean }) => Promise<T>

interface WaitingTask {
  start(): void
  refuse(reason: PlatformError): void
}

/** Owners with waiting work, whoever is next first, each with their work in the order it came. */
type Lines = Map<string, WaitingTask[]>

/**
 * At most `concurrency` works run, at most `maxWaiting` more wait; those of one owner in the order they came. Owners who are
 * not known have all but `keptForKnown` of these places (default: 0).
 */
export function createQueue({
  concurrency,
  maxWaiting,
  keptForKnown = 0,
}: {
  readonly concurrency: number
  readonly maxWaiting: number
  readonly keptForKnown?: number
}): Queue {
  const known: Lines = new Map()
  const strangers: Lines = new Map()
  let running = 0
  let wasKnown = false

  return async (work, owner = '', { isKnown = false } = {}) => {
    if (running < concurrency) running += 1
    else await new Promise<void>((start, refuse) => wait(isKnown ? known : strangers, owner, { start, refuse }))
    try {
      return await work()
    } finally {
      // The slot passes to the next in line, so that a newcomer cannot slip in between.
      const next = takeNext()
      if (next) next.start()
      else running -= 1
    }
  }

  function wait(lines: Lines, owner: string, task: WaitingTask): void {
    const length = (lines.get(owner)?.length ?? 0) + 1
    if (!hasPlaceFor(lines) && !makePlaceFor(lines, length)) return task.refuse(tooMany())
    lines.set(owner, [...(lines.get(owner) ?? []), task])
  }

  function hasPlaceFor(lines: Lines): boolean {
    const most = lines === strangers ? maxWaiting - keptForKnown : maxWaiting
    return countIn(strangers) + countIn(known) < maxWaiting && countIn(lines) < most
  }

  /** Refuses the last task of the longest line, if it is longer than the newcomer's; of the newest owner's among equals. */
  function makePlaceFor(lines: Lines, length: number): boolean {
    const isOverShare = lines === strangers && countIn(strangers) >= maxWaiting - keptForKnown
    let longest: { readonly of: Lines; readonly owner: string; readonly line: WaitingTask[] } | null = null
    for (const of of isOverShare ? [strangers] : [known, strangers])
      for (const [owner, line] of of) if (line.length >= (longest?.line.length ?? 1)) longest = { of, owner, line }
    if (!longest) return false
    const { of, owner, line } = longest
    // A known newcomer also has the place of a stranger whose line is as long.
    const least = lines === known && of === strangers ? length : length + 1
    if (line.length < least) return false
    line.pop()!.refuse(tooMany())
    if (line.length === 0) of.delete(owner)
    return true
  }

  /**
   * The first task of whoever has waited longest and then goes behind all others; known owners and strangers take turns.
   */
  function takeNext(): WaitingTask | undefined {
    const lines = known.size > 0 && !(wasKnown && strangers.size > 0) ? known : strangers
    const [first] = lines
    if (!first) return undefined
    wasKnown = lines === known
    const [owner, line] = first
    const task = line.shift()
    lines.delete(owner)
    if (line.length > 0) lines.set(owner, line)
    return task
  }
}

const countIn = (lines: Lines) => [...lines.values()].reduce((count, line) => count + line.length, 0)

const tooMany = () =>
  new PlatformError('unavailable', 'Too many requests are waiting', { headers: { 'Retry-After': '1' } })
