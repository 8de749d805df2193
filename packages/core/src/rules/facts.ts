import { createByteCache } from '../bytes.ts'
import { type RuleContext, readToken, tokenOf } from './interpolate.ts'
import type { Meter } from './meter.ts'
import { parsePath, type Path, readKey, readPath } from './paths.ts'

/** The data, the surroundings and the allowance of one evaluation. A new one must be made when the data changes. */
export class RuleRun {
  readonly data: unknown
  readonly context: RuleContext
  readonly meter: Meter
  readonly #loaded: Fact[] = []

  constructor({
    data,
    context,
    meter,
  }: {
    readonly data: unknown
    readonly context: RuleContext
    readonly meter: Meter
  }) {
    this.data = data
    this.context = context
    this.meter = meter
  }

  loaded(fact: Fact): void {
    this.#loaded.push(fact)
  }

  /** Lets go of the data: facts outlive a run and must not keep it in memory. */
  release(): void {
    for (const fact of this.#loaded) fact.forget()
    this.#loaded.length = 0
  }
}

/** Something conditions read. However many conditions name it, it is looked up once in a run. */
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
    // A look-up that throws must leave nothing behind, least of all the value of another run.
    this.forget()
    this.#value = this.#load(run)
    this.#run = run
    run.loaded(this)
    return this.#value
  }
}

/** The fact at a path of the data, the same object for the same path. */
export function fieldFact(field: string): Fact {
  return shared(`data.${field}`, () => {
    const path = parsePath(field)
    const [key] = path
    return path.length === 1 ? ({ data }) => readKey(data, key!) : ({ data }) => readPath(data, path)
  })
}

/** The fact behind a `{{token}}`, or `undefined` when the value is no token. */
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
  // Paths of conditions are short; a token may be as long as a rule.
  if (name.length > MAX_NAME) return new Fact(load())
  let fact = FACTS.get(name)
  if (!fact) FACTS.set(name, (fact = new Fact(load())))
  return fact
}

const FACT = 500
const MAX_NAME = 500
const FACTS = createByteCache<Fact>({ bytes: 8_000_000, weigh: () => FACT })
