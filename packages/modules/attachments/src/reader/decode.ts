import { ReadingError } from './task.ts'

/** Decodes a text while it is read, without its byte order mark. Throws for bytes that the encoding does not have. */
export async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of bytes) {
      const text = decoder.decode(chunk, { stream: true })
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ReadingError('broken', `The file is not valid ${encoding.toUpperCase()}: choose another encoding`)
  }
}
