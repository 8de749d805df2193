import type { Client, TestPlatform, TestResponse } from '@plinth/testing'

/** A file to import. */
export interface ImportedFile {
  readonly bytes: string | Uint8Array<ArrayBuffer>
  readonly name?: string
  readonly entity: string
  readonly format?: object
}

/** Uploads a file and creates its import. */
export async function postFile(
  client: Client,
  { bytes, name = 'rows.csv', entity, format }: ImportedFile,
): Promise<TestResponse> {
  const form = new FormData()
  form.set('entityId', 'transfer:import')
  form.set('recordId', '1')
  form.set('file', new Blob([bytes], { type: 'text/csv' }), name)
  const uploaded = await client.post('/attachments', form)
  if (uploaded.status !== 200) throw new Error(uploaded.text)
  return client.post('/transfer/imports', { attachmentId: uploaded.body.item.id, entity, ...(format && { format }) })
}

/** Lets the import's worker do its work, and returns the import as it is then. */
export async function workOn(
  app: TestPlatform,
  client: Client,
  { id, work }: { readonly id: string; readonly work: string },
): Promise<TestResponse['body']> {
  const started = await client.post(`/transfer/imports/${id}/${work}`)
  if (started.status !== 202) throw new Error(started.text)
  await app.jobs()
  return (await client.get(`/transfer/imports?id=${id}`)).body.items[0]
}
