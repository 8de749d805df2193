import { extname } from 'node:path'

/**
 * The published form of a name: letters and digits of every script, `.`, `_` and `-`. Every other ASCII character becomes `_`, and so
 * does what a system could take for one of them (`／`), and white space; other signs are kept.
 */
export function toFileName(original: string): string {
  const shown = [...original.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')]
  return (
    shown
      .map((sign) => (isPlain(sign) ? sign : '_'))
      .slice(-200)
      .join('') || 'file'
  )
}

function isPlain(sign: string): boolean {
  if (/[A-Za-z0-9._-]/.test(sign)) return true
  return !/[\0-\x7f\p{C}\p{Z}]/u.test(sign) && !/[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/.test(sign.normalize('NFKC'))
}

/** The client's file name, limited to one line and a reasonable length. Apple's systems decompose accents; others do not. */
export function toOriginalName(original: string): string {
  // Like other names (decision: Names), except that invisible characters are removed instead of rejected: the user's system chose
  // the name.
  const plain = original.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  return [...plain.normalize('NFC')].slice(-255).join('') || 'file'
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
