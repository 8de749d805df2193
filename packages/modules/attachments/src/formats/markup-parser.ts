import type { Handler, Parser } from 'htmlparser2'

/**
 * Maximum depth of open elements, as in browsers. The parser takes time for each element in proportion to its depth: a megabyte of
 * opening tags would keep it busy for 20 seconds.
 */
const MOST_LEVELS = 512

/** Elements are nested more deeply than any document needs. */
export class TooDeepError extends Error {}

/** Creates a parser that calls a handler while it reads. Its methods throw `TooDeepError` at element 513 within each other. */
export async function createMarkupParser(
  handler: Partial<Pick<Handler, 'onopentag' | 'onclosetag' | 'ontext'>>,
  { isXml }: { readonly isXml: boolean },
): Promise<Parser> {
  const { Parser } = await import('htmlparser2')
  let depth = 0
  return new Parser(
    {
      onopentag(name, attributes, isImplied) {
        if (++depth > MOST_LEVELS) throw new TooDeepError(`Elements are nested more than ${MOST_LEVELS} levels deep`)
        handler.onopentag?.(name, attributes, isImplied)
      },
      onclosetag(name, isImplied) {
        depth--
        handler.onclosetag?.(name, isImplied)
      },
      ontext: (text) => handler.ontext?.(text),
    },
    { xmlMode: isXml },
  )
}
