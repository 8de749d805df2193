import { letter, sheet } from './open-documents.ts'
import type { WrittenDocument } from './package.ts'
import { textEdit, word, wordPad } from './rtf.ts'
import { of1904, workbook } from './sheets.ts'
import { presentation } from './slides.ts'
import { wordOnline } from './words.ts'

export { secret } from './open-documents.ts'

/** Documents of every format that is read, with the text a person sees in them. */
export const written: readonly WrittenDocument[] = [
  wordOnline,
  workbook,
  of1904,
  presentation,
  letter,
  sheet,
  textEdit,
  wordPad,
  word,
]
