import { badInput } from '@plinth/core'
import { parseSentJson } from '@plinth/core/http'
import { z } from 'zod'

const MAX_TAGS = 100

const MAX_TAG = 100

const Tag = z.string().trim().max(MAX_TAG)

/** Tags in order, without duplicates; case-sensitive. */
export const Tags = z.array(Tag).max(MAX_TAGS).transform(distinctTags)

/** Parses a form field: a JSON array of strings, a JSON string, or words separated by commas. Error: 400 beyond a limit. */
export function parseTags(text: string | undefined): string[] {
  const { data } = Tags.safeParse(parseTagText(text?.trim() ?? ''))
  if (!data) throw badInput(`A file can have up to ${MAX_TAGS} tags of up to ${MAX_TAG} characters`)
  return data
}

function distinctTags(tags: readonly string[]): string[] {
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** Only arrays and strings are read as JSON: `123` is a tag. */
function parseTagText(text: string): string[] {
  try {
    const parsed = parseSentJson(text)
    if (Array.isArray(parsed)) return parsed.filter((tag) => typeof tag === 'string')
    if (typeof parsed === 'string') return [parsed]
  } catch {
    // Not JSON, so it is a list of words.
  }
  return text.split(',')
}
