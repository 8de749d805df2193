import { extname } from 'node:path'

/** Converts a name to its published form: every other character becomes `_`. */
export function toFileName(original: string): string {
  return original.replace(/[^A-Za-z0-9._-]/g, '_').slice(-200) || 'file'
}

/** The client's file name, limited to one line and a reasonable length. */
export function toOriginalName(original: string): string {
  // Like other names (decision 53), except that invisible characters are removed instead of rejected: the user's system chose the
  // name.
  const plain = original.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  return [...plain].slice(-255).join('') || 'file'
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
