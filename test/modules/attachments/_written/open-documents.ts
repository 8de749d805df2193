import { archive } from '../_archive.ts'
import { declared, type WrittenDocument } from './package.ts'

const document = (kind: string, { content, styles = '' }: { readonly content: string; readonly styles?: string }) =>
  archive([
    { name: 'mimetype', bytes: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      bytes: declared(`<office:document-content>${content}</office:document-content>`),
    },
    { name: 'styles.xml', bytes: declared(`<office:document-styles>${styles}</office:document-styles>`) },
  ])
const comment = (text: string) =>
  `<office:annotation><dc:creator>Bert Beispiel</dc:creator><dc:date>2026-03-02T09:00:00</dc:date><text:p>${text}</text:p></office:annotation>`
const change =
  '<office:change-info><dc:creator>Anna Muster</dc:creator><dc:date>2026-03-02T09:00:00</dc:date></office:change-info>'

export const letter: WrittenDocument = {
  name: 'letter.odt',
  bytes: document('text', {
    content: `<office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style></office:automatic-styles><office:body><office:text>
      <text:tracked-changes><text:changed-region text:id="c1"><text:deletion>${change}<text:p>gestrichen</text:p></text:deletion></text:changed-region></text:tracked-changes>
      <text:h>Jahres<text:s text:c="2"/>bericht</text:h>
      <text:p>Der Preis ist <text:change text:change-id="c1"/>elf
          Euro</text:p>
      <text:p>Ver${comment('Bitte prüfen')}trag mit Fuß<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Die Fußnote</text:p></text:note-body></text:note>note</text:p>
      <text:p>Sicht<text:span text:style-name="T1">verborgen</text:span>bar, <text:ruby><text:ruby-base>契約</text:ruby-base><text:ruby-text>けいやく</text:ruby-text></text:ruby>書</text:p>
      <text:p>Vor<draw:frame><draw:text-box><text:p>Im Kasten</text:p></draw:text-box><svg:title>Titel</svg:title></draw:frame>dach</text:p>
      <text:section text:display="none"><text:p>verborgen</text:p></text:section>
    </office:text></office:body>`,
    styles:
      '<office:styles><text:p>keine</text:p></office:styles><office:master-styles><style:master-page><style:header><text:p>Kopf</text:p></style:header></style:master-page></office:master-styles>',
  }),
  text: [
    'Jahres  bericht',
    'Der Preis ist elf Euro',
    'Vertrag mit Fußnote',
    'Bitte prüfen',
    'Die Fußnote',
    'Sichtbar, 契約書',
    'Vordach',
    'Im Kasten',
    'Kopf',
    '',
  ].join('\n'),
}

const cell = (content: string) => `<table:table-cell>${content}</table:table-cell>`

export const sheet: WrittenDocument = {
  name: 'sheet.ods',
  bytes: document('spreadsheet', {
    content: `<office:body><office:spreadsheet>
      <table:tracked-changes><table:cell-content-change>${change}<table:previous><table:change-track-table-cell><text:p>früher</text:p></table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>
      <table:table><table:table-row>${cell(`${comment('Bitte prüfen')}<text:p>Ver<text:span>trag</text:span></text:p>`)}${cell('<text:p>02.03.2026</text:p>')}<table:table-cell table:number-columns-repeated="1000"/></table:table-row>
      <table:table-row table:number-rows-repeated="1048000">${cell('')}</table:table-row>
      <table:table-row>${cell('<text:p>zwei</text:p><text:p>Zeilen</text:p>')}${cell('<text:p>19 %</text:p>')}</table:table-row></table:table>
    </office:spreadsheet></office:body>`,
  }),
  text: 'Vertrag\t02.03.2026\t\nBitte prüfen\nzwei\nZeilen\t19 %\t\n',
}

export const secret: Omit<WrittenDocument, 'text'> = {
  name: 'secret.odt',
  bytes: archive([
    { name: 'mimetype', bytes: 'application/vnd.oasis.opendocument.text' },
    {
      name: 'META-INF/manifest.xml',
      bytes:
        '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
    },
    { name: 'content.xml', bytes: Buffer.from('a5b6c7d8e9', 'hex') },
  ]),
}

const named = (name: string, { family, parent, hides }: { family: string; parent?: string; hides?: boolean }) =>
  `<style:style style:name="${name}" style:family="${family}"${parent ? ` style:parent-style-name="${parent}"` : ''}>${hides === undefined ? '' : `<style:text-properties text:display="${hides ? 'none' : 'true'}"/>`}</style:style>`

/** Text is hidden by styles that are in a part of their own, and by those that are based on them. */
export const styledLetter: WrittenDocument = {
  name: 'styles.odt',
  bytes: archive([
    { name: 'mimetype', bytes: 'application/vnd.oasis.opendocument.text' },
    {
      name: 'content.xml',
      bytes:
        declared(`<office:document-content><office:automatic-styles>${named('P1', { family: 'paragraph', parent: 'Secret' })}${named('P2', { family: 'paragraph', parent: 'Secret', hides: false })}</office:automatic-styles><office:body><office:text>
        <text:p text:style-name="P1">verborgen</text:p><text:p text:style-name="P2">gezeigt</text:p>
        <text:p>Sicht<text:span text:style-name="Secret_Words">verborgen</text:span>bar<text:span text:style-name="Secret">!</text:span></text:p>
        <text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>
      </office:text></office:body></office:document-content>`),
    },
    {
      name: 'Object 1/content.xml',
      bytes: declared(
        '<office:document-content><office:body><office:chart><chart:title><text:p>Umsatz</text:p></chart:title><table:table><table:table-row><table:table-cell office:value-type="string"><text:p>Nord</text:p></table:table-cell><table:table-cell office:value-type="float"><text:p>4711</text:p></table:table-cell></table:table-row></table:table></office:chart></office:body></office:document-content>',
      ),
    },
    {
      name: 'styles.xml',
      bytes: declared(
        `<office:document-styles><office:styles>${named('Secret', { family: 'paragraph', hides: true })}${named('Secret_Words', { family: 'text', hides: true })}</office:styles><office:automatic-styles>${named('P1', { family: 'paragraph' })}</office:automatic-styles><office:master-styles><style:master-page><style:header><text:p text:style-name="P1">Kopf</text:p></style:header></style:master-page></office:master-styles></office:document-styles>`,
      ),
    },
  ]),
  text: ['gezeigt', 'Sichtbar!', '', 'Umsatz', 'Nord', 'Kopf', ''].join('\n'),
}
