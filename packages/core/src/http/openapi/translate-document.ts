import type { Locale } from '../../define/locales.ts'
import type { Texts } from '../../define/texts.ts'
import type { Json } from './schemas.ts'

/** Members of schemas that are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples'])

/**
 * An OpenAPI document in another language, with a pause after each path and schema. Only texts for people differ: summaries,
 * descriptions, and the `x-displayName` of sections, whose names programs use.
 */
export function* translateInSteps(document: Json, texts: Texts, language: Locale): Generator<void, Json> {
  const known = new Map<string, string>()
  const tell = (english: string) => {
    const told = known.get(english) ?? texts.message(language, english)
    known.set(english, told)
    return told
  }
  // Summaries of routes have no values. With `message`, any of them might look like a text that has some.
  const tellExactly = (english: string) => texts.in(language, english)
  const translate = (value: unknown, summarize: (summary: string) => string): unknown => {
    if (Array.isArray(value)) return value.map((one) => translate(one, summarize))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (typeof member !== 'string') return [name, DATA.has(name) ? member : translate(member, summarize)]
        return [name, name === 'summary' ? summarize(member) : name === 'description' ? tell(member) : member]
      }),
    )
  }
  const inSteps = function* (all: unknown): Generator<void, Json> {
    const translated: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(all as Json)) {
      translated[name] = translate(value, tellExactly)
      yield
    }
    return translated
  }
  const { tags, paths, components, ...others } = document
  const { schemas, ...shared } = components as Json
  const sections = (tags as readonly { readonly name: string }[]).map(({ name }) => {
    const shown = texts.in(language, name)
    return shown === name ? { name } : { name, 'x-displayName': shown }
  })
  return {
    ...(translate(others, tell) as Json),
    tags: sections,
    paths: yield* inSteps(paths),
    components: { ...(translate(shared, tell) as Json), schemas: yield* inSteps(schemas) },
  }
}
