import type { OfficeFile } from './office-file.ts'
import { isOpenDocument, readOpenDocument } from './open-document.ts'
import { findMainPart } from './relationships.ts'
import { readSheets } from './sheets.ts'
import { readSlides } from './slides.ts'
import { ReadingError, type ReadingTask, type TextSink } from './task.ts'
import { readWords } from './words.ts'
import { localName, parse } from './xml.ts'
import { Parts } from './zip.ts'

/**
 * Reads OOXML and OpenDocument files by streaming the text of their XML parts while they are decompressed. No tree is built,
 * entities declared in a document are not expanded, links are not followed, and embedded archives are not opened.
 */
export async function readOffice(bytes: Buffer, { limits }: ReadingTask, sink: TextSink): Promise<void> {
  const parts = await Parts.open(bytes, limits.inflatedSize)
  if (isOpenDocument(parts)) return readOpenDocument({ parts, limits, sink })
  const main = (await findMainPart(parts)) ?? USUAL.find((name) => parts.has(name))
  const read = READERS.get(main === undefined ? guessRoot(parts) : await rootOf(parts, main))
  if (!read) throw new ReadingError('broken')
  await read({ parts, limits, sink }, main)
}

type Reader = (file: OfficeFile, main: string | undefined) => Promise<void>

/** By the root element of the main part. */
const READERS: ReadonlyMap<string | undefined, Reader> = new Map([
  ['document', readWords],
  ['workbook', readSheets],
  ['presentation', readSlides],
])

/** Where the main part usually is, for files that do not say where. */
const USUAL = ['word/document.xml', 'xl/workbook.xml', 'ppt/presentation.xml']

/** For files without a main part. */
function guessRoot(parts: Parts): string | undefined {
  if (parts.names(/^ppt\/slides\//).length > 0) return 'presentation'
  return parts.names(/^xl\/worksheets\//).length > 0 ? 'workbook' : undefined
}

class Found extends Error {}

/** Reads no further than the first element. */
async function rootOf(parts: Parts, name: string): Promise<string | undefined> {
  let root: string | undefined
  try {
    await parse(parts, name, {
      onopentag(tag) {
        root = localName(tag)
        throw new Found()
      },
    })
  } catch (error) {
    if (!(error instanceof Found)) throw error
  }
  return root
}
