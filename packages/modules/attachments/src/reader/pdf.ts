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
      page.cleanup()
      sink.text('\n')
      sink.page(number, document.numPages)
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

async function openPdf(bytes: Buffer) {
  try {
    // The library takes ownership of the bytes, so they must not be part of a shared pool.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch (error) {
    throw new ReadingError(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken')
  }
}
