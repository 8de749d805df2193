import { ReadingError, type ReadingTask, type TextSink } from './task.ts'

/** Groups that contain no text of the document. */
const SILENT = new Set(
  'fonttbl colortbl stylesheet info pict object themedata colorschememapping datastore listtable listoverridetable rsidtbl generator latentstyles xmlnstbl fldinst'.split(
    ' ',
  ),
)
/** A map, since a document may name whatever an object inherits: `\\constructor`. */
const BREAKS: ReadonlyMap<string, string> = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['row', '\n'],
  ['sect', '\n'],
  ['page', '\n'],
  ['tab', '\t'],
  ['cell', '\t'],
])

/** Maximum nesting of groups. */
const MAX_DEPTH = 1000

/** Group start or end, control word, hexadecimal character, control symbol, or text. */
const TOKEN = /([{}])|\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([^\\{}]+)/giy

interface RtfGroup {
  isSilent: boolean
  /** Number of fallback characters after each Unicode character, for readers without Unicode support. */
  skips: number
}

/** Extracts the text of RTF, ignoring embedded objects. */
export function readRtf(bytes: Buffer, _task: ReadingTask, sink: TextSink): void {
  const source = bytes.toString('latin1')
  if (!source.startsWith('{\\rtf')) throw new ReadingError('broken')
  const decoder = decoderOf(/\\ansicpg(\d{1,5})/.exec(source.slice(0, 1000))?.[1])
  const outer: RtfGroup[] = []
  let group: RtfGroup = { isSilent: false, skips: 1 }
  let skip = 0
  const say = (text: string) => {
    if (group.isSilent) return
    const rest = text.slice(skip)
    skip = Math.max(0, skip - text.length)
    if (rest !== '') sink.text(rest)
  }
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const [, brace, word, number, hex, symbol, text] = match
    if (brace === '{') {
      if (outer.push({ ...group }) > MAX_DEPTH) throw new ReadingError('broken')
    } else if (brace) {
      group = outer.pop() ?? group
      skip = 0
      if (outer.length === 0) break
    } else if (word === 'u') {
      say(String.fromCharCode(Number(number) & 0xffff))
      skip = group.skips
    } else if (word === 'uc') group.skips = Math.min(10, Math.max(0, Number(number)))
    else if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(number))
    else if (word) {
      if (SILENT.has(word)) group.isSilent = true
      const space = BREAKS.get(word)
      if (space) say(space)
    } else if (hex) say(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))))
    else if (symbol === '*') group.isSilent = true
    else if (symbol) say(symbol === '~' ? ' ' : /[\\{}]/.test(symbol) ? symbol : '')
    else if (text) say(text.replaceAll(/[\r\n]/g, ''))
  }
}

function decoderOf(page: string | undefined): TextDecoder {
  try {
    return new TextDecoder(`windows-${page ?? '1252'}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
