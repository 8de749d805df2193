import { analyse } from 'chardet'
import { decode, type Encoding, isText, toEncoding } from './encoding.ts'

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
  if (best && best.confidence >= (CERTAIN.get(best.name) ?? Infinity)) {
    const encoding = toEncoding(best.name)
    if (encoding !== null && isText(head, encoding)) return encoding
  }
  return isKanji(head.subarray(0, SAMPLE)) ? 'shift_jis' : null
}

const WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]{2,}/gu

/**
 * Whether a text has words of kanji in Shift_JIS, such as names and addresses in a table: without kana, the detector takes them for
 * Windows-1252. The letters of other encodings stand alone, or begin with other bytes.
 */
function isKanji(head: Uint8Array): boolean {
  if (!isText(head, 'shift_jis')) return false
  let usual = 0
  let others = 0
  for (let at = 0; at < head.length; at++) {
    const byte = head[at]!
    if (byte < 0x80) continue
    if (byte >= 0x81 && byte <= 0x9f) usual++
    else others++
    // The second byte of a character.
    if (byte <= 0x9f || byte >= 0xe0) at++
  }
  const words = decode(head, 'shift_jis').match(WORDS) ?? []
  const inWords = words.reduce((sum, { length }) => sum + length, 0)
  return usual > others && inWords > (usual + others) / 2
}
