import { LetterReader } from './letters.ts'
import type { ReadingTask, TextSink } from './task.ts'

/** Reads the letters of a picture. */
export async function readPicture(bytes: Buffer, { languages }: ReadingTask, sink: TextSink): Promise<void> {
  sink.text(await new LetterReader(languages).read(bytes))
  sink.page(1, 1)
}
