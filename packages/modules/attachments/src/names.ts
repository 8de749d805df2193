import { extname } from 'node:path'

/** The name under which a file is published: every other character becomes `_`. */
export function toFileName(original: string): string {
  return original.replace(/[^A-Za-z0-9._-]/g, '_').slice(-200) || 'file'
}

/** The name as the client gave it, in one line and of a sane length. */
export function toOriginalName(original: string): string {
  // Like other names (decision 53), but a file has the name that its maker's system gave it: what is hidden goes.
  const plain = original.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  return [...plain].slice(-255).join('') || 'file'
}

/** The environment variable that names the folder of a partition. */
export function toEnvKey(code: string): string {
  const fragment = code
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()
  return `ATTACHMENTS_PARTITION_${fragment}_ROOT`
}

/** Where the bytes are. */
export const toFileUrl = (id: string) => `/api/attachments/file/${id}`

/** Where the image is, in a size that fits. */
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
