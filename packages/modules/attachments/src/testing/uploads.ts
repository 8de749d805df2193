import type { TestResponse, Client } from '@plinth/core/testing'
import { BYTES, toMetadata, TUS_VERSION } from '../resumable/tus-headers.ts'

type UploadMetadata = Readonly<Record<string, string>>

/** What every request of the tus protocol says. */
export const tusHeaders = { 'tus-resumable': TUS_VERSION }

/** What requests with bytes say besides. */
export const bytesHeaders = { ...tusHeaders, 'content-type': BYTES }

/** What is said of a file that is begun. */
export const uploadHeaders = (size: number, fields: UploadMetadata = {}) => ({
  ...tusHeaders,
  'upload-length': String(size),
  'upload-metadata': toMetadata({ entityId: 'shop:order', recordId: '1', filename: 'a.txt', ...fields }),
})

/** Begins an upload that can be gone on with. */
export const postUpload = (client: Client, size: number, fields?: UploadMetadata): Promise<TestResponse> =>
  client.send('POST', '/attachments/uploads', { headers: uploadHeaders(size, fields) })

/** Goes on with it. */
export const continueUpload = (
  client: Client,
  id: string,
  { offset, body }: { offset: number; body: string },
): Promise<TestResponse> =>
  client.send('PATCH', `/attachments/uploads/${id}`, {
    headers: { ...bytesHeaders, 'upload-offset': String(offset) },
    body,
  })
