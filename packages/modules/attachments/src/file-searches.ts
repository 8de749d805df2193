import { fullText, searchable } from '@plinth/core/data'
import { Attachment, AttachmentText } from './entities.ts'

/** Searches files by part of their name. */
export const nameSearch = searchable(Attachment, ['originalName'])

/** Searches files by words in their text. */
export const textSearch = fullText(AttachmentText, ['content'], {
  languages: ['english', 'german', 'spanish', 'polish'],
})
