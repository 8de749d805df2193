import { TextRecognizer } from './text-recognition.ts'
import type { ReadingTask, TextSink } from './task.ts'

/** Recognizes the text of an image. */
export async function readPicture(bytes: Buffer, { languages }: ReadingTask, sink: TextSink): Promise<void> {
  sink.text(await new TextRecognizer(languages).read(bytes))
  sink.page(1, 1)
}
