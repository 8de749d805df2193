import { withoutNul } from '@plinth/core/data'
import { decode } from '../formats/encoding.ts'
import type { DetectedType } from '../formats/detect-type.ts'
import { toShownText } from '../reader/shown-text.ts'

/** Types whose text is included in the upload response. */
const PLAIN_TYPES = /^(text\/(?!html)[\w.+-]+|application\/(json|x-ndjson))$/
const MARKUP = /^(text\/html|application\/(xml|xhtml\+xml)|image\/svg\+xml)$/

/** Whether the text of a file can be extracted at once, without expensive parsing. */
export const isQuick = (mimeType: string): boolean => PLAIN_TYPES.test(mimeType) || MARKUP.test(mimeType)

/** Extracts the text from the first bytes of such a file. Content that browsers do not display is left out. */
export async function toQuickText(bytes: Uint8Array, { mimeType, encoding }: DetectedType): Promise<string> {
  const source = withoutNul(decode(bytes, encoding ?? 'utf-8'))
  return MARKUP.test(mimeType) ? toShownText(source, mimeType) : source
}
