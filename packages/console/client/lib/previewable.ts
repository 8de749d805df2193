/** A file as lists of files show it. */
export interface PreviewFile {
  readonly id: string
  readonly fileName: string
  readonly fileSize: number
  readonly mimeType: string | null
}

export type PreviewKind = 'image' | 'pdf' | 'text' | 'none'

/** How a file can be shown. Texts are shown as they are written, whatever they would do if they ran. */
export function previewKindOf({ mimeType }: Pick<PreviewFile, 'mimeType'>): PreviewKind {
  if (mimeType?.startsWith('image/')) return 'image'
  if (mimeType === 'application/pdf') return 'pdf'
  return /^text\/|^application\/(.+\+)?json$/.test(mimeType ?? '') ? 'text' : 'none'
}
