import { getDocumentProxy } from 'unpdf'
import { TextRecognizer } from './text-recognition.ts'
import { readScannedPage } from './scanned-page.ts'
import { ReadingError, type ReadingTask, type TextSink } from './task.ts'

/**
 * Reads a PDF page by page, releasing each before the next. On pages without text, images are passed to OCR. Scripts are not
 * executed.
 */
export async function readPdf(bytes: Buffer, { fromPage, languages }: ReadingTask, sink: TextSink): Promise<void> {
  const document = await openPdf(bytes)
  const letters = new TextRecognizer(languages)
  try {
    for (let number = fromPage; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const isWritten = items.some((item) => 'str' in item && item.str.trim() !== '')
      for (const item of items) if ('str' in item) sink.text(item.hasEOL ? `${item.str}\n` : item.str)
      if (!isWritten) sink.text(await readScannedPage(page, letters))
      for (const text of textsOf(await page.getAnnotations())) sink.text(`\n${text}`)
      page.cleanup()
      sink.text('\n')
      sink.page(number, document.numPages)
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

/** What the library tells of a form field, or of what a reader has added to a page. */
interface Annotation {
  readonly subtype?: string
  readonly annotationFlags?: number
  readonly fieldType?: string
  readonly fieldValue?: unknown
  readonly password?: boolean
  readonly contentsObj?: { readonly str?: string }
}

/** What has been filled into the form fields of a page, and what readers have written on it, unless it is hidden. */
function textsOf(annotations: readonly Annotation[]): readonly string[] {
  return annotations.flatMap(({ subtype, annotationFlags = 0, fieldType, fieldValue, password, contentsObj }) => {
    if ((annotationFlags & HIDDEN) !== 0 || password === true) return []
    if (subtype === 'Widget') {
      const values = fieldType === 'Tx' || fieldType === 'Ch' ? [fieldValue].flat() : []
      return values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')
    }
    // A link describes where it leads, and a popup repeats what it belongs to.
    const text = subtype === 'Link' || subtype === 'Popup' ? '' : (contentsObj?.str ?? '')
    return text.trim() === '' ? [] : [text]
  })
}

/** The flags "hidden" and "no view". */
const HIDDEN = 0b10_0010

async function openPdf(bytes: Buffer) {
  try {
    // The library takes ownership of the bytes, so they must not be part of a shared pool.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch (error) {
    throw new ReadingError(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken')
  }
}
