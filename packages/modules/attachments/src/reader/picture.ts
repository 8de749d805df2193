import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { ReadingError, type ReadingTask, type TextSink } from './task.ts'

/** Pixels of a picture that is decoded, as for renditions. */
const MAX_PIXELS = 40_000_000
/** Pixels along a side in which letters are still found; larger ones only cost time. */
const MAX_SIDE = 4000

/** Reads the letters of a picture on this machine: the model and its languages come from packages, nothing is fetched. */
export async function readPicture(bytes: Buffer, { languages }: ReadingTask, sink: TextSink): Promise<void> {
  // What is broken or too large ends here, before the reader of letters, which such pictures would crash.
  const picture = await toPlainPicture(bytes)
  const { createWorker, OEM } = await import('tesseract.js').catch(unsupported)
  const installed = languages.filter((code) => folderOf(code) !== null)
  const [first] = installed
  if (first === undefined) throw new ReadingError('unsupported')
  let fail: (error: Error) => void
  const failed = new Promise<never>((_, reject) => (fail = reject))
  // It looks in one folder, and every language has its own. So it begins with one of them and is handed the others.
  const known = [first]
  const worker = await createWorker(known, OEM.LSTM_ONLY, {
    langPath: folderOf(first)!,
    cacheMethod: 'none',
    errorHandler: () => fail(new ReadingError('broken')),
  })
  for (const code of installed.slice(1)) {
    const data = gunzipSync(await readFile(join(folderOf(code)!, `${code}.traineddata.gz`)))
    await worker.FS('writeFile', [`${code}.traineddata`, data])
    // What is in its list it does not look for.
    known.push(code)
  }
  if (installed.length > 1) await worker.reinitialize(installed.join('+'))
  const { data } = await Promise.race([worker.recognize(picture), failed])
  sink.text(data.text.trim())
  sink.page(1, 1)
}

async function toPlainPicture(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true })
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .grayscale()
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch (error) {
    throw new ReadingError(error instanceof Error && /pixel limit/i.test(error.message) ? 'too_large' : 'broken')
  }
}

/** Where a language is; null where the host has not installed it. */
function folderOf(code: string): string | null {
  try {
    const found = import.meta.resolve(`@tesseract.js-data/${code}/package.json`)
    return fileURLToPath(new URL('4.0.0_best_int', found))
  } catch {
    return null
  }
}

function unsupported(): never {
  throw new ReadingError('unsupported')
}
