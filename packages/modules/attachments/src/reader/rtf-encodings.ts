/** Decodes bytes of a code page. */
export type Decode = (bytes: string) => string

/** Code pages of the character sets that fonts name. */
const CHARSETS: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [2, 1252],
  [77, 10_000],
  [78, 932],
  [79, 949],
  [80, 936],
  [81, 950],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
  [254, 437],
  [255, 850],
])

/** Code pages with another name in the Encoding Standard than `windows-<number>`. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [932, 'shift_jis'],
  [936, 'gb18030'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10_000, 'macintosh'],
  [10_001, 'shift_jis'],
  [10_007, 'x-mac-cyrillic'],
  [20_866, 'koi8-r'],
  [21_866, 'koi8-u'],
  [28_592, 'iso-8859-2'],
  [28_595, 'iso-8859-5'],
  [28_605, 'iso-8859-15'],
  [54_936, 'gb18030'],
  [65_001, 'utf-8'],
])

/** The upper halves of code pages that the Encoding Standard lacks. */
const TABLES: ReadonlyMap<number, string> = new Map([
  [
    437,
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    850,
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
])

/** The code page of a font's character set; undefined if it is that of the document. */
export const codePageOf = (charset: number): number | undefined => CHARSETS.get(charset)

const decoders = new Map<number, Decode>()

/** Decodes bytes, given as characters up to U+00FF. Windows-1252 replaces unknown code pages. */
export function decoderOf(codePage: number): Decode {
  const known = decoders.get(codePage)
  if (known) return known
  const decode = toDecode(codePage)
  // A document may name any number of code pages.
  if (decoders.size < 100) decoders.set(codePage, decode)
  return decode
}

function toDecode(codePage: number): Decode {
  const table = TABLES.get(codePage)
  if (table) return (bytes) => bytes.replaceAll(/[\x80-\xff]/g, (byte) => table[byte.charCodeAt(0) - 0x80]!)
  const decoder = textDecoder(NAMES.get(codePage) ?? `windows-${codePage}`)
  return (bytes) => (UPPER_HALF.test(bytes) ? decoder.decode(Buffer.from(bytes, 'latin1')) : bytes)
}

const UPPER_HALF = /[\x80-\xff]/

function textDecoder(name: string): TextDecoder {
  try {
    return new TextDecoder(name)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
