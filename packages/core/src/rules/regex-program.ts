import { type Assertion, type Ranges, type RegexNode, UnsupportedPattern } from './regex-syntax.ts'

/** One instruction of the nondeterministic automaton; `next` and `other` are indexes of instructions. */
export type Instruction =
  | { readonly op: 'set'; readonly ranges: Ranges; next: number }
  | { readonly op: 'assert'; readonly at: Assertion; next: number }
  | { readonly op: 'split'; next: number; other: number }
  | { readonly op: 'match' }

/** The nondeterministic automaton. It starts at instruction `entry` and matches on reaching instruction 0. */
export interface Program {
  readonly instructions: readonly Instruction[]
  readonly entry: number
}

/**
 * Thompson's construction, from back to front. Throws `UnsupportedPattern` beyond 2,000 instructions (counted repetitions
 * multiply).
 */
export function toProgram(node: RegexNode): Program {
  const instructions: Instruction[] = [{ op: 'match' }]
  const emit = (instruction: Instruction): number => {
    if (instructions.length >= MAX_INSTRUCTIONS) throw new UnsupportedPattern('too many repetitions')
    return instructions.push(instruction) - 1
  }

  function build(node: RegexNode, next: number): number {
    switch (node.kind) {
      case 'set':
        return emit({ op: 'set', ranges: node.ranges, next })
      case 'assert':
        return emit({ op: 'assert', at: node.at, next })
      case 'sequence':
        return node.parts.reduceRight((after, part) => build(part, after), next)
      case 'choice':
        return node.parts
          .map((part) => build(part, next))
          .reduceRight((other, first) => emit({ op: 'split', next: first, other }))
      case 'repeat':
        return repeat(node, next)
    }
  }

  function repeat({ part, min, max }: Extract<RegexNode, { kind: 'repeat' }>, next: number): number {
    let entry = next
    if (max === Infinity) {
      const loop: Instruction = { op: 'split', next: 0, other: next }
      entry = emit(loop)
      loop.next = build(part, entry)
    } else
      for (let count = min; count < max; count++) entry = emit({ op: 'split', next: build(part, entry), other: next })
    // The extra split makes nested repetitions of nothing reach the limit, instead of looping 1000 * 1000 * 1000 times.
    for (let count = 0; count < min; count++) entry = build(part, emit({ op: 'split', next: entry, other: entry }))
    return entry
  }

  const entry = build(node, 0)
  return { instructions, entry }
}

const MAX_INSTRUCTIONS = 2000
