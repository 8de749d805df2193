import type { Host } from '../_frame/host.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, type Call, type Visitor } from '../_frame/visitor.ts'

interface FileParts {
  readonly name?: string
  readonly type?: string
  readonly bytes?: BlobPart
}

/** A form with a file for the record 1 of orders; parts that are undefined are left out. */
export function fileForm(
  fields: Readonly<Record<string, string | undefined>> = {},
  file: FileParts | null = {},
): FormData {
  const form = new FormData()
  const all = { entityId: 'shop:order', recordId: '1', ...fields }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.set(name, value)
  if (file) {
    const { name = 'a.txt', type = 'text/plain', bytes = 'hello files' } = file
    form.set('file', new Blob([bytes], { type }), name)
  }
  return form
}

/** An upload. */
export const sendFile = (who: Visitor, ...form: Parameters<typeof fileForm>): Call =>
  who.post('/attachments', fileForm(...form))

/** Two files of a record and a picture of the library, and a file of another tenant. */
export async function libraryScenario(host: Host) {
  const { admin, app } = host
  const other = await addTenant(host, 'Library')
  const upload = async (who: Visitor, ...form: Parameters<typeof fileForm>) => {
    app.clock.advance(1_000)
    return String((await bodyFrom(sendFile(who, ...form))).item.id)
  }
  const first = await upload(admin, { tags: 'red,blue', recordId: '1' }, { name: 'Alpha.txt', bytes: 'first' })
  const second = await upload(admin, { tags: 'red', recordId: '1' }, { name: 'beta_50.txt', bytes: 'second one' })
  const picture = await upload(
    admin,
    { entityId: 'attachments:library', recordId: 'x', tags: 'Red' },
    {
      name: 'gamma.gif',
      type: 'image/gif',
      bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    },
  )
  return { other, first, second, picture, foreign: await upload(other.admin, { tags: 'green' }) }
}
