import { pdf } from '../_documents.ts'
import { type HostileFile, type Random, times } from './random.ts'

const SCRIPTS = [
  '<script>alert(document.cookie)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
]
const STARTS = [
  'GIF89a',
  '%PDF-1.7\n',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'PK\x03\x04',
  'RIFF\x10\x00\x00\x00WEBP',
  'BM',
  'II*\x00',
  '',
]
const TYPES = [
  'text/html',
  'image/png',
  'image/svg+xml',
  'application/xhtml+xml',
  'text/plain',
  'text/javascript',
  'application/pdf',
  '\u0000',
  'text/html; charset=utf-7',
]
const ENDINGS = ['html', 'svg', 'png', 'xhtml', 'js', 'pdf', 'xml', 'htm', 'gif', 'hta', 'mht', 'swf', 'txt']

/** Markup that runs, under every name and type, behind the first bytes of something harmless. */
export const polyglots = (random: Random): HostileFile[] =>
  times(90, () => {
    const script = random.one(SCRIPTS)
    const bytes = Buffer.from(
      `${random.one(STARTS)}${random.one(['', '<html>', '<!doctype html>', '<?xml version="1.0"?>', '\ufeff', '/*'])}${script}`,
      'latin1',
    )
    return { what: 'a polyglot', name: `a.${random.one(ENDINGS)}`, type: random.one(TYPES), bytes }
  })

/** Drawings with scripts, and with references to this machine, its network and itself. */
export const drawings = (random: Random, trap: string): HostileFile[] =>
  times(40, (index) => {
    const targets = [
      'file:///etc/passwd',
      `${trap}/${index}.png`,
      '#a',
      'data:image/svg+xml,<svg/>',
      '/proc/self/environ',
      '../../secret.svg',
    ]
    const target = random.one(targets)
    const inner = random.one([
      `<script>fetch('${target}')</script>`,
      `<image href="${target}" xlink:href="${target}" width="9" height="9"/>`,
      `<use href="${target}" xlink:href="${target}"/>`,
      `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${target}"/></foreignObject>`,
      `<style>@import url("${target}"); @font-face{font-family:x;src:url("${target}")}</style><text font-family="x">x</text>`,
      `<filter id="f"><feImage href="${target}"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
      `<g id="a">${'<use xlink:href="#a"/>'.repeat(20)}</g>`,
      '<g>'.repeat(20_000),
    ])
    const start = random.one([
      '',
      '<?xml version="1.0"?>',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "${target}">]>`,
      `<?xml-stylesheet href="${target}"?>`,
    ])
    const size = random.one(['10', '1e9', '100%', '-1', '50000'])
    const svg = `${start}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}" onload="alert(1)">${inner}&x;</svg>`
    return { what: 'a drawing that asks or runs', name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from(svg) }
  })

/** A thousand million words in a few lines. */
export function entityBomb(root: string): string {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
  return `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY l0 "lol">${levels.join('')}]><${root}>&l9;</${root}>`
}

export const entityBombs = (random: Random): HostileFile[] =>
  times(20, (index) => ({
    what: 'an entity bomb',
    name: random.one(['a.xml', 'a.svg', 'a.xhtml', 'a.html']),
    type: 'application/xml',
    bytes: Buffer.from(entityBomb(['svg', 'r', 'html'][index % 3]!)),
  }))

/** PDFs that run scripts, start programs, and lie about their parts. */
export const scriptedPdfs = (random: Random): HostileFile[] =>
  times(24, () => {
    const action = random.one([
      '/OpenAction<</S/JavaScript/JS(app.alert(1))>>',
      '/OpenAction<</S/Launch/F(/bin/sh)>>',
      '/AA<</O<</S/URI/URI(http://evil.example)>>>>',
      '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(while(true){})>>]>>>>',
      `/X ${'['.repeat(3000)}`,
    ])
    const whole = pdf(['page'], action)
    const bytes = random.one([() => whole, () => random.cut(whole), () => random.damage(whole)])()
    return { what: 'a PDF that runs', name: 'a.pdf', type: 'application/pdf', bytes }
  })
