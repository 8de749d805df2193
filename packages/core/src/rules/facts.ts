import type { Amounts } from './amounts.ts'
import { createByteCache } from '../byte-cache.ts'
import { type RuleContext, readToken, tokenOf } from './interpolate.ts'
import type { Meter } from './meter.ts'
import { parsePath, type Path, readKey, readPath } from './paths.ts'

/** The data, context and budget of one evaluation. Create a new one when the data changes. */
export class RuleRun {
  readonly data: unknown
  readonly context: RuleContext
  readonly meter: Meter
  /** What the amounts among the data are measured in. */
  readonly amounts: Amounts | undefined
  /** Whether the rule decides about a write, so that comparisons without an answer must be noted (decision: Guards). */
  isDeciding = false
  /** Set by a comparison that has no answer. */
  isDoubtful = false
  readonly #loaded: Fact[] = []

  constructor({
    data,
    context,
    meter,
    amounts,
  }: {
    readonly data: unknown
    readonly context: RuleContext
    readonly meter: Meter
    readonly amounts?: Amounts | undefined
  }) {
    this.data = data
    this.context = context
    this.meter = meter
    this.amounts = amounts
  }

  loaded(fact: Fact): void {
    this.#loaded.push(fact)
  }

  /** Releases the data: facts outlive a run and must not keep it in memory. */
  release(): void {
    for (const fact of this.#loaded) fact.forget()
    this.#loaded.length = 0
  }
}

/** A value that conditions read. It is looked up once per run, however many conditions refer to it. */
export class Fact {
  readonly #load: (run: RuleRun) => unknown
  #run: RuleRun | undefined
  #value: unknown

  constructor(load: (run: RuleRun) => unknown) {
    this.#load = load
  }

  read(run: RuleRun): unknown {
    return this.#run === run ? this.#value : this.#remember(run)
  }

  forget(): void {
    this.#run = undefined
    this.#value = undefined
  }

  #remember(run: RuleRun): unknown {
    // If the lookup throws, no value may remain, least of all that of another run.
    this.forget()
    this.#value = this.#load(run)
    this.#run = run
    run.loaded(this)
    return this.#value
  }
}

/** Returns the fact for a data path; the same object for the same path. */
export function fieldFact(field: string): Fact {
  return shared(`data.${field}`, () => {
    const path = parsePath(field)
    const [key] = path
    return path.length === 1 ? ({ data }) => readKey(data, key!) : ({ data }) => readPath(data, path)
  })
}

/** Returns the fact for a `{{token}}`, or `undefined` if the value is not a token. */
export function tokenFact(value: unknown): Fact | undefined {
  const path: Path | undefined = tokenOf(value)
  return (
    path &&
    shared(
      `token.${path.join('.')}`,
      () =>
        ({ context }) =>
          readToken(path, context),
    )
  )
}

function shared(name: string, load: () => (run: RuleRun) => unknown): Fact {
  // Paths in conditions are short, but a token can be as long as a rule.
  if (name.length > MAX_NAME) return new Fact(load())
  let fact = FACTS.get(name)
  if (!fact) FACTS.set(name, (fact = new Fact(load())))
  return fact
}

const FACT = 500
const MAX_NAME = 500
const FACTS = createByteCache<Fact>({ bytes: 8_000_000, weigh: () => FACT })
