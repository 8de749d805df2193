/** How texts are encoded that are recognized. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding of a text by its first bytes; null for what is none. Without a mark UTF-16 looks like anything. */
export function encodingOf(head: Uint8Array): Encoding | null {
  const marked =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null
  if (marked) return isText(head, marked) ? marked : null
  if (isText(head, 'utf-8')) return 'utf-8'
  return isWestern(head) ? 'windows-1252' : null
}

/** The text in bytes that may end within a character, of which nothing is kept. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true })

/** Well-formed, and without control characters but those of lines and terminals. */
function isText(head: Uint8Array, encoding: Encoding): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    for (let index = 0; index < text.length; index++) if (isControl(text.charCodeAt(index))) return false
    return true
  } catch {
    return false
  }
}

/** Every byte is a character there, so most of them have to be letters and spaces of English. */
function isWestern(head: Uint8Array): boolean {
  let plain = 0
  for (const byte of head) {
    if (isControl(byte) || UNUSED.has(byte)) return false
    if (byte < 0x7f) plain++
  }
  return plain >= 0.75 * head.length
}

const isControl = (code: number) => code < 0x20 && !SPACES.has(code)
/** Tab, line feed, form feed, carriage return, and the escape of terminals. */
const SPACES = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])
/** Bytes that stand for nothing in Windows-1252. */
const UNUSED = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d])
