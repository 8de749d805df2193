import { archive } from '../_archive.ts'
import { declared, officeFile, relationships, type WrittenDocument } from './package.ts'

const cells = (text: string) =>
  `<worksheet><sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`
const sheets = (...states: readonly string[]) =>
  `<workbook><sheets>${states.map((state, index) => `<sheet name="${index}" r:id="rId${index + 1}" ${state}/>`).join('')}</sheets></workbook>`
const workbookOf = (...states: readonly string[]) =>
  officeFile('xl/workbook.xml', [
    { name: 'xl/workbook.xml', bytes: sheets(...states) },
    relationships('xl/workbook.xml', ...states.map((_, index) => ['worksheet', `worksheets/${index}.xml`] as const)),
    ...states.map((state, index) => ({ name: `xl/worksheets/${index}.xml`, bytes: cells(`Blatt ${state}`) })),
  ])

const slide = (text: string, attributes = '') =>
  `<p:sld${attributes}><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`

const open = (kind: string, styles: string, body: string) =>
  archive([
    { name: 'mimetype', bytes: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      bytes: declared(
        `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
      ),
    },
  ])
const table = (style: string, text: string) =>
  `<table:table table:style-name="${style}"><table:table-row><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`
const page = (style: string, text: string) =>
  `<draw:page draw:style-name="${style}"><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`

/** Sheets and slides that somebody has hidden are not read. */
export const hidden: readonly WrittenDocument[] = [
  { name: 'hidden.xlsx', bytes: workbookOf('state="hidden"', '', 'state="veryHidden"'), text: 'Blatt \t\n' },
  { name: 'nothing-else.xlsx', bytes: workbookOf("state='hidden'"), text: "Blatt state='hidden'\t\n" },
  {
    name: 'hidden.pptx',
    bytes: officeFile('ppt/presentation.xml', [
      {
        name: 'ppt/presentation.xml',
        bytes: `<p:presentation><p:sldIdLst>${[1, 2, 3].map((id) => `<p:sldId id="${255 + id}" r:id="rId${id}"/>`).join('')}</p:sldIdLst></p:presentation>`,
      },
      relationships(
        'ppt/presentation.xml',
        ['slide', 'slides/slide1.xml'],
        ['slide', 'slides/slide2.xml'],
        ['slide', 'slides/slide3.xml'],
      ),
      { name: 'ppt/slides/slide1.xml', bytes: slide('verborgen', ' show="0"') },
      relationships('ppt/slides/slide1.xml', ['notesSlide', '../notesSlides/notesSlide1.xml']),
      {
        name: 'ppt/notesSlides/notesSlide1.xml',
        bytes: '<p:notes><p:sp><p:txBody><a:p><a:r><a:t>Notiz</a:t></a:r></a:p></p:txBody></p:sp></p:notes>',
      },
      { name: 'ppt/slides/slide2.xml', bytes: slide('gezeigt', ' show="1"') },
      { name: 'ppt/slides/slide3.xml', bytes: slide('auch') },
    ]),
    text: 'gezeigt\nauch\n',
  },
  {
    name: 'hidden.ods',
    bytes: open(
      'spreadsheet',
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>',
      table('ta2', 'verborgen') + table('ta1', 'gezeigt'),
    ),
    text: 'gezeigt\t\n',
  },
  {
    name: 'hidden.odp',
    bytes: open(
      'presentation',
      '<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style><style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="visible"/></style:style>',
      page('dp1', 'verborgen') + page('dp2', 'gezeigt'),
    ),
    text: 'gezeigt\n',
  },
]
