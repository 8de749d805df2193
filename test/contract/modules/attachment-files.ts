import sharp from 'sharp'
import { group } from '../_frame/group.ts'
import { PASSWORD } from '../_frame/host.ts'
import { says, type Statement, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, type Visitor } from '../_frame/visitor.ts'
import { type fileForm, sendFile } from './_files.ts'
import { unknown } from './_words.ts'

const FILE = '/attachments/file'
const IMAGE = '/attachments/image'
type Form = Parameters<typeof fileForm>

const upload = async (who: Visitor, ...form: Form): Promise<string> => (await bodyFrom(sendFile(who, ...form))).item.id
const plain = () => sharp({ create: { width: 400, height: 200, channels: 3, background: '#336699' } })

/** Contents, the names under which they come, the type they are served with, and whether a page may show them. */
const KINDS = [
  ['a.txt', 'text/plain', 'hello', 'text/plain; charset=utf-8', 'inline'],
  ['a.csv', 'text/csv', 'a;b', 'text/csv; charset=utf-8', 'inline'],
  ['a.html', 'text/html', '<html><script>1</script></html>', 'application/octet-stream', 'attachment'],
  [
    'a.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
    'application/octet-stream',
    'attachment',
  ],
  ['a.xml', 'text/xml', '<?xml version="1.0"?><a/>', 'application/octet-stream', 'attachment'],
  ['a.js', 'text/javascript', 'alert(1)', 'application/octet-stream', 'attachment'],
  ['page.txt', 'text/plain', '<html><script>1</script></html>', 'application/octet-stream', 'attachment'],
  ['a.json', 'application/json', '{"a":1}', 'application/json', 'attachment'],
  ['a.bin', 'image/png', new Uint8Array([0, 1, 2, 3]), 'application/octet-stream', 'attachment'],
  ['a.pdf', 'application/pdf', '%PDF-1.4\n%âãÏÓ\n', 'application/pdf', 'inline'],
] as const

/** Decision: Uploads. */
export const attachmentFiles = group(
  'Files and pictures',
  {
    async scenario(host) {
      const { admin, organizationId } = host
      const other = await addTenant(host, 'Files')
      const email = 'without-roles@acme.com'
      await bodyFrom(admin.post('/auth/users', { email, password: PASSWORD, organizationId, roles: [] }))
      const picture = new Uint8Array(await plain().png().toBuffer())
      const turned = new Uint8Array(await plain().withMetadata({ orientation: 6 }).jpeg().toBuffer())
      const photo = new Uint8Array(await plain().jpeg().toBuffer())
      const ids: Record<string, string> = {}
      for (const [name, type, bytes] of KINDS)
        ids[name] = await upload(admin, {}, { name, type, bytes: bytes as BlobPart })
      return {
        other,
        nobody: await host.signIn(email),
        ids,
        text: await upload(admin, {}, { name: 'Grüße 1.txt' }),
        open: await upload(
          admin,
          { partitionCode: 'productsMedia' },
          { name: 'open.png', type: 'image/png', bytes: picture },
        ),
        turned: await upload(
          admin,
          { partitionCode: 'productsMedia' },
          { name: 'turned.jpg', type: 'image/jpeg', bytes: turned },
        ),
        png: await upload(admin, {}, { name: 'a.png', type: 'image/png', bytes: picture }),
        jpeg: await upload(admin, {}, { name: 'a.jpg', type: 'image/jpeg', bytes: photo }),
        foreign: await upload(other.admin, {}, { name: 'foreign.png', type: 'image/png', bytes: picture }),
      }
    },
  },
  {
    // Decision: Private files: files that the caller may not read are answered like those that do not exist.
    'GET /attachments/file/{id}': ({ admin, superadmin, anonymous, employee, nobody, other, text, open, foreign }) => [
      says('answers the bytes', admin.get(`${FILE}/${text}`), 200, 'hello files', { 'content-length': '11' }),
      says('takes an id in capitals', admin.get(`${FILE}/${text.toUpperCase()}`), 200, 'hello files'),
      says('is for employees, too', employee.get(`${FILE}/${text}`), 200, 'hello files'),
      ...Object.entries({ ours: text, theirs: foreign, unknown }).map(([which, id]) =>
        says(`needs attachments.view: ${which}`, nobody.get(`${FILE}/${id}`), 403, {
          requiredFeatures: ['attachments.view'],
        }),
      ),
      says('but for public ones', nobody.get(`${FILE}/${open}`), 200),
      says('private ones need a login', anonymous.get(`${FILE}/${text}`), 401, 'Unauthorized'),
      says('and are not for other tenants', other.admin.get(`${FILE}/${text}`), 404, 'Attachment not found'),
      says('nor theirs for us', admin.get(`${FILE}/${foreign}`), 404, 'Attachment not found'),
      says('HEAD tells no more', admin.send('HEAD', `${FILE}/${foreign}`), 404),
      says('super admins see all', superadmin.get(`${FILE}/${foreign}`), 200),
      says('public ones are for everybody', anonymous.get(`${FILE}/${open}`), 200, undefined, {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      }),
      says('also of other tenants', other.admin.get(`${FILE}/${open}`), 200),
      says('strangers do not learn what there is', anonymous.get(`${FILE}/${unknown}`), 401, 'Unauthorized'),
      says('knows no other file', admin.get(`${FILE}/${unknown}`), 404, 'Attachment not found'),
      ...['x', '7', 'a.txt'].map((id) =>
        says(`refuses the id '${id}'`, admin.get(`${FILE}/${id}`), 400, 'Attachment id is required'),
      ),
      says('private ones are kept for a minute', admin.get(`${FILE}/${text}`), 200, undefined, {
        'cache-control': 'private, max-age=60',
        'cross-origin-resource-policy': 'same-origin',
      }),
      says('names the file as its sender did', admin.get(`${FILE}/${text}`), 200, undefined, {
        'content-disposition': /^inline; filename="Gr..e 1\.txt"; filename\*=UTF-8''Gr%C3%BC%C3%9Fe%201\.txt$/,
      }),
      says('download=1 is a download', admin.get(`${FILE}/${text}?download=1`), 200, undefined, {
        'content-disposition': /^attachment; /,
      }),
      ...['0', 'true', ''].map((value) =>
        says(`download=${value} is none`, admin.get(`${FILE}/${text}?download=${value}`), 200, undefined, {
          'content-disposition': /^inline; /,
        }),
      ),
      says('HEAD is the same without the body', admin.send('HEAD', `${FILE}/${text}`), 200, undefined, {
        'content-length': '11',
        'cache-control': 'private, max-age=60',
      }),
      says('a part is a part', admin.with({ range: 'bytes=6-' }).get(`${FILE}/${text}`), 206, 'files', {
        'content-range': 'bytes 6-10/11',
        'content-length': '5',
      }),
      says(
        'one that there is not is 416',
        admin.with({ range: 'bytes=50-' }).get(`${FILE}/${text}`),
        416,
        { error: /./ },
        { 'content-range': 'bytes */11' },
      ),
    ],
    'What is served how': ({ admin, ids }) =>
      KINDS.flatMap(([name, type, , contentType, disposition]): Statement[] => [
        says(`${name} as ${type} comes as ${contentType}`, admin.get(`${FILE}/${ids[name]}`), 200, undefined, {
          'content-type': contentType,
        }),
        says(`${name} is ${disposition}`, admin.get(`${FILE}/${ids[name]}`), 200, undefined, {
          'content-disposition': new RegExp(`^${disposition}; filename=`),
        }),
        says(`${name} is guessed and run by nobody`, admin.get(`${FILE}/${ids[name]}`), 200, undefined, {
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        }),
      ]),
    'GET /attachments/image/{id}/{slug}': ({
      admin,
      anonymous,
      nobody,
      other,
      png,
      jpeg,
      open,
      text,
      foreign,
      ids,
    }) => [
      says('is a picture of its type', admin.get(`${IMAGE}/${png}/a.png?width=100&height=100`), 200, undefined, {
        'content-type': 'image/png',
        'cache-control': 'private, max-age=60',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
      }),
      says('a photo stays one', admin.get(`${IMAGE}/${jpeg}/a.jpg?width=100`), 200, undefined, {
        'content-type': 'image/jpeg',
      }),
      ...['', '/any', '/any/thing/else.gif', '/a%20b'].map((slug) =>
        says(`however the path goes on: '${slug}'`, admin.get(`${IMAGE}/${png}${slug}`), 200, undefined, {
          'content-type': 'image/png',
        }),
      ),
      says('public ones are for everybody', anonymous.get(`${IMAGE}/${open}/x?width=10`), 200, undefined, {
        'cache-control': 'public, max-age=3600',
      }),
      says('private ones need a login', anonymous.get(`${IMAGE}/${png}`), 401, 'Unauthorized'),
      says('and are not for other tenants', other.admin.get(`${IMAGE}/${png}`), 404, 'Not found'),
      says('nor theirs for us', admin.get(`${IMAGE}/${foreign}/x`), 404, 'Not found'),
      ...Object.entries({ ours: png, text, theirs: foreign, unknown }).map(([which, id]) =>
        says(`needs attachments.view: ${which}`, nobody.get(`${IMAGE}/${id}`), 403, {
          requiredFeatures: ['attachments.view'],
        }),
      ),
      ...[
        'width=0',
        'width=-1',
        'width=4001',
        'width=5000',
        'width=',
        'width=abc',
        'width=1.5',
        'height=0',
        'height=4001',
        'height=x',
        'cropType=fill',
        'cropType=',
      ].map((query) => says(`refuses ${query}`, admin.get(`${IMAGE}/${png}?${query}`), 400, 'Invalid size parameters')),
      ...[
        'width=1',
        'width=4000',
        'height=1',
        'width=1e2',
        'width=0x10',
        'cropType=cover',
        'cropType=contain',
        'width=9&height=9&cropType=contain',
        'other=x',
      ].map((query) =>
        says(`takes ${query}`, admin.get(`${IMAGE}/${png}?${query}`), 200, undefined, { 'content-type': 'image/png' }),
      ),
      says('of two the last counts', admin.get(`${IMAGE}/${png}?width=0&width=10`), 200),
      says(
        'sizes are looked at before the file',
        anonymous.get(`${IMAGE}/${unknown}?width=0`),
        400,
        'Invalid size parameters',
      ),
      says('knows no other picture', admin.get(`${IMAGE}/${unknown}`), 404, 'Not found'),
      says('refuses an id that is none', admin.get(`${IMAGE}/x/a.png`), 400, 'Attachment id is required'),
      says('has none of a text', admin.get(`${IMAGE}/${text}?width=10`), 400, 'Unsupported media type'),
      says('nor of what only calls itself one', admin.get(`${IMAGE}/${ids['a.bin']}`), 400, 'Unsupported media type'),
      says('draws a drawing', admin.get(`${IMAGE}/${ids['a.svg']}?width=10`), 200, undefined, {
        'content-type': 'image/png',
      }),
    ],
    Sizes: ({ app, open, turned }) => {
      const measured = (
        query: string,
        [width, height]: readonly [width: number, height: number],
        { id = open, what = `'${query}'` } = {},
      ) => says(`${what} is ${width} x ${height}`, sizeOf(app, `${IMAGE}/${id}?${query}`), 200, { width, height })
      return [
        measured('', [400, 200]),
        measured('width=100', [100, 50]),
        measured('height=100', [200, 100]),
        measured('width=100&height=100', [100, 100]),
        measured('width=100&height=100&cropType=cover', [100, 100]),
        measured('width=100&height=100&cropType=contain', [100, 100]),
        measured('width=800', [800, 400]),
        measured('width=50&height=10', [50, 10]),
        measured('cropType=cover', [400, 200]),
        measured('cropType=contain', [400, 200]),
        measured('', [200, 400], { id: turned, what: 'a photo taken upright' }),
        measured('width=100', [100, 200], { id: turned, what: 'and its smaller picture' }),
        says(
          'says nothing of the camera',
          sizeOf(app, `${IMAGE}/${turned}`),
          200,
          without('exif', 'icc', 'orientation'),
        ),
      ]
    },
  },
)

/** What a picture that everybody may see is like. */
const sizeOf = (app: { fetch(path: string): Promise<Response> }, path: string) => ({
  request: `GET ${path}`,
  answer: async () => {
    const response = await app.fetch(path)
    const { status, headers } = response
    const body = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return { status, body, text: '', headers, operation: null }
  },
})
