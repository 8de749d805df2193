import type { Meter } from './meter.ts'
import { type Program, toProgram } from './regex-program.ts'
import { parseRegex } from './regex-syntax.ts'
import { Transitions } from './regex-transitions.ts'

/**
 * A JavaScript pattern without flags, searched in time linear in the text: the automaton is determinized lazily during a search.
 * Every search pays for all transitions that it takes, cached or not, so a verdict never depends on earlier searches.
 */
export class Regex {
  readonly #program: Program
  #transitions: Transitions

  /**
   * Throws `SyntaxError` for patterns that JavaScript rejects, and `UnsupportedPattern` for those that cannot be searched in
   * linear time.
   */
  constructor(pattern: string) {
    RegExp(pattern)
    this.#program = toProgram(parseRegex(pattern))
    this.#transitions = new Transitions(this.#program)
  }

  /** The maximum memory that it takes, in bytes. */
  get bytes(): number {
    return MAX_KEPT + INSTRUCTION * this.#program.instructions.length
  }

  /** True if the pattern matches anywhere in the text. Charges one step per character, and more for each new transition. */
  test(text: string, meter: Meter): boolean {
    meter.charge(text.length)
    try {
      return this.#search(text, meter)
    } finally {
      if (this.#transitions.bytes > MAX_KEPT) this.#transitions = new Transitions(this.#program)
    }
  }

  #search(text: string, meter: Meter): boolean {
    const { units, ascii } = this.#transitions
    let targets = this.#transitions.begin()
    let state = this.#transitions.start
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      const edge = state + (unit < 128 ? ascii[unit]! : units.classOf(unit))
      state = targets[edge]!
      if (state > 0) continue
      if (state === Transitions.UNTAKEN) {
        meter.charge(this.#transitions.take(edge))
        targets = this.#transitions.targets
        state = targets[edge]!
      }
      if (state === Transitions.ACCEPTED) return true
    }
    meter.charge(this.#transitions.take(state + units.endOfText))
    return this.#transitions.targets[state + units.endOfText] === Transitions.ACCEPTED
  }
}

/** Maximum size in bytes of the transitions that are kept between searches. */
const MAX_KEPT = 128_000
const INSTRUCTION = 150
