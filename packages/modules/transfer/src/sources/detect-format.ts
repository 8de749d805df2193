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
  if (head.subarray(0, 8).equals(COMPOUND)) throw unreadable(COMPOUND_REFUSED)
  // XLSX and ODS are ZIP archives.
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
    return { type: 'sheet', encoding: 'utf-8', delimiter: ',' }
  const { language } = await ctx.locale()
  const encoding = detectEncoding(head, language)
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const start = text.slice(0, 1_000).trimStart()
  if (isMarkup(start)) throw unreadable('The file is a web page or XML: save it as XLSX or CSV')
  if (isList(start)) throw unreadable('JSON has to have one object a line, without brackets around all of them')
  if (isBinary(head, start)) throw unreadable('The file is neither text nor a spreadsheet')
  const type = /\.(?:jsonl|ndjson)$/i.test(name) || start.startsWith('{') ? 'jsonl' : 'csv'
  return { type, encoding, delimiter: detectDelimiter(text) }
}

/** How the files of former Excel programs begin, and encrypted ones of all. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const COMPOUND_REFUSED = 'The file is encrypted, or of an old Excel (XLS): save it as XLSX without a password'

/** Some programs write tables as HTML or XML, with the suffix of a spreadsheet. */
const isMarkup = (start: string): boolean => /^<(?:\?xml|!doctype|!--|[a-z]+[\s>])/i.test(start)

const isList = (start: string): boolean => /^\[\s*(?:\{\s*["}]|\])/.test(start)

/** Whether a file is of another kind than its bytes can say as a text: compressed, or a document. */
const isBinary = (head: Uint8Array, start: string): boolean =>
  BEGINNINGS.some((beginning) => beginning.every((byte, index) => head[index] === byte)) ||
  (start.match(/[^\P{Cc}\s]/gu)?.length ?? 0) * 10 > start.length

/** PDF, gzip, 7z, RAR, Zstandard, SQLite, Parquet and PNG. */
const BEGINNINGS = [
  '%PDF-',
  '\x1f\x8b\x08',
  "7z\xbc\xaf'\x1c",
  'Rar!\x1a\x07',
  '(\xb5/\xfd',
  'SQLite format 3\0',
  'PAR1',
  '\x89PNG',
].map((text) => [...Buffer.from(text, 'latin1')])

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

/** Lines that are compared. */
const COMPARED = 20

/**
 * The delimiter with which the most lines have the same number of columns, and of such ones, the one that separates the most. One in
 * names of columns, such as `name (first, last);city`, differs from line to line.
 */
function detectDelimiter(head: string): string {
  const [, named] = /^\ufeff?sep=([^a-z\d\s"]|\t)\r?\n/i.exec(head) ?? []
  if (named !== undefined) return named
  const lines = countDelimiters(head.slice(0, MAX_CELL * 4))
  const [alike, most] = [new Map<string, number>(), new Map<string, number>()]
  for (const delimiter of DELIMITERS) {
    const occurring = lines.flatMap((counts) => counts.get(delimiter) ?? [])
    const numbers = new Map<number, number>()
    for (const count of occurring) numbers.set(count, (numbers.get(count) ?? 0) + 1)
    const [[count, times] = [0, 0]] = [...numbers].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])
    alike.set(delimiter, times)
    most.set(delimiter, count)
  }
  const by = (counts: Map<string, number>) => (one: string, other: string) => counts.get(other)! - counts.get(one)!
  return DELIMITERS.toSorted((one, other) => by(alike)(one, other) || by(most)(one, other))[0]!
}

/** How often each delimiter is in each of the first lines that have one, outside of quotes. */
function countDelimiters(head: string): readonly ReadonlyMap<string, number>[] {
  const lines: Map<string, number>[] = []
  let counts = new Map<string, number>()
  let isQuoted = false
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') {
      if (counts.size > 0) lines.push(counts)
      if (lines.length >= COMPARED) return lines
      counts = new Map()
    } else if (DELIMITERS.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return counts.size > 0 ? [...lines, counts] : lines
}
