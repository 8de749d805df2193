import type { Meter } from './meter.ts'
import { type Instruction, type Program, toProgram } from './regex-program.ts'
import { parseRegex } from './regex-syntax.ts'

/**
 * A JavaScript pattern without flags, searched in time linear in the text. The automaton is determinized while it
 * reads; what that costs is charged as if nothing had been cached, so a verdict never depends on earlier searches.
 */
export class Regex {
  readonly #program: Program
  readonly #bounds: Int32Array
  readonly #ascii: Uint16Array
  readonly #width: number
  readonly #usesWords: boolean
  #states: State[] = []
  #index = new Map<string, State>()
  #search = 0

  /** Throws `SyntaxError` for what JavaScript refuses and `UnsupportedPattern` for what is not linear. */
  constructor(pattern: string) {
    RegExp(pattern)
    this.#program = toProgram(parseRegex(pattern))
    this.#usesWords = this.#program.instructions.some((it) => it.op === 'assert' && it.at.endsWith('boundary'))
    this.#bounds = boundsOf(this.#program.instructions, this.#usesWords)
    this.#width = this.#bounds.length + 2
    this.#ascii = Uint16Array.from({ length: 128 }, (_, unit) => this.#findClass(unit))
  }

  /** True when the pattern matches anywhere in the text. Charges one step a character, more for each new state. */
  test(text: string, meter: Meter): boolean {
    meter.charge(text.length)
    if (this.#states.length > MAX_STATES) this.#forget()
    const search = ++this.#search
    let state = this.#state([], 'start')
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      const cls = unit < 128 ? this.#ascii[unit]! : this.#findClass(unit)
      state = state.next[cls] ?? this.#advance(state, cls)
      if (state.search === search) continue
      state.search = search
      if (state.accepts) return true
      meter.charge(STATE_COST * (state.threads.length + 1) * this.#width)
    }
    return (state.next[this.#width - 1] ?? this.#advance(state, this.#width - 1)).accepts
  }

  /** A `next` class of `width - 1` is the end of the text. */
  #advance(from: State, cls: number): State {
    const unit = cls === this.#width - 1 ? -1 : (this.#bounds[cls - 1] ?? 0)
    const next = new Set<number>()
    let accepts = false
    for (const thread of this.#closure(from, unit)) {
      const instruction = this.#program.instructions[thread]!
      if (instruction.op === 'match') accepts = true
      else if (instruction.op === 'set' && unit >= 0 && includes(instruction.ranges, unit)) next.add(instruction.next)
    }
    const to = accepts
      ? this.#state([], 'accepted')
      : this.#state(
          [...next].sort((a, b) => a - b),
          this.#usesWords && isWord(unit) ? 'word' : 'other',
        )
    from.next[cls] = to
    return to
  }

  /** All instructions reachable without a character, given what stands before and after the position. */
  #closure(from: State, unit: number): Set<number> {
    const seen = new Set<number>()
    const stack = [...from.threads, this.#program.entry]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (seen.has(at)) continue
      seen.add(at)
      const instruction = this.#program.instructions[at]!
      if (instruction.op === 'split') stack.push(instruction.next, instruction.other)
      else if (instruction.op === 'assert' && holds(instruction.at, from.before, unit)) stack.push(instruction.next)
    }
    return seen
  }

  #state(threads: readonly number[], before: Before): State {
    const key = `${before}:${threads.join()}`
    const known = this.#index.get(key)
    if (known) return known
    const next = Array.from<State | undefined>({ length: this.#width }).fill(undefined)
    const state: State = { threads, before, next, accepts: before === 'accepted', search: 0 }
    this.#index.set(key, state)
    this.#states.push(state)
    return state
  }

  #forget(): void {
    this.#states = []
    this.#index = new Map()
  }

  /** Class 0 lies below the first bound; class n starts at bound n - 1. */
  #findClass(unit: number): number {
    let low = 0
    let high = this.#bounds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#bounds[middle]! <= unit) low = middle + 1
      else high = middle
    }
    return low
  }
}

interface State {
  readonly threads: readonly number[]
  readonly before: Before
  readonly next: (State | undefined)[]
  readonly accepts: boolean
  /** The last search that came through, so that each one pays for the states it needs. */
  search: number
}

type Before = 'start' | 'word' | 'other' | 'accepted'

function holds(at: string, before: Before, unit: number): boolean {
  if (at === 'start') return before === 'start'
  if (at === 'end') return unit < 0
  return ((before === 'word') !== isWord(unit)) === (at === 'boundary')
}

function isWord(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122)
}

function includes(ranges: readonly number[], unit: number): boolean {
  for (let index = 0; index < ranges.length; index += 2)
    if (unit >= ranges[index]! && unit <= ranges[index + 1]!) return true
  return false
}

/** Code units at which some instruction starts or stops matching: between two of them all units behave alike. */
function boundsOf(instructions: readonly Instruction[], usesWords: boolean): Int32Array {
  const bounds = new Set<number>()
  const add = (ranges: readonly number[]) => ranges.forEach((unit, index) => bounds.add(unit + (index % 2)))
  for (const instruction of instructions) if (instruction.op === 'set') add(instruction.ranges)
  if (usesWords) add([48, 57, 65, 90, 95, 95, 97, 122])
  bounds.delete(0)
  return Int32Array.from(bounds).sort()
}

const MAX_STATES = 2000
const STATE_COST = 4
