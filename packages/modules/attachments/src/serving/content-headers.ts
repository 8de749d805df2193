import { create } from 'content-disposition'
import type { ServedFile } from './find-file.ts'

/** Image formats that every browser decodes without running anything. */
const RASTER = new Set(['avif', 'bmp', 'gif', 'jpeg', 'png', 'webp'].map((kind) => `image/${kind}`))
const PASSIVE = /^(application\/pdf|text\/(plain|csv|markdown)|(audio|video)\/[\w.+-]+)$/
/** Types that a browser might execute: markup, scripts, and similar. */
const ACTIVE = /html|xml|svg|script|wasm|flash|java/

/** Whether a browser may display the file inline. */
const isInline = (mimeType: string) => RASTER.has(mimeType) || (PASSIVE.test(mimeType) && !ACTIVE.test(mimeType))

/** Headers that make any file safe to serve: nothing in it runs, and its type is not sniffed. */
export function contentHeaders(file: ServedFile, { isDownload }: { isDownload: boolean }): Record<string, string> {
  const { mimeType, encoding, originalName, isPublic } = file
  return {
    'content-type': toContentType(mimeType, encoding),
    'content-disposition': create(originalName ?? undefined, {
      type: isInline(mimeType) && !isDownload ? 'inline' : 'attachment',
    }),
    'cache-control': isPublic ? 'public, max-age=86400' : 'private, max-age=60',
    ...safeHeaders(file),
  }
}

/** Prevents execution and type sniffing, and lets other sites embed public files. */
export const safeHeaders = ({ isPublic }: ServedFile) => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': isPublic ? 'cross-origin' : 'same-origin',
})

function toContentType(mimeType: string, encoding: string | null): string {
  if (ACTIVE.test(mimeType)) return 'application/octet-stream'
  return mimeType.startsWith('text/') ? `${mimeType}; charset=${encoding ?? 'utf-8'}` : mimeType
}
