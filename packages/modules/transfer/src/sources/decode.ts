import type { Format } from '../settings.ts'
import { unreadable } from './unreadable.ts'

type Encoding = Format['encoding']

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Of languages that Windows-1252 does not have all letters of. */
const CODE_PAGES: readonly (readonly [Encoding, readonly string[]])[] = [
  ['windows-1250', ['bs', 'cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl', 'sq']],
  ['windows-1251', ['be', 'bg', 'mk', 'ru', 'sr', 'uk']],
  ['windows-1253', ['el']],
  ['windows-1254', ['az', 'tr']],
  ['windows-1255', ['he']],
  ['windows-1256', ['ar', 'fa', 'ur']],
  ['windows-1257', ['et', 'lt', 'lv']],
  ['windows-1258', ['vi']],
]

/**
 * The encoding of a text by its first bytes: that of its byte order mark, UTF-16 if every second byte is zero, UTF-8 if it is
 * valid, and otherwise what Windows uses for the language.
 */
export function detectEncoding(head: Uint8Array, language: string): Encoding {
  for (const [encoding, mark] of MARKS) if (mark.every((byte, index) => head[index] === byte)) return encoding
  const zeros = [0, 0]
  for (let index = 0; index < Math.min(head.length, 2_000); index++) if (head[index] === 0) zeros[index % 2]!++
  const half = Math.min(head.length, 2_000) / 4
  if (zeros[1]! > half) return 'utf-16le'
  if (zeros[0]! > half) return 'utf-16be'
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return CODE_PAGES.find(([, languages]) => languages.includes(language))?.[0] ?? 'windows-1252'
  }
}

/** Decodes a text while it is read, without its byte order mark. Throws 400 for bytes that the encoding does not have. */
export async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of bytes) {
      const text = decoder.decode(chunk, { stream: true })
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw unreadable(`The file is not valid ${encoding.toUpperCase()}: choose another encoding`)
  }
}
