import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { archive } from './_archive.ts'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** Small documents of every kind that is read later, each of which says "Annual report" and "Grüße aus Łódź". */
export const documents: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'a.docx': () =>
    archive([
      { name: '[Content_Types].xml', bytes: '<Types/>' },
      {
        name: 'word/document.xml',
        bytes: `<?xml version="1.0"?><w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>Annual </w:t></w:r><w:r><w:t>report</w:t></w:r></w:p><w:p><w:r><w:t>Grüße aus Łódź &amp; mehr</w:t></w:r></w:p></w:body></w:document>`,
      },
    ]),
  'a.xlsx': () =>
    archive([
      { name: '[Content_Types].xml', bytes: '<Types/>' },
      { name: 'xl/workbook.xml', bytes: '<workbook/>' },
      {
        name: 'xl/sharedStrings.xml',
        bytes: '<sst><si><t>Annual report</t></si><si><r><t>Grüße </t></r><r><t>aus Łódź</t></r></si></sst>',
      },
      {
        name: 'xl/worksheets/sheet1.xml',
        bytes:
          '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>4711</v></c></row><row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>here</t></is></c></row></sheetData></worksheet>',
      },
    ]),
  'a.pptx': () =>
    archive([
      { name: '[Content_Types].xml', bytes: '<Types/>' },
      { name: 'ppt/slides/slide10.xml', bytes: '<p:sld><a:p><a:r><a:t>Grüße aus Łódź</a:t></a:r></a:p></p:sld>' },
      { name: 'ppt/slides/slide2.xml', bytes: '<p:sld><a:p><a:r><a:t>Annual report</a:t></a:r></a:p></p:sld>' },
    ]),
  ...Object.fromEntries(['odt', 'ods', 'odp'].map((kind) => [`a.${kind}`, () => openDocument(kind)])),
  'a.rtf': () =>
    Buffer.from(
      String.raw`{\rtf1\ansi\ansicpg1252\uc1{\fonttbl{\f0 Arial;}}{\*\generator Hidden;}\f0 Annual \b report\b0\par Gr\'fc\'dfe aus \u321?\'f3d\u378?}`,
    ),
  'a.pdf': () => pdf(['Annual report', 'Gr\\374\\337e aus \\323\\362']),
  'a.png': () => scanned('Annual report'),
}

function openDocument(kind: string): Buffer {
  const mimeType = { odt: 'text', ods: 'spreadsheet', odp: 'presentation' }[kind]
  return archive([
    { name: 'mimetype', bytes: `application/vnd.oasis.opendocument.${mimeType}` },
    {
      name: 'content.xml',
      bytes:
        '<office:document-content><office:body><text:h>Annual<text:s/>report</text:h><text:p>Grüße <text:span>aus Łódź</text:span></text:p></office:body></office:document-content>',
    },
  ])
}

/** A PDF with a line of text on each page. */
export function pdf(lines: readonly string[], catalog = ''): Buffer {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${lines.length}/Kids[${lines.map((_, index) => `${index * 2 + 4} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  for (const [index, line] of lines.entries()) {
    const content = `BT /F1 24 Tf 20 100 Td (${line}) Tj ET`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents ${index * 2 + 5} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    )
  }
  return toPdf(objects)
}

/** A PDF with a form that has been filled in, and a note that a reader has added. */
export function formPdf(): Buffer {
  const content = 'BT /F1 24 Tf 20 100 Td (Name) Tj ET'
  const field = (name: string, more: string) =>
    `<</Type/Annot/Subtype/Widget/Rect[0 0 50 20]/P 4 0 R/T(${name})${more}>>`
  return toPdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 7 0 R 8 0 R 9 0 R 12 0 R]/DA(/F1 12 Tf)/DR<</Font<</F1 3 0 R>>>>>>>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>/Annots[6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R 12 0 R]>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    field('name', '/FT/Tx/V(Anna M\\374ller)'),
    field('city', '/FT/Ch/Opt[(Bonn)(Trier)]/V(Trier)'),
    field('hidden', '/FT/Tx/F 2/V(verborgen)'),
    field('secret', '/FT/Tx/Ff 8192/V(geheim)'),
    '<</Type/Annot/Subtype/Text/Rect[0 0 20 20]/Contents(Bitte pr\\374fen)>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 20 20]/Contents(Verweis)>>',
    field('yes', '/FT/Btn/V/On'),
  ])
}

/** A PDF of a few kilobytes whose pages, without a word, take for ever to look at. */
export function endlessPdf(): Buffer {
  const drawing = deflateSync(Buffer.from('q 1 0 0 1 0 0 cm Q '.repeat(1_000_000)))
  const pages = 400
  return toPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`).join(' ')}]>>`,
    `<</Filter/FlateDecode/Length ${drawing.length}>>stream\n${drawing.toString('latin1')}\nendstream`,
    ...Array.from({ length: pages }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 3 0 R>>'),
  ])
}

/** A PDF of scanned pages: one in colours, and one in black and white, as faxes are. */
export async function scannedPdf(lines: readonly [string, string]): Promise<Buffer> {
  const [colours, bits] = [sharp(await scanned(lines[0])), sharp(await scanned(lines[1]))]
  const { width, height } = await bits.metadata()
  const grey = await bits.grayscale().raw().toBuffer()
  const stride = Math.ceil(width / 8)
  const packed = Buffer.alloc(stride * height)
  for (let at = 0; at < grey.length; at++)
    if (grey[at]! > 127) packed[Math.floor(at / width) * stride + ((at % width) >> 3)]! |= 0x80 >> ((at % width) & 7)
  const pictures = [
    { bytes: await colours.jpeg().toBuffer(), facts: '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode' },
    { bytes: packed, facts: '/ColorSpace/DeviceGray/BitsPerComponent 1' },
  ]
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Im Do Q`
  return toPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 6 0 R]>>',
    ...pictures.flatMap(({ bytes, facts }, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${index * 3 + 4} 0 R/Resources<</XObject<</Im ${index * 3 + 5} 0 R>>>>>>`,
      `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}${facts}/Length ${bytes.length}>>stream\n${bytes.toString('latin1')}\nendstream`,
    ]),
  ])
}

/** A file of numbered objects, of which the first is the catalog. */
function toPdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  )
}

/** A picture of a line of text. */
function scanned(line: string): Promise<Buffer> {
  const letters = `<text x="20" y="60" font-size="40" font-family="sans-serif">${line}</text>`
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="420" height="90">${letters}</svg>`))
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
}
