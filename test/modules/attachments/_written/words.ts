import { officeFile, relationships, utf16, type WrittenDocument } from './package.ts'

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const p = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const note = (id: number, text: string) =>
  `<w:footnote w:id="${id}">${p(`<w:r><w:footnoteRef/></w:r>${run(` ${text}`)}`)}</w:footnote>`
const reference = '<w:r><w:footnoteReference w:id="1"/></w:r>'
/** A text box: for Word since 2010, and the same again for older programs. */
const box = (text: string) =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${p(run(text))}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${p(run(text))}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`

/** Word Online calls the body `document2.xml`. */
export const wordOnline: WrittenDocument = {
  name: 'online.docx',
  bytes: officeFile('/word/document2.xml', [
    {
      name: 'word/document2.xml',
      bytes: `<w:document><w:body>${[
        p(`${run('Name')}<w:r><w:tab/></w:r>${run('Betrag')}`, '<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs>'),
        p(
          `${run('Der Preis ist ')}<w:del w:author="A"><w:r><w:delText>zehn</w:delText></w:r></w:del><w:ins>${run('elf')}</w:ins>${run(' Euro')}`,
        ),
        p(`<w:moveFrom>${run('Verschoben')}</w:moveFrom>${run('Bleibt')}`),
        p(`<w:moveTo>${run('Verschoben')}</w:moveTo>`),
        p(run('Der Absatz geht '), '<w:rPr><w:del w:author="A"/></w:rPr>'),
        p(run('hier weiter')),
        p(
          `${run('Sichtbar')}${run('verborgen', '<w:vanish/>')}${run('bar', '<w:vanish w:val="0"/><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')}`,
        ),
        p(`${run('Vor')}${box('Im Kasten')}${run('dach')}`),
        p(
          `<w:r><w:ruby><w:rt>${run('けいやく')}</w:rt><w:rubyBase>${run('契約')}</w:rubyBase></w:ruby></w:r>${run('書')}`,
        ),
        p(`${run('Wort')}${reference}${run('e und E')}<w:r><w:noBreakHyphen/></w:r>${run('Mail')}`),
        p('<w:r><w:t>\n      Eingerückt\n    </w:t></w:r>'),
      ].join('\n')}</w:body></w:document>`,
    },
    relationships(
      'word/document2.xml',
      ['footnotes', 'notes/footnotes2.xml'],
      ['header', 'header9.xml'],
      ['comments', 'comments.xml'],
    ),
    { name: 'word/header9.xml', bytes: `<w:hdr>${p(run('Kopf'))}</w:hdr>` },
    {
      name: 'word/notes/footnotes2.xml',
      bytes: utf16(
        `<?xml version="1.0" encoding="UTF-16"?><w:footnotes><w:footnote w:type="separator" w:id="-1">${p('<w:r><w:separator/></w:r>')}</w:footnote>${note(1, 'Fußnote')}</w:footnotes>`,
      ),
    },
    {
      name: 'word/comments.xml',
      bytes: `<w:comments><w:comment w:author="Bert" w:date="2026-03-02T09:00:00Z">${p(run('Bitte prüfen'))}</w:comment></w:comments>`,
    },
    // Not part of the document.
    { name: 'word/document.xml', bytes: `<w:document><w:body>${p(run('Vorlage'))}</w:body></w:document>` },
  ]),
  text: [
    'Name\tBetrag',
    'Der Preis ist elf Euro',
    'Bleibt',
    'Verschoben',
    'Der Absatz geht hier weiter',
    'Sichtbarbar',
    'Vordach',
    'Im Kasten',
    '契約書',
    'Worte und E-Mail',
    'Eingerückt',
    'Kopf',
    ' Fußnote',
    'Bitte prüfen',
    '',
    '',
  ].join('\n'),
}

const style = (type: string, id: string, properties: string) =>
  `<w:style w:type="${type}" w:styleId="${id}">${properties}</w:style>`
const hides = '<w:rPr><w:vanish/></w:rPr>'
const styled = (content: string, id: string) => p(content, `<w:pStyle w:val="${id}"/>`)

/** Text is hidden by styles, too, and a chart has words of its own. */
export const styledWords: WrittenDocument = {
  name: 'styles.docx',
  bytes: officeFile('word/document.xml', [
    {
      name: 'word/document.xml',
      bytes: `<w:document><w:body>${[
        p(`${run('Sicht')}${run('verborgen', '<w:rStyle w:val="Hidden"/>')}${run('bar')}`),
        p(run('Doch gezeigt', '<w:rStyle w:val="Hidden"/><w:vanish w:val="0"/>')),
        p(`${run('Erb')}${run('verborgen', '<w:rStyle w:val="Heir"/>')}${run('schein', '<w:rStyle w:val="Shown"/>')}`),
        styled(run('verborgen'), 'Secret'),
        styled(`${run('verborgen')}${run('darin sichtbar', '<w:rStyle w:val="Hidden"/>')}`, 'Secret'),
        p(run('Ende'), '<w:rPr><w:rStyle w:val="Hidden"/></w:rPr>'),
      ].join('')}</w:body></w:document>`,
    },
    relationships('word/document.xml', ['styles', 'styles9.xml'], ['chart', 'charts/chart1.xml']),
    {
      name: 'word/styles9.xml',
      bytes: `<w:styles>${[
        style('character', 'Hidden', hides),
        style('character', 'Heir', '<w:basedOn w:val="Hidden"/>'),
        style('character', 'Shown', '<w:basedOn w:val="Hidden"/><w:rPr><w:vanish w:val="false"/></w:rPr>'),
        style('paragraph', 'Secret', hides),
        style('table', 'Grid', `<w:tblStylePr w:type="firstRow">${hides}</w:tblStylePr>`),
      ].join('')}</w:styles>`,
    },
    {
      name: 'word/charts/chart1.xml',
      bytes: `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Umsatz </a:t></a:r><a:r><a:t>2026</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>${[
        'Nord',
        'Süd',
      ]
        .map(
          (name) =>
            `<c:ser><c:tx><c:strRef><c:f>A1</c:f><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Januar</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4711</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`,
        )
        .join('')}</c:plotArea></c:chart></c:chartSpace>`,
    },
  ]),
  text: [
    'Sichtbar',
    'Doch gezeigt',
    'Erbschein',
    'darin sichtbarEnde',
    'Umsatz 2026',
    'Nord',
    'Januar',
    'Süd',
    '',
  ].join('\n'),
}
