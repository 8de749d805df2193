import { openAttachment } from '@plinth/attachments'
import type { Context } from '@plinth/core'
import { type Format, MAX_CELL } from '../settings.ts'
import { lost, unreadable } from './unreadable.ts'

/** Bytes read to recognize a format. */
const HEAD = 262_144

/** The format of a file, by its name and its first bytes. */
export async function detectFormat(ctx: Context, attachmentId: string): Promise<Format> {
  const file = await openAttachment(ctx, attachmentId)
  if (!file) throw lost()
  const { name, stream } = file
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= HEAD) break
  }
  stream.destroy()
  const head = Buffer.concat(chunks)
  if (head.length === 0) throw unreadable('The file is empty')
  // XLSX and ODS are ZIP archives.
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
    return { type: 'sheet', encoding: 'utf-8', delimiter: ',' }
  const { language } = await ctx.locale()
  const encoding = detectEncoding(head, language)
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const type = /\.(?:jsonl|ndjson)$/i.test(name) || text.startsWith('{') ? 'jsonl' : 'csv'
  return { type, encoding, delimiter: detectDelimiter(text) }
}

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
function detectEncoding(head: Uint8Array, language: string): Encoding {
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

/** Delimiters that are looked for, the most likely ones first. */
const DELIMITERS = [',', ';', '\t', '|']

/** The delimiter that separates the most columns in the first line. */
function detectDelimiter(head: string): string {
  const [, named] = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(head) ?? []
  if (named !== undefined) return named
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const character of head.slice(0, MAX_CELL)) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      if (counts.size > 0) break
    } else if (!isQuoted && DELIMITERS.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const most = (delimiter: string) => counts.get(delimiter) ?? 0
  return DELIMITERS.toSorted((one, other) => most(other) - most(one))[0]!
}
