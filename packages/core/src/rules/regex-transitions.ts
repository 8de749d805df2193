import { bytesOf } from '../byte-cache.ts'
import type { Program } from './regex-program.ts'
import type { Assertion } from './regex-syntax.ts'
import { includesUnit, isWordUnit, UnitClasses } from './regex-unit-classes.ts'

/**
 * The deterministic automaton of a program, built lazily by searches. A state is the offset of its row of edges, an edge is that
 * offset plus the class of the next unit, and `targets[edge]` is the next state.
 */
export class Transitions {
  static readonly ACCEPTED = 0
  static readonly UNTAKEN = -1

  readonly units: UnitClasses
  readonly ascii: Uint16Array
  readonly start: number
  targets: Int32Array
  #builtTargets: Int32Array
  #costs: Int32Array
  readonly #width: number
  readonly #program: Program
  readonly #states: State[] = []
  readonly #offsets = new Map<string, number>()
  #stateBytes = 0

  constructor(program: Program) {
    this.#program = program
    this.units = new UnitClasses(program)
    this.#width = this.units.count
    this.ascii = Uint16Array.from({ length: 128 }, (_, unit) => this.units.classOf(unit))
    this.targets = new Int32Array(this.#width * 8)
    this.#builtTargets = new Int32Array(this.#width * 8)
    this.#costs = new Int32Array(this.#width * 8)
    this.#offset({ threads: [], before: 'accepted' })
    this.start = this.#offset({ threads: [], before: 'start' })
  }

  /** Approximate memory of states and edges, in bytes. */
  get bytes(): number {
    return this.#stateBytes + 3 * this.targets.byteLength
  }

  /** The number of edges. */
  get size(): number {
    return this.#states.length * this.#width
  }

  /** Starts a search and resets all edges to untaken, so that the search pays for each one that it takes. */
  begin(): Int32Array {
    return this.targets.fill(Transitions.UNTAKEN)
  }

  /** Takes an edge in the current search, and returns its cost in steps. */
  take(edge: number): number {
    if (this.#costs[edge] === 0) this.#build(edge)
    this.targets[edge] = this.#builtTargets[edge]!
    return this.#costs[edge]!
  }

  #build(edge: number): void {
    const from = this.#states[Math.floor(edge / this.#width)]!
    const unit = this.units.memberOf(edge % this.#width)
    const next = new Set<number>()
    let before: Before = isWordUnit(unit) ? 'word' : 'other'
    const reached = this.#closure(from, unit)
    for (const thread of reached) {
      const instruction = this.#program.instructions[thread]!
      if (instruction.op === 'match') before = 'accepted'
      else if (instruction.op === 'set' && includesUnit(instruction.ranges, unit)) next.add(instruction.next)
    }
    const threads = before === 'accepted' ? [] : [...next].sort((a, b) => a - b)
    const target = this.#offset({ threads, before })
    this.#builtTargets[edge] = target
    this.#costs[edge] = EDGE_COST + THREAD_COST * reached.size
  }

  /** All instructions reachable without consuming a character, given the units before and after the position. */
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

  #offset(state: State): number {
    const key = `${state.before}:${state.threads.join()}`
    const existing = this.#offsets.get(key)
    if (existing !== undefined) return existing
    const offset = this.size
    this.#states.push(state)
    this.#offsets.set(key, offset)
    this.#stateBytes += bytesOf(key) + bytesOf(state)
    if (this.size > this.targets.length) this.#grow()
    return offset
  }

  #grow(): void {
    const before = this.targets.length
    this.targets = doubled(this.targets).fill(Transitions.UNTAKEN, before)
    this.#builtTargets = doubled(this.#builtTargets)
    this.#costs = doubled(this.#costs)
  }
}

interface State {
  readonly threads: readonly number[]
  readonly before: Before
}

type Before = 'start' | 'word' | 'other' | 'accepted'

function holds(at: Assertion, before: Before, unit: number): boolean {
  if (at === 'start') return before === 'start'
  if (at === 'end') return unit < 0
  return ((before === 'word') !== isWordUnit(unit)) === (at === 'boundary')
}

function doubled(numbers: Int32Array): Int32Array {
  const copy = new Int32Array(numbers.length * 2)
  copy.set(numbers)
  return copy
}

const EDGE_COST = 300
const THREAD_COST = 80
