import { hidden } from './hidden.ts'
import { letter, sheet, styledLetter } from './open-documents.ts'
import { mails } from './mails.ts'
import type { WrittenDocument } from './package.ts'
import { hebrew, textEdit, word, wordPad } from './rtf.ts'
import { codes, of1904, workbook } from './sheets.ts'
import { presentation } from './slides.ts'
import { styledWords, wordOnline } from './words.ts'

export { secret } from './open-documents.ts'

/** Documents of every format that is read, with the text a person sees in them. */
export const written: readonly WrittenDocument[] = [
  wordOnline,
  styledWords,
  workbook,
  codes,
  of1904,
  presentation,
  letter,
  styledLetter,
  sheet,
  textEdit,
  wordPad,
  word,
  hebrew,
  ...hidden,
  ...mails,
]
