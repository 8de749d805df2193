import type { Program } from './regex-program.ts'
import type { Ranges } from './regex-syntax.ts'

/** Classes of UTF-16 code units that no instruction of a program distinguishes; the last class is the end of the text. */
export class UnitClasses {
  readonly count: number
  readonly #bounds: Int32Array

  constructor({ instructions }: Program) {
    const bounds = new Set<number>()
    const add = (ranges: Ranges) => ranges.forEach((unit, index) => bounds.add(unit + (index % 2)))
    for (const instruction of instructions) if (instruction.op === 'set') add(instruction.ranges)
    if (instructions.some((it) => it.op === 'assert' && it.at.endsWith('boundary'))) add(WORD_UNITS)
    bounds.delete(0)
    this.#bounds = Int32Array.from(bounds).sort()
    this.count = this.#bounds.length + 2
  }

  get endOfText(): number {
    return this.count - 1
  }

  classOf(unit: number): number {
    let low = 0
    let high = this.#bounds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#bounds[middle]! <= unit) low = middle + 1
      else high = middle
    }
    return low
  }

  /** A member of the class, or -1 for the end of the text. */
  memberOf(cls: number): number {
    if (cls === this.endOfText) return -1
    return cls === 0 ? 0 : this.#bounds[cls - 1]!
  }
}

/** True for the letters, digits and underscore that `\b` treats as word characters. */
export function isWordUnit(unit: number): boolean {
  return includesUnit(WORD_UNITS, unit)
}

export function includesUnit(ranges: Ranges, unit: number): boolean {
  for (let index = 0; index < ranges.length; index += 2)
    if (unit >= ranges[index]! && unit <= ranges[index + 1]!) return true
  return false
}

const WORD_UNITS: Ranges = [48, 57, 65, 90, 95, 95, 97, 122]
