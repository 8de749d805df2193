/** The text encodings that are detected. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Detects the encoding of a text from its first bytes; null if it is not text. UTF-16 is only recognized by its byte order mark.
 */
export function encodingOf(head: Uint8Array): Encoding | null {
  const marked =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null
  if (marked) return isText(head, marked) ? marked : null
  if (isText(head, 'utf-8')) return 'utf-8'
  return isWestern(head) ? 'windows-1252' : null
}

/** Decodes text that may be cut off within a character, which is dropped. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true })

/** Whether the bytes are well-formed and contain no control characters, except those of lines and terminals. */
function isText(head: Uint8Array, encoding: Encoding): boolean {
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
/** Tab, line feed, form feed, carriage return, and escape. */
const SPACES = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])
/** Bytes that are undefined in Windows-1252. */
const UNUSED = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d])
