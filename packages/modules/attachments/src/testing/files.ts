import type { TestResponse, Client, TestPlatform } from '@plinth/testing'
import sharp from 'sharp'

interface UploadForm {
  readonly bytes?: Uint8Array<ArrayBuffer> | string
  readonly name?: string
  readonly type?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** A form as sent by browsers. */
export function uploadForm({
  bytes = 'hello',
  name = 'hello.txt',
  type = 'text/plain',
  fields = {},
}: UploadForm = {}): FormData {
  const data = new FormData()
  for (const [field, value] of Object.entries({ entityId: 'shop:order', recordId: '1', ...fields }))
    data.set(field, value)
  data.set('file', new Blob([bytes], { type }), name)
  return data
}

/** Uploads a file and returns the response. */
export const send = (client: Client, sent: UploadForm = {}): Promise<TestResponse> =>
  client.post('/attachments', uploadForm(sent))

/** A PNG in a single color. */
export async function picture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width, height, channels: 3, background: '#c33' } })
  return new Uint8Array(await image.png().toBuffer())
}

/** Creates a file in tenant A and returns its id. */
export async function file(app: TestPlatform, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, body } = await send(app.as('admin'), { fields })
  if (status !== 200) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`)
  return body.item.id
}

/** Creates a partition in tenant A. */
export async function partition(app: TestPlatform): Promise<{ id: string; code: string; title: string }> {
  const code = `p${crypto.randomUUID().slice(0, 8)}`
  return (await app.as('admin').post('/attachments/partitions', { code, title: 'Sample' })).body.item
}
