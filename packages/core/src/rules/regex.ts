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
  /** Created by the first search: most patterns are only checked when they are written. */
  #transitions: Transitions | undefined

  /**
   * Throws `SyntaxError` for patterns that JavaScript rejects, and `UnsupportedPattern` for those that cannot be searched in
   * linear time.
   */
  constructor(pattern: string) {
    RegExp(pattern)
    this.#program = toProgram(parseRegex(pattern))
  }

  /** The maximum memory that it takes, in bytes. */
  get bytes(): number {
    return MAX_KEPT + INSTRUCTION * this.#program.instructions.length
  }

  /** True if the pattern matches anywhere in the text. Charges one step per character, and more for each new transition. */
  test(text: string, meter: Meter): boolean {
    meter.charge(text.length)
    const transitions = (this.#transitions ??= new Transitions(this.#program))
    try {
      return search(transitions, text, meter)
    } finally {
      if (transitions.bytes > MAX_KEPT) this.#transitions = undefined
    }
  }
}

function search(transitions: Transitions, text: string, meter: Meter): boolean {
  const { units, ascii } = transitions
  let targets = transitions.begin()
  let state = transitions.start
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    const edge = state + (unit < 128 ? ascii[unit]! : units.classOf(unit))
    state = targets[edge]!
    if (state > 0) continue
    if (state === Transitions.UNTAKEN) {
      meter.charge(transitions.take(edge))
      targets = transitions.targets
      state = targets[edge]!
    }
    if (state === Transitions.ACCEPTED) return true
  }
  meter.charge(transitions.take(state + units.endOfText))
  return transitions.targets[state + units.endOfText] === Transitions.ACCEPTED
}

/** Maximum size in bytes of the transitions that are kept between searches. */
const MAX_KEPT = 128_000
const INSTRUCTION = 150
