/** A text encoding, by its name in the Encoding Standard: `utf-8`, `windows-1252`, `shift_jis`. */
export type Encoding = string

/**
 * Detects the encoding of a text from its first bytes; null if it is not text. UTF-16 is only recognized by its byte order mark.
 * Markup may declare any other encoding; `guess` is asked about what is not UTF-8.
 */
export function encodingOf(head: Uint8Array, guess: (head: Uint8Array) => Encoding | null): Encoding | null {
  const marked = markedEncodingOf(head)
  if (marked) return isText(head, marked) ? marked : null
  const declared = xmlEncodingOf(head) ?? htmlEncodingOf(head)
  if (declared && isText(head, declared)) return declared
  if (isText(head, 'utf-8')) return 'utf-8'
  if (head.some(isControl)) return null
  return guess(head) ?? (isWestern(head) ? 'windows-1252' : null)
}

/** Decodes text that may be cut off within a character, which is dropped. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true })

/** The encoding that XML has by its byte order mark, its first characters or its declaration; null if it has none of them. */
export function xmlEncodingOf(head: Uint8Array): Encoding | null {
  const marked = markedEncodingOf(head)
  if (marked) return marked
  const start = asciiOf(head, 200)
  if (start.startsWith('<\0?\0')) return 'utf-16le'
  if (start.startsWith('\0<\0?')) return 'utf-16be'
  return toEncoding(/^<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1])
}

/** Bytes in which HTML declares its encoding, as browsers expect. */
const DECLARING_BYTES = 1024

/** The encoding that HTML declares in a `meta` element. */
function htmlEncodingOf(head: Uint8Array): Encoding | null {
  const start = asciiOf(head, DECLARING_BYTES)
  if (!/^\s*</.test(start)) return null
  const element = /<meta\s(?:[^>]*?[\s;"'])?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(withoutComments(start))
  return toEncoding(element?.[1])
}

function withoutComments(start: string): string {
  const [first = '', ...rest] = start.split('<!--')
  return [first, ...rest.map((part) => part.split('-->').slice(1).join('-->'))].join('')
}

function markedEncodingOf([first, second]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

const asciiOf = (head: Uint8Array, length: number) => Buffer.from(head.subarray(0, length)).toString('latin1')

/** Null for names that nobody knows. Whoever could read a declaration of UTF-16 has not read UTF-16. */
export function toEncoding(label: string | undefined): Encoding | null {
  if (label === undefined) return null
  try {
    const { encoding } = new TextDecoder(label)
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return null
  }
}

/** Whether the bytes are well-formed and contain no control characters, except those of lines and terminals. */
export function isText(head: Uint8Array, encoding: Encoding): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    for (let index = 0; index < text.length; index++) if (isControl(text.charCodeAt(index))) return false
    return true
  } catch {
    return false
  }
}

/** Nearly every byte is valid in Windows-1252, so most must be ASCII, as in English letters and spaces. */
function isWestern(head: Uint8Array): boolean {
  let plain = 0
  for (const byte of head) {
    if (isControl(byte) || UNUSED.has(byte)) return false
    if (byte < 0x7f) plain++
  }
  return plain >= 0.75 * head.length
}

const isControl = (code: number) => code < 0x20 && !SPACES.has(code)
/**
 * Bell, backspace, tab, line feed, vertical tab, form feed, carriage return, the end of a file of DOS, and escape: what terminals and
 * older programs leave in texts.
 */
const SPACES = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])
/** Bytes that are undefined in Windows-1252. */
const UNUSED = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d])
