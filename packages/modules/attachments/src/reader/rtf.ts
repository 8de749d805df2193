import { Prose } from './paragraphs.ts'
import { codePageOf, type Decode, decoderOf } from './rtf-encodings.ts'
import { ReadingError, type ReadingTask, type TextSink } from './task.ts'

const words = (list: string) => new Set(list.split(' '))

/** Groups that contain no text of the document, or the same text again for older programs. */
const SILENT = words(
  'colortbl stylesheet info pict object themedata colorschememapping datastore listtable listoverridetable rsidtbl generator latentstyles xmlnstbl fldtype ffname ffdeftext nonesttables nonshppict shprslt sn sv atnid atnauthor atndate atntime atnicn atnref ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn objdata objclass objname filetbl revtbl xe tc tcn rxe txe pntxta pntxtb background falt panose fname private template upr',
)
/** Groups with text that readers who do not know them leave out. */
const KNOWN = words('footnote annotation shpinst shptxt do dptxbxtext nesttableprops ud fldinst')
/** Groups that stand in a paragraph, but are no part of it. */
const ASIDE = words(
  'footnote annotation shptxt dptxbxtext header headerl headerr headerf footer footerl footerr footerf',
)
/** Maps, since a document may name whatever an object inherits: `\constructor`. */
const BREAKS: ReadonlySet<string> = words('par sect page')
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['line', '\n'],
  ['lbr', '\n'],
  ['softline', '\n'],
  ['column', '\n'],
  ['row', '\n'],
  ['nestrow', '\n'],
  ['tab', '\t'],
  ['cell', '\t'],
  ['nestcell', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
  ['qmspace', '\u2005'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
])
/** Code pages of the words that name them. */
const SYSTEMS: ReadonlyMap<string, number> = new Map([
  ['ansi', 1252],
  ['mac', 10_000],
  ['pc', 437],
  ['pca', 850],
])

/** Maximum nesting of groups. */
const MAX_DEPTH = 1000
/** Maximum number of fonts with a character set of their own. */
const MAX_FONTS = 10_000

/** Characters of a field that are looked at. */
const MAX_FIELD = 500

/** Group start or end, control word, hexadecimal character, control symbol, or text. */
const TOKEN = /([{}])|\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\(\r\n|[^a-z])|([^\\{}]+)/giy

interface RtfGroup {
  /** What to do with its text. */
  readonly kind: 'text' | 'silent' | 'fonts' | 'field'
  /** Whether it goes on when the group ends, though it is silent: that of `\object` or `\upr` around it. */
  readonly outerKind: RtfGroup['kind']
  readonly isAside: boolean
  /** Whether the text is hidden, or deleted by a tracked change. */
  readonly isHidden: boolean
  readonly isDeleted: boolean
  readonly font: number | undefined
  /** The font of scripts that are written from right to left, and whether it is meant. */
  readonly complexFont: number | undefined
  readonly isComplex: boolean
  /** Number of fallback characters after each Unicode character, for readers without Unicode support. */
  readonly skips: number
}

/** Extracts the text of RTF, ignoring embedded objects. */
export function readRtf(bytes: Buffer, { limits }: ReadingTask, sink: TextSink): void {
  const source = bytes.toString('latin1')
  if (!source.startsWith('{\\rtf')) throw new ReadingError('broken')
  const reader = new RtfReader(new Prose(sink, limits))
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const [, brace, word, number, hex, symbol, text] = match
    if (brace === '{') reader.open()
    else if (brace) {
      if (reader.close()) break
    } else if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(number ?? 0))
    else if (word) reader.word(word.toLowerCase(), number === undefined ? undefined : Number(number))
    else if (hex) reader.bytes(String.fromCharCode(Number.parseInt(hex, 16)))
    else if (symbol) reader.symbol(symbol)
    else if (text) reader.bytes(text.replaceAll(/[\r\n]/g, ''))
  }
  reader.end()
}

class RtfReader {
  readonly #prose: Prose
  readonly #outer: RtfGroup[] = []
  #group: RtfGroup = {
    kind: 'text',
    outerKind: 'text',
    isAside: false,
    isHidden: false,
    isDeleted: false,
    font: undefined,
    complexFont: undefined,
    isComplex: false,
    skips: 1,
  }
  /** Code pages of fonts, by their number. */
  readonly #fonts = new Map<number, number>()
  /** The font whose definition is being read. */
  #defined: number | undefined
  #defaultFont: number | undefined
  #codePage = 1252
  /** Bytes in the code page of the current font: a character may consist of two. */
  #bytes = ''
  /** The instruction of a field. */
  #field = ''
  /** Groups beside the paragraph that have not ended. */
  #asides = 0
  /** Fallback characters to skip. */
  #skip = 0
  /** Whether the next word begins a group that readers leave out if they do not know it. */
  #isOptional = false

  constructor(prose: Prose) {
    this.#prose = prose
    prose.begin()
  }

  open(): void {
    this.#flush()
    this.#skip = 0
    if (this.#outer.push(this.#group) > MAX_DEPTH) throw new ReadingError('broken')
    this.#set({ isAside: false })
    this.#isOptional = false
  }

  /** Returns whether the document has ended. */
  close(): boolean {
    this.#flush()
    this.#skip = 0
    const { kind, isAside } = this.#group
    if (isAside) {
      this.#prose.end('\n')
      this.#asides--
    }
    this.#group = this.#outer.pop() ?? this.#group
    if (kind === 'field' && this.#group.kind !== 'field') this.#showField()
    return this.#outer.length === 0
  }

  end(): void {
    this.#flush()
    while (this.#prose.isOpen) this.#prose.end('')
  }

  bytes(bytes: string): void {
    const skipped = Math.min(this.#skip, bytes.length)
    this.#skip -= skipped
    if (this.#group.kind === 'text' || this.#group.kind === 'field')
      this.#bytes += skipped > 0 ? bytes.slice(skipped) : bytes
  }

  symbol(symbol: string): void {
    if (/[\\{}]/.test(symbol)) return this.bytes(symbol)
    this.#flush()
    if (symbol === '*') this.#isOptional = true
    else if (/[\r\n]/.test(symbol)) this.#break()
    else if (symbol === '~') this.#say(' ')
    else if (symbol === '_') this.#say('-')
    else if (symbol === '\t') this.#say('\t')
  }

  word(word: string, number: number | undefined): void {
    this.#flush()
    const isOptional = this.#isOptional
    this.#isOptional = false
    if (word === 'u') {
      this.#say(String.fromCharCode((number ?? 0) & 0xffff))
      this.#skip = this.#group.skips
      return
    }
    if (this.#group.kind === 'fonts') this.#define(word, number)
    else if (SILENT.has(word) || (isOptional && !KNOWN.has(word)))
      this.#set({ kind: 'silent', outerKind: this.#group.kind })
    else if (word === 'fonttbl') this.#set({ kind: 'fonts' })
    else if (word === 'fldinst') this.#set({ kind: this.#group.kind === 'text' ? 'field' : 'silent' })
    else if (word === 'ud' || word === 'result') this.#set({ kind: this.#group.outerKind })
    else if (ASIDE.has(word)) this.#step()
    else if (BREAKS.has(word)) this.#break()
    else if (SIGNS.has(word)) this.#say(SIGNS.get(word)!)
    else this.#format(word, number)
  }

  #format(word: string, number: number | undefined): void {
    const isOn = number !== 0
    if (word === 'uc') this.#set({ skips: Math.min(10, Math.max(0, number ?? 1)) })
    else if (word === 'f') this.#set(this.#group.isComplex ? { complexFont: number } : { font: number })
    else if (word === 'af' && this.#group.isComplex) this.#set({ complexFont: number })
    else if (word === 'rtlch') this.#set({ isComplex: true })
    else if (word === 'ltrch') this.#set({ isComplex: false })
    else if (word === 'v') this.#set({ isHidden: isOn })
    else if (word === 'deleted' || word === 'mvf') this.#set({ isDeleted: isOn })
    else if (word === 'plain') {
      const font = this.#defaultFont
      this.#set({ isHidden: false, isDeleted: false, font, complexFont: undefined, isComplex: false })
    } else if (word === 'deff') {
      this.#defaultFont = number
      this.#set({ font: number })
    } else if (word === 'ansicpg') this.#codePage = number || 1252
    else if (SYSTEMS.has(word)) this.#codePage = SYSTEMS.get(word)!
  }

  #define(word: string, number = 0): void {
    if (word === 'f') this.#defined = number
    if (this.#defined === undefined || this.#fonts.size > MAX_FONTS) return
    const codePage = word === 'cpg' ? number : word === 'fcharset' ? codePageOf(number) : undefined
    if (codePage !== undefined) this.#fonts.set(this.#defined, codePage)
  }

  /** Begins a text beside the paragraph. */
  #step(): void {
    if (this.#group.kind !== 'text' || this.#group.isAside) return
    this.#set({ isAside: true })
    this.#asides++
    this.#prose.begin()
  }

  /** Ends a paragraph. That of a deleted end goes on. */
  #break(): void {
    if (!this.#isShown) return
    if (this.#asides > 0) return this.#prose.text('\n')
    this.#prose.end('\n')
    this.#prose.begin()
  }

  #say(text: string): void {
    if (this.#isShown) this.#prose.text(text)
    else if (this.#group.kind === 'field' && this.#field.length < MAX_FIELD) this.#field += text
  }

  /** Words with readings above them are written as a formula that lays one over the other: `EQ \o\al(\s\up 11(reading),word)`. */
  #showField(): void {
    const field = this.#field.trim()
    this.#field = ''
    if (!/^EQ\s/i.test(field) || !field.includes('\\o') || !field.endsWith(')')) return
    this.#say(field.slice(Math.max(field.lastIndexOf(','), field.lastIndexOf(';')) + 1, -1))
  }

  #flush(): void {
    if (this.#bytes === '') return
    this.#say(this.#decoder(this.#bytes))
    this.#bytes = ''
  }

  get #isShown(): boolean {
    const { kind, isHidden, isDeleted } = this.#group
    return kind === 'text' && !isHidden && !isDeleted
  }

  get #decoder(): Decode {
    const { isComplex, complexFont } = this.#group
    const font = isComplex && complexFont !== undefined ? complexFont : this.#group.font
    return decoderOf((font === undefined ? undefined : this.#fonts.get(font)) ?? this.#codePage)
  }

  #set(changes: Partial<RtfGroup>): void {
    this.#group = { ...this.#group, ...changes }
  }
}
