import { analyse } from 'chardet'
import { type Encoding, isText, toEncoding } from './encoding.ts'

/** Bytes that are looked at. */
const SAMPLE = 8 * 1024

/** Encodings that are taken for what a text has, from so much confidence (percent) on: several bytes for a character are hardly chance. */
const CERTAIN: ReadonlyMap<string, number> = new Map([
  ['Shift_JIS', 60],
  ['EUC-JP', 60],
  ['EUC-KR', 60],
  ['GB18030', 60],
  ['Big5', 60],
  ['windows-1251', 30],
])

/** The encoding that older programs of East Asia and Russia have used for a text; null if it looks like none of them. */
export function guessEncoding(head: Uint8Array): Encoding | null {
  const [best] = analyse(head.subarray(0, SAMPLE))
  if (!best || best.confidence < (CERTAIN.get(best.name) ?? Infinity)) return null
  const encoding = toEncoding(best.name)
  return encoding !== null && isText(head, encoding) ? encoding : null
}
