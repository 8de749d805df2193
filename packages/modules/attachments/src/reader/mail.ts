import PostalMime, { type Address } from 'postal-mime'
import { toShownText } from './shown-text.ts'
import { ReadingError, type ReadingTask, type TextSink } from './task.ts'

/** Parts within each other, and bytes of all headers. */
const [MOST_LEVELS, MOST_HEADERS] = [32, 1_000_000]

/** Reads a mail: its subject, who sent and got it, what it says, and the names of the files that it brings. */
export async function readMail(bytes: Buffer, _task: ReadingTask, sink: TextSink): Promise<void> {
  const mail = await parse(bytes)
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((one) => (one ? written(one) : []))
  const says = mail.text?.trim() || (mail.html === undefined ? '' : await toShownText(mail.html, 'text/html'))
  const files = mail.attachments.flatMap(({ filename }) => filename || [])
  for (const lines of [[mail.subject], people, [says], files]) {
    const text = lines.filter(Boolean).join('\n')
    if (text !== '') sink.text(`${text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')}\n`)
  }
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
