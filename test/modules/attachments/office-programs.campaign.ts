import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { documentReader } from '@plinth/attachments'
import { MIB } from '@plinth/core'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * The texts of documents that LibreOffice, openpyxl and python-docx have written, each beside what a person sees in it.
 * Debian: `apt install libreoffice-writer libreoffice-calc libreoffice-impress python3-openpyxl python3-docx`
 */
const run = promisify(execFile)
const sources = join(import.meta.dirname, '_programs')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-office-'))
  await run('/usr/bin/python3', [join(sources, 'make.py')], { cwd: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const OPEN = 'application/vnd.oasis.opendocument'
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const TYPES: Readonly<Record<string, string>> = {
  '.docx': `${OFFICE}.wordprocessingml.document`,
  '.odp': `${OPEN}.presentation`,
  '.ods': `${OPEN}.spreadsheet`,
  '.odt': `${OPEN}.text`,
  '.pptx': `${OFFICE}.presentationml.presentation`,
  '.rtf': 'application/rtf',
  '.xlsx': `${OFFICE}.spreadsheetml.sheet`,
}

const reader = documentReader({
  maxFileSize: 25 * MIB,
  maxTextLength: 1_000_000,
  maxPages: 500,
  readingMemory: 768 * MIB,
  ocrLanguages: [],
})

/** The lines of a document, without blanks at their ends, and without empty ones. */
async function linesOf(path: string): Promise<string[]> {
  const bytes = await readFile(path)
  const file = { mimeType: TYPES[extname(path)]!, fileName: path, fileSize: bytes.length, ocrModel: null }
  let text = ''
  await reader.read(file, {
    open: () => Promise.resolve(Readable.from([bytes])),
    signal: AbortSignal.timeout(60_000),
    fromPage: 1,
    onText: (more) => (text += more),
    onPage() {},
  })
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

async function convert(source: string, format: string): Promise<string> {
  const home = `-env:UserInstallation=file://${folder}/home`
  await run('soffice', [home, '--headless', '--convert-to', format, '--outdir', folder, source], { timeout: 120_000 })
  return join(folder, `${/([^/]+)\.[a-z]+$/.exec(source)![1]}.${format}`)
}

const LETTER = [
  'Jahres bericht',
  'Der Preis ist hundert neu Euro.',
  'Vertrag mit Fußnote.',
  'Bitte prüfen',
  'Die Fußnote selbst',
  'Sichtbar und weiter 契約書',
  'Vordach',
  'Im Kasten',
  'innen',
  'Euro € Gedankenstrich – „Anführung“ …',
  'Привет мир, договор № 5; 契約と報告; Ελληνικά; ﷼ שלום',
  'Kopfzeile Łódź',
  'Fußzeile',
]
const NUMBERS = ['02.03.2026\t19.5 %\t09:05\tTRUE', 'Grüße aus Łódź\t契約', 'Bitte prüfen', 'danach']
const SLIDES = ['Willkommen in Łódź', 'In der Form', 'Alle begrüßen', '契約']

test.for([
  // Cells of tables are lines, except in RTF.
  ['letter.fodt', 'odt', [...LETTER, 'Zelle A', 'Zelle B']],
  ['letter.fodt', 'docx', [...LETTER, 'Zelle A', 'Zelle B']],
  ['letter.fodt', 'rtf', [...LETTER, 'Zelle A\tZelle B']],
  ['sheet.fods', 'ods', NUMBERS],
  ['sheet.fods', 'xlsx', NUMBERS],
  ['slides.fodp', 'odp', SLIDES],
  ['slides.fodp', 'pptx', SLIDES],
] as const)('LibreOffice: %s as %s', { timeout: 180_000 }, async ([source, format, lines]) => {
  const read = await linesOf(await convert(join(sources, source), format))
  expect(read.toSorted()).toEqual(lines.toSorted())
})

const CELLS = '2026-03-02\t2026-03-02 9:05:00\t9:05:00\t36:00:00\tTRUE\t19%'
test.for([
  ['book.xlsx', ['zuerst', `${CELLS}\t1234.5\tŁódź`, 'a', 'b\t契約\tx', 'Bitte prüfen']],
  ['book1904.xlsx', ['2026-03-02']],
  ['codes.xlsx', ['01234\tINV-0042\t123-45-6789\t-12:00\tlow', 'Umsatz']],
  ['report.docx', ['Bericht', 'Der fette Teil\tTab', 'A', 'B', 'C', 'D', 'innen', '一', 'Kopf']],
] as const)('Python: %s', { timeout: 60_000 }, async ([name, lines]) => {
  expect(await linesOf(join(folder, name))).toEqual(lines)
})
