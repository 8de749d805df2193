import { getResolvedPDFJS } from 'unpdf'
import type { TextRecognizer } from './text-recognition.ts'
import { ReadingError } from './task.ts'

/** The part of the PDF library's page that is used here. */
interface PdfPage {
  getOperatorList(): Promise<{ readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] }>
  readonly objs: Objects
  readonly commonObjs: Objects
}

interface Objects {
  get(name: string, hear: (found: unknown) => void): unknown
}

/** Raw pixels as provided by the PDF library. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Minimum side length of an image that may contain text; smaller ones are icons and lines. */
const LEAST_SIDE = 50
/** Maximum images per page: a scanned page consists of one or a few strips. */
const MAX_PICTURES = 8

/** Recognizes the text of a scanned page, which consists of images only. Empty if no language is installed. */
export async function readScannedPage(page: PdfPage, letters: TextRecognizer): Promise<string> {
  const texts: string[] = []
  try {
    for await (const { data, width, height } of picturesOf(page)) {
      const channels = data.length / (width * height)
      if (channels === 1 || channels === 3 || channels === 4)
        texts.push(await letters.read(data, { width, height, channels }))
    }
  } catch (error) {
    // A page without text is valid, too.
    if (!(error instanceof ReadingError)) throw error
  }
  return texts.join('\n')
}

async function* picturesOf(page: PdfPage): AsyncGenerator<Pixels> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  let found = 0
  for (const [index, operator] of fnArray.entries()) {
    if (operator !== OPS.paintImageXObject || found === MAX_PICTURES) continue
    const [name] = argsArray[index] as [string]
    const objects = name.startsWith('g_') ? page.commonObjs : page.objs
    const pixels = await new Promise<Pixels | null>((resolve) => {
      objects.get(name, (one) => resolve(one as Pixels | null))
    })
    if (!pixels?.data || pixels.width < LEAST_SIDE || pixels.height < LEAST_SIDE) continue
    found++
    yield isBits(pixels) ? toBytes(pixels) : pixels
  }
}

/** Whether a byte holds eight pixels, as in black-and-white scans. */
const isBits = ({ data, width, height }: Pixels) => data.length === Math.ceil(width / 8) * height

function toBytes({ data, width, height }: Pixels): Pixels {
  const bytes = new Uint8Array(width * height)
  const stride = Math.ceil(width / 8)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bytes[y * width + x] = (data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0
  return { data: bytes, width, height }
}
