import type { ReadingLimits, TextSink } from './task.ts'
import type { Parts } from './zip.ts'

/** One OOXML or OpenDocument file that is being read. */
export interface OfficeFile {
  readonly parts: Parts
  readonly limits: ReadingLimits
  readonly sink: TextSink
}
