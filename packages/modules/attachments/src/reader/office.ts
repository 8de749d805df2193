import type { OfficeFile } from './office-file.ts'
import { isOpenDocument, readOpenDocument } from './open-document.ts'
import { findMainPart, type MainPart } from './relationships.ts'
import { readSpreadsheet } from './spreadsheet.ts'
import { readPresentation } from './presentation.ts'
import { ReadingError, type ReadingTask, type TextSink } from './task.ts'
import { readWordDocument } from './word-document.ts'
import { localName, parse } from './xml.ts'
import { Parts } from './zip.ts'

/**
 * Reads OOXML and OpenDocument files by streaming the text of their XML parts while they are decompressed. No tree is built,
 * entities declared in a document are not expanded, links are not followed, and embedded archives are not opened.
 */
export async function readOffice(bytes: Buffer, { limits }: ReadingTask, sink: TextSink): Promise<void> {
  const parts = await Parts.open(bytes, limits.inflatedSize)
  if (isOpenDocument(parts)) return readOpenDocument({ parts, limits, sink })
  const main = (await findMainPart(parts)) ?? usualPart(parts)
  const read = READERS.get(await rootOf(parts, main))
  if (!read) throw new ReadingError('broken')
  await read({ parts, limits, sink }, main?.name)
}

/** Opens a spreadsheet: its parts, and the name of the main one; undefined for OpenDocument. */
export async function openSpreadsheet(
  bytes: Buffer,
  inflatedSize: number,
): Promise<{ readonly parts: Parts; readonly main: string | undefined }> {
  const parts = await Parts.open(bytes, inflatedSize)
  if (isOpenDocument(parts)) return { parts, main: undefined }
  const main = (await findMainPart(parts)) ?? usualPart(parts)
  if (!main || (await rootOf(parts, main)) !== 'workbook') throw new ReadingError('unsupported')
  return { parts, main: main.name }
}

type Reader = (file: OfficeFile, main: string | undefined) => Promise<void>

/** By the root element of the main part. */
const READERS: ReadonlyMap<string | undefined, Reader> = new Map([
  ['document', readWordDocument],
  ['workbook', readSpreadsheet],
  ['presentation', readPresentation],
])

/** Content types, also of templates and of files with macros, and the root elements of such parts. */
const ROOTS = [
  { type: /wordprocessingml|ms-word/, root: 'document' },
  { type: /spreadsheetml|ms-excel/, root: 'workbook' },
  { type: /presentationml|ms-powerpoint/, root: 'presentation' },
]

/** Where the main part usually is, for files that do not say where. */
function usualPart(parts: Parts): MainPart | undefined {
  const name = ['word/document.xml', 'xl/workbook.xml', 'ppt/presentation.xml'].find((usual) => parts.has(usual))
  return name === undefined ? undefined : { name, type: undefined }
}

async function rootOf(parts: Parts, main: MainPart | undefined): Promise<string | undefined> {
  if (main) return ROOTS.find(({ type }) => type.test(main.type ?? ''))?.root ?? firstElementOf(parts, main.name)
  if (parts.names(/^ppt\/slides\//).length > 0) return 'presentation'
  return parts.names(/^xl\/worksheets\//).length > 0 ? 'workbook' : undefined
}

class Found extends Error {}

async function firstElementOf(parts: Parts, name: string): Promise<string | undefined> {
  let first: string | undefined
  try {
    await parse(parts, name, {
      onopentag(tag) {
        first = localName(tag)
        throw new Found()
      },
    })
  } catch (error) {
    if (!(error instanceof Found)) throw error
  }
  return first
}
