import { isPlain } from '../plain-object.ts'

/** The bytes of a JSON text, written with a pause after each member of the outer objects, up to `depth` levels. */
export function* toJsonInSteps(value: unknown, depth: number): Generator<void, Buffer> {
  const pieces: Buffer[] = []
  for (const piece of write(value, depth)) {
    pieces.push(Buffer.from(piece))
    yield
  }
  return Buffer.concat(pieces)
}

function* write(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || !isPlain(value)) return yield JSON.stringify(value)
  let separator = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* write(member, depth - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
