import { getResolvedPDFJS } from 'unpdf'
import type { LetterReader } from './letters.ts'
import { ReadingError } from './task.ts'

/** What is needed of a page of a PDF. */
interface PdfPage {
  getOperatorList(): Promise<{ readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] }>
  readonly objs: Objects
  readonly commonObjs: Objects
}

interface Objects {
  get(name: string, hear: (found: unknown) => void): unknown
}

/** Pixels as a PDF has them. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Pixels along a side of a picture that may have letters; smaller ones are marks and lines. */
const LEAST_SIDE = 50
/** Pictures of one page that are looked at: a scanned page is one, or a few stripes. */
const MAX_PICTURES = 8

/** The letters of a page that is scanned, so that it has nothing but pictures. Nothing where no language is installed. */
export async function readScan(page: PdfPage, letters: LetterReader): Promise<string> {
  const texts: string[] = []
  try {
    for await (const { data, width, height } of picturesOf(page)) {
      const channels = data.length / (width * height)
      if (channels === 1 || channels === 3 || channels === 4)
        texts.push(await letters.read(data, { width, height, channels }))
    }
  } catch (error) {
    // A page without letters is one, too.
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

/** Whether a byte holds eight pixels, as black and white scans have them. */
const isBits = ({ data, width, height }: Pixels) => data.length === Math.ceil(width / 8) * height

function toBytes({ data, width, height }: Pixels): Pixels {
  const bytes = new Uint8Array(width * height)
  const stride = Math.ceil(width / 8)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bytes[y * width + x] = (data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0
  return { data: bytes, width, height }
}
