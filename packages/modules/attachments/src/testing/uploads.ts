import type { TestResponse, Client } from '@plinth/testing'
import { BYTES, toMetadata, TUS_VERSION } from '../resumable/tus-headers.ts'

type UploadMetadata = Readonly<Record<string, string>>

/** Headers of every tus request. */
export const tusHeaders = { 'tus-resumable': TUS_VERSION }

/** Headers of tus requests with bytes. */
export const bytesHeaders = { ...tusHeaders, 'content-type': BYTES }

/** Headers that begin an upload. */
export const uploadHeaders = (size: number, fields: UploadMetadata = {}) => ({
  ...tusHeaders,
  'upload-length': String(size),
  'upload-metadata': toMetadata({ entityId: 'shop:order', recordId: '1', filename: 'a.txt', ...fields }),
})

/** Begins a resumable upload. */
export const postUpload = (client: Client, size: number, fields?: UploadMetadata): Promise<TestResponse> =>
  client.send('POST', '/attachments/uploads', { headers: uploadHeaders(size, fields) })

/** Continues a resumable upload. */
export const continueUpload = (
  client: Client,
  id: string,
  { offset, body }: { offset: number; body: string },
): Promise<TestResponse> =>
  client.send('PATCH', `/attachments/uploads/${id}`, {
    headers: { ...bytesHeaders, 'upload-offset': String(offset) },
    body,
  })
