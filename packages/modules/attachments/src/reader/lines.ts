/** The longest line that is read, and the error for one that is longer. */
interface LongestLine {
  readonly longest: number
  readonly tooLong: () => Error
}

/** The lines of a text; what follows the last line break is none. A long line comes in hundreds of pieces, which are joined once. */
export async function* linesOf(
  text: AsyncIterable<string>,
  { longest, tooLong }: LongestLine,
): AsyncGenerator<string, void, undefined> {
  let pieces: string[] = []
  let length = 0
  for await (const chunk of text) {
    const [first, ...others] = chunk.split('\n') as [string, ...string[]]
    pieces.push(first)
    length += first.length
    if (length > longest) throw tooLong()
    const rest = others.pop()
    if (rest === undefined) continue
    yield pieces.join('')
    yield* others
    pieces = [rest]
    length = rest.length
  }
}
