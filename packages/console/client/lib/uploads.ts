import { signal } from '@preact/signals'
import type { DetailedError, Upload } from 'tus-js-client'
import { urlOf } from './api.ts'
import { t } from './i18n.ts'
import { noteWrite } from './operations.ts'

/** The record that a file belongs to. */
export interface Attached {
  /** The kind of the record: `fleet:vehicle`. */
  readonly entityId: string
  readonly recordId: string
}

/** A file that belongs to no record. */
export const LIBRARY: Attached = { entityId: 'attachments:library', recordId: 'library' }

/** A file on its way. */
export interface UploadOf extends Attached {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly state: 'running' | 'paused' | 'failed'
  readonly problem?: string
}

export const uploads = signal<readonly UploadOf[]>([])
const running = new Map<string, Upload>()

const PART = 4 * 2 ** 20

/** Uploads files by the tus protocol, in parts: each can be paused, and goes on where it was after a failure. */
export async function startUploads(
  files: readonly File[],
  { entityId, recordId }: Attached,
  partitionCode = '',
): Promise<void> {
  const { Upload } = await import('tus-js-client')
  for (const file of files) {
    const id = crypto.randomUUID()
    const upload = new Upload(file, {
      endpoint: urlOf('/attachments/uploads'),
      chunkSize: PART,
      retryDelays: [500, 2_000, 5_000],
      storeFingerprintForResuming: false,
      metadata: {
        filename: file.name,
        filetype: file.type || 'application/octet-stream',
        entityId,
        recordId,
        ...(partitionCode && { partitionCode }),
      },
      onProgress: (sent) => change(id, { sent }),
      onAfterResponse: (_request, response) => {
        const header = response.getHeader('x-om-operation')
        if (header) noteWrite(header)
      },
      onError: (error) => change(id, { state: 'failed', problem: reasonOf(error) }),
      onSuccess: () => {
        forget(id)
        noteWrite(null)
      },
    })
    running.set(id, upload)
    uploads.value = [
      ...uploads.value,
      { id, entityId, recordId, name: file.name, size: file.size, sent: 0, state: 'running' },
    ]
    upload.start()
  }
}

/** What the API says, rather than the library about its request. */
function reasonOf(error: Error | DetailedError): string {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  if (!answer) return t('offline.text')
  try {
    const { error: reason } = JSON.parse(answer.getBody()) as { error?: unknown }
    if (typeof reason === 'string') return reason
  } catch {
    // An answer of something in between, which is no JSON.
  }
  return t('files.failed', { status: answer.getStatus() })
}

export function pause(id: string): void {
  void running.get(id)?.abort()
  change(id, { state: 'paused' })
}

export function resume(id: string): void {
  change(id, { state: 'running' })
  running.get(id)?.start()
}

/** Gives an upload up; what has been sent is removed. */
export function cancel(id: string): void {
  void running
    .get(id)
    ?.abort(true)
    .catch(() => {})
  forget(id)
}

const change = (id: string, values: Partial<UploadOf>) => {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...values } : one))
}

function forget(id: string): void {
  running.delete(id)
  uploads.value = uploads.value.filter((one) => one.id !== id)
}
