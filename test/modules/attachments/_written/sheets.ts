import { officeFile, relationships, type WrittenDocument } from './package.ts'

/** Format codes, from the number 164 on, and numbers of formats, as styles of cells from 0 on. */
const styles = (...formats: readonly (string | number)[]) => {
  const codes = formats.map((format, index) =>
    typeof format === 'string' ? `<numFmt numFmtId="${164 + index}" formatCode="${format}"/>` : '',
  )
  const cells = formats.map((format, index) => `<xf numFmtId="${typeof format === 'string' ? 164 + index : format}"/>`)
  return `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${cells.join('')}</cellXfs></styleSheet>`
}
const row = (...cells: readonly string[]) => `<row>${cells.join('\n  ')}</row>`
const number = (value: number | string, style: number) => `<c s="${style}"><v>${value}</v></c>`
const sheet = (...rows: readonly string[]) => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`

/** Sheets have any names, and are in the order of the workbook. */
export const workbook: WrittenDocument = {
  name: 'workbook.xlsx',
  bytes: officeFile('xl/workbook.xml', [
    {
      name: 'xl/workbook.xml',
      bytes:
        '<workbook><workbookPr/><sheets><sheet name="Zahlen" sheetId="7" r:id="rId2"/><sheet name="Texte" sheetId="3" r:id="rId1"/></sheets></workbook>',
    },
    relationships(
      'xl/workbook.xml',
      ['worksheet', 'worksheets/sheet.xml'],
      ['worksheet', '/xl/worksheets/Numbers.xml'],
      ['sharedStrings', 'strings.xml'],
      ['styles', 'formats.xml'],
    ),
    {
      name: 'xl/formats.xml',
      bytes: styles(
        'General',
        'dd\\.mm\\.yyyy',
        14,
        '[$-407]d\\.\\ mmmm\\ yyyy;@',
        'yyyy\\-mm\\-dd\\ h:mm:ss',
        20,
        '[h]:mm',
        10,
        '0\\ %',
        '#,##0.00&quot; €&quot;',
        '[$-409]h:mm\\ AM/PM;@',
        '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
        'mm:ss.0',
        '[Red]0.0E+00',
        '&quot;Ja&quot;;&quot;Ja&quot;;&quot;Nein&quot;',
        ';;;',
        'd-mmm-yy',
      ),
    },
    {
      name: 'xl/worksheets/numbers.xml',
      bytes: sheet(
        row(number(46083, 1), number(46083, 2), number(46083, 3), number('46083.378472222219', 4)),
        row(number('0.378472222219', 5), number(1.5, 6), number(0.19, 7), number(0.5, 8), number(1234.5, 9)),
        row(
          number('0.5625', 10),
          number(46083, 11),
          number('0.0008680555', 12),
          number('0.30000000000000004', 0),
          number(12, 13),
        ),
        row(
          '<c t="b"><v>1</v></c>',
          '<c t="b"><v>0</v></c>',
          '<c t="e"><v>#N/A</v></c>',
          '<c t="d" s="1"><v>2026-03-02T00:00:00</v></c>',
          number(-1, 1),
          number(1, 14),
          number(0, 14),
          number(5, 15),
          number(46083, 16),
        ),
      ),
    },
    {
      name: 'xl/strings.xml',
      bytes: `<sst>
  <si>
    <r>
      <rPr><b/></rPr>
      <t xml:space="preserve">Grüße </t>
    </r>
    <r>
      <t>aus Łódź</t>
    </r>
  </si>
  <si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>
  <si><t>
    Eingerückt
  </t></si>
  <si><t xml:space="preserve">Zwei_x000D_
Zeilen</t></si>
</sst>`,
    },
    {
      name: 'xl/worksheets/sheet.xml',
      bytes: sheet(
        row('<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>', '<c t="s"><v>2</v></c>', '<c t="s"><v>3</v></c>'),
        row(
          '<c t="inlineStr"><is><r><t>Fett </t></r><r><rPr><i/></rPr><t>und kursiv</t></r></is></c>',
          '<c t="str"><f>A1&amp;B1</f><v>Formel</v></c>',
        ),
      ),
    },
    relationships('xl/worksheets/sheet.xml', ['comments', '../comments7.xml'], ['drawing', '../drawings/drawing1.xml']),
    {
      name: 'xl/comments7.xml',
      bytes:
        '<comments><authors><author>Bert</author></authors><commentList><comment ref="A1"><text><r><t>Bitte prüfen</t></r></text></comment></commentList></comments>',
    },
    {
      name: 'xl/drawings/drawing1.xml',
      bytes:
        '<xdr:wsDr><mc:AlternateContent><mc:Choice Requires="a14"><a:p><a:r><a:t>Form</a:t></a:r></a:p></mc:Choice><mc:Fallback><a:p><a:r><a:t>Form</a:t></a:r></a:p></mc:Fallback></mc:AlternateContent></xdr:wsDr>',
    },
  ]),
  text: [
    '02.03.2026\t2026-03-02\t2. März 2026\t2026-03-02 9:05:00\t',
    '9:05\t36:00\t19.00%\t50 %\t1234.5\t',
    '1:30 PM\tMonday, March 02, 2026\t01:15.0\t0.3\t12\t',
    'TRUE\tFALSE\t#N/A\t02.03.2026\t-1\tJa\tNein\t\t2-Mar-26\t',
    'Grüße aus Łódź\t東京\tEingerückt\tZwei\nZeilen\t',
    'Fett und kursiv\tFormel\t',
    'Form',
    'Bitte prüfen',
    '',
  ].join('\n'),
}

/** Excel for the Mac counted days from 1904. Macros do not keep a workbook from being read. */
export const of1904: WrittenDocument = {
  name: '1904.xlsm',
  bytes: officeFile(
    'xl/workbook.xml',
    [
      {
        name: 'xl/workbook.xml',
        bytes:
          '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
      },
      relationships('xl/workbook.xml', ['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
      { name: 'xl/styles.xml', bytes: styles(0, 'yyyy-mm-dd') },
      {
        name: 'xl/worksheets/sheet1.xml',
        bytes: sheet(row(number(44621, 1), number(0, 1), '<c t="d" s="1"><v>2026-03-02</v></c>')),
      },
    ],
    'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  ),
  text: '2026-03-02\t1904-01-01\t2026-03-02\t\n',
}

/** Numbers that are read digit by digit, and codes whose sections have conditions; a chart stands in a drawing. */
export const codes: WrittenDocument = {
  name: 'codes.xlsx',
  bytes: officeFile('xl/workbook.xml', [
    {
      name: 'xl/workbook.xml',
      bytes: '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    relationships('xl/workbook.xml', ['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    {
      name: 'xl/styles.xml',
      bytes: styles(
        '00000',
        '&quot;INV-&quot;0000',
        '000\\-00\\-0000',
        '[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####',
        '[&gt;=100]&quot;hoch&quot;;[&gt;=10]&quot;mittel&quot;;&quot;tief&quot;',
        '[&lt;10]&quot;klein&quot;;&quot;groß&quot;',
        '[h]:mm',
        '0\\ &quot;kg&quot;',
        '00;\\(00\\)',
        '[&gt;=100]&quot;hoch&quot;;[&lt;0]&quot;tief&quot;',
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      bytes: sheet(
        row(number(1234, 0), number(-7, 0), number(123_456, 0), number(1.5, 0), number(42, 1), number(123_456_789, 2)),
        row(number(5_551_234, 3), number(5_555_551_234, 3), number(7, 8), number(-7, 8), number(72, 7)),
        row(number(150, 4), number(50, 4), number(-5, 4), number(5, 5), number(50, 5), number(-0.5, 6), number(50, 9)),
      ),
    },
    relationships('xl/worksheets/sheet1.xml', ['drawing', '../drawings/drawing1.xml']),
    { name: 'xl/drawings/drawing1.xml', bytes: '<xdr:wsDr><a:p><a:r><a:t>Form</a:t></a:r></a:p></xdr:wsDr>' },
    relationships('xl/drawings/drawing1.xml', ['chart', '../charts/chart1.xml']),
    {
      name: 'xl/charts/chart1.xml',
      bytes: '<c:chartSpace><c:title><a:p><a:r><a:t>Umsatz</a:t></a:r></a:p></c:title></c:chartSpace>',
    },
  ]),
  text: [
    '01234\t-00007\t123456\t1.5\tINV-0042\t123-45-6789\t',
    '555-1234\t(555) 555-1234\t07\t(07)\t72\t',
    'hoch\tmittel\ttief\tklein\tgroß\t-12:00\t50\t',
    'Form',
    'Umsatz',
    '',
  ].join('\n'),
}
