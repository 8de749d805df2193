import { fullText, searchable } from '@plinth/core/data'
import { Attachment, AttachmentText } from './entities.ts'

/** Files by a part of their name. */
export const nameSearch = searchable(Attachment, ['fileName'])

/** Files by the words that are written in them. */
export const textSearch = fullText(AttachmentText, ['content'], {
  languages: ['english', 'german', 'spanish', 'polish'],
})
