import PostalMime, { type Address } from 'postal-mime'
import { toShownText } from './shown-text.ts'
import { ReadingError, type ReadingTask, type TextSink } from './task.ts'

/** Parts within each other, and bytes of all headers. */
const [MOST_LEVELS, MOST_HEADERS] = [32, 1_000_000]

/** Lines of a mail, but for the long ones of attached files, which the library takes together. Each costs it a few kilobytes. */
const MOST_SHORT_LINES = 100_000
const SHORT = 40

/** Reads a mail: its subject, who sent and got it, what it says, and the names of the files that it brings. */
export async function readMail(bytes: Buffer, _task: ReadingTask, sink: TextSink): Promise<void> {
  if (hasManyLines(bytes)) throw new ReadingError('too_large')
  const mail = await parse(bytes)
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((one) => (one ? written(one) : []))
  const says = mail.text?.trim() || (mail.html === undefined ? '' : await toShownText(mail.html, 'text/html'))
  const files = mail.attachments.flatMap(({ filename }) => filename || [])
  for (const lines of [[mail.subject], people, [says], files]) {
    const text = lines.filter(Boolean).join('\n')
    if (text !== '') sink.text(`${text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')}\n`)
  }
}

function hasManyLines(bytes: Buffer): boolean {
  let short = 0
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start))
    if (end - start < SHORT && ++short > MOST_SHORT_LINES) return true
  return false
}

async function parse(bytes: Buffer) {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: MOST_LEVELS, maxHeadersSize: MOST_HEADERS })
  } catch {
    throw new ReadingError('broken')
  }
}

const written = ({ name, address, group }: Address): string[] =>
  group ? group.flatMap(written) : [[name, address && `<${address}>`].filter(Boolean).join(' ')]
