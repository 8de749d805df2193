import { extname } from 'node:path'

/**
 * The published form of a name: letters and digits of every script, `.`, `_` and `-`. Every other ASCII character becomes `_`, and so
 * does what a system could take for one of them (`／`), and white space; other signs are kept.
 */
export function toFileName(original: string): string {
  const shown = [...without(original.normalize('NFC'), '\\p{Default_Ignorable_Code_Point}')]
  return (
    shown
      .map((sign) => (isPlain(sign) ? sign : '_'))
      .slice(-200)
      .join('') || 'file'
  )
}

function isPlain(sign: string): boolean {
  if (/[A-Za-z0-9._-]/.test(sign) || JOINERS.test(sign)) return true
  return !/[\0-\x7f\p{C}\p{Z}]/u.test(sign) && !/[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/.test(sign.normalize('NFKC'))
}

/** The client's file name, limited to one line and a reasonable length. Apple's systems decompose accents; others do not. */
export function toOriginalName(original: string): string {
  // Like other names (decision: Names), except that invisible characters are removed instead of rejected: the user's system chose
  // the name.
  return [...withoutHidden(original).trim()].slice(-255).join('') || 'file'
}

/** A name, or a part of one, without invisible characters. */
export const withoutHidden = (text: string): string =>
  without(text, '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]').normalize('NFC')

/** What joins and parts letters, and the signs of one picture. */
const JOINERS = /^(\u200c|\u200d|\ufe0f)$/
/** Letters of Arabic and Indic scripts, which are written otherwise without a joiner between them. */
const JOINED = `[${['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`
const PICTURE = '\\p{Extended_Pictographic}'
const KEPT = `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})|(?<=${PICTURE}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=${PICTURE})|(?<=${PICTURE})\\ufe0f`

/** Removes characters of a class, except joiners where the text would be another one without them. */
function without(text: string, hidden: string): string {
  return text.replaceAll(new RegExp(`(${KEPT})|${hidden}`, 'gu'), (_match, kept: string | undefined) => kept ?? '')
}

/** The name of the environment variable for a partition's folder. */
export function toEnvKey(code: string): string {
  const fragment = code
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()
  return `ATTACHMENTS_PARTITION_${fragment}_ROOT`
}

/** The URL of the file. */
export const toFileUrl = (id: string) => `/api/attachments/file/${id}`

/** The URL of the image in a given size. */
export function toImageUrl({ id, fileName }: { id: string; fileName: string }, size: number): string {
  return `/api/attachments/image/${id}/${encodeURIComponent(toFileSlug(fileName))}?width=${size}&height=${size}`
}

function toFileSlug(fileName: string): string {
  const extension = extname(fileName).toLowerCase()
  const base = fileName
    .slice(0, fileName.length - extension.length)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${base || 'asset'}${extension}`
}
