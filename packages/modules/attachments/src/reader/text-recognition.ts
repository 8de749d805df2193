import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import sharp, { type Raw } from 'sharp'
import type { Worker } from 'tesseract.js'
import { MAX_PIXELS } from './rasterize.ts'
import { ReadingError } from './task.ts'

/** Maximum side length for OCR; more pixels cost time without improving recognition. */
const MAX_SIDE = 4000

/**
 * Recognizes text in images, given as files or as raw pixels. The model and its languages come from packages; nothing is
 * downloaded. They are loaded for the first image, reused for all others, and end with the process.
 */
export class TextRecognizer {
  readonly #languages: readonly string[]
  #model: Promise<Model> | undefined

  constructor(languages: readonly string[]) {
    this.#languages = languages
  }

  /** Throws `broken`, `too_large`, or `unsupported` if no language is installed. */
  async read(picture: Uint8Array, raw?: Raw): Promise<string> {
    // Rejects broken or oversized images before the OCR engine, which they would crash, is loaded.
    const plain = await toPlainPicture(picture, raw)
    const { worker, failed } = await (this.#model ??= loadModel(this.#languages))
    const { data } = await Promise.race([worker.recognize(plain), failed])
    return data.text.trim()
  }
}

interface Model {
  readonly worker: Worker
  /** Rejects if the engine crashes, since its library then leaves pending recognitions unsettled. */
  readonly failed: Promise<never>
}

async function loadModel(languages: readonly string[]): Promise<Model> {
  const { createWorker, OEM } = await import('tesseract.js').catch(unsupported)
  const installed = languages.filter((code) => folderOf(code) !== null)
  const [first] = installed
  if (first === undefined) throw new ReadingError('unsupported')
  let fail: (error: Error) => void
  const failed = new Promise<never>((_, reject) => (fail = reject))
  // The recognition is rejected with it.
  failed.catch(() => {})
  // The engine reads languages from one folder, but each has its own package. So it starts with one language, and the others are
  // passed in.
  const names = [first]
  const worker = await createWorker(names, OEM.LSTM_ONLY, {
    langPath: folderOf(first)!,
    cacheMethod: 'none',
    errorHandler: () => fail(new ReadingError('broken')),
  })
  for (const code of installed.slice(1)) {
    const data = gunzipSync(await readFile(join(folderOf(code)!, `${code}.traineddata.gz`)))
    await worker.FS('writeFile', [`${code}.traineddata`, data])
    // It does not look for languages already in its list.
    names.push(code)
  }
  if (installed.length > 1) await worker.reinitialize(installed.join('+'))
  return { worker, failed }
}

async function toPlainPicture(bytes: Uint8Array, raw: Raw | undefined): Promise<Buffer> {
  try {
    return await sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      ...(raw ? { raw } : { pages: 1, autoOrient: true }),
    })
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .grayscale()
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch (error) {
    throw new ReadingError(error instanceof Error && /pixel limit/i.test(error.message) ? 'too_large' : 'broken')
  }
}

/** The folder of a language; null if it is not installed. */
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
