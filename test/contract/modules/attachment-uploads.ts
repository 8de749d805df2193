import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, uuid, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, type Visitor } from '../_frame/visitor.ts'
import { fileForm, sendFile } from './_files.ts'

const REQUIRED = 'entityId, recordId and file are required'

/** How a name is stored, and how it reads in a URL. */
const NAMES = [
  ['a.txt', 'a.txt', 'a.txt'],
  ['My File (1).TXT', 'My_File__1_.TXT', 'my-file-1.txt'],
  ['grüße.txt', 'grüße.txt', 'gr-e.txt'],
  ['契約／1.txt', '契約_1.txt', '1.txt'],
  ['.profile', '.profile', 'profile'],
  ['a.b.c', 'a.b.c', 'a-b.c'],
  ['---.md', '---.md', 'asset.md'],
] as const

const tagged = (admin: Visitor, tags: string, ...told: string[]): Statement =>
  says(`reads the tags ${tags}`, sendFile(admin, { tags }), 200, { item: { tags: told } })
const assigned = (admin: Visitor, assignments: string, ...told: Record<string, string | null>[]): Statement =>
  says(`reads the assignments ${assignments}`, sendFile(admin, { assignments }), 200, {
    item: { assignments: [...told, { type: 'shop:order', id: '1' }] },
  })

/** Decision: Uploads. */
export const attachmentUploads = group(
  'Uploads',
  {
    settings: { OM_ATTACHMENT_MAX_UPLOAD_MB: '1', OM_ATTACHMENT_TENANT_QUOTA_MB: '2' },
    async scenario(host) {
      const { admin } = host
      const other = await addTenant(host, 'Uploads')
      for (const [code, isPublic, requiresOcr] of [
        ['open', true, true],
        ['silent', false, false],
      ] as const)
        await bodyFrom(admin.post('/attachments/partitions', { code, title: code, isPublic, requiresOcr }))
      return {
        other,
        product: String((await bodyFrom(admin.post('/catalog/products', { title: 'Ring' }))).id),
        whole: sendFile(admin, { tags: '["a"]' }),
        nowhere: admin.with({ cookie: 'om_selected_org=__all__' }),
      }
    },
  },
  {
    'POST /attachments': ({ admin, whole, employee, anonymous, nowhere, other }) => [
      says(
        'is 200 and tells these members',
        whole,
        200,
        exactly({
          ok: true,
          item: {
            id: uuid,
            url: /^\/api\/attachments\/file\/[0-9a-f-]{36}$/,
            fileName: 'a.txt',
            fileSize: 11,
            partitionCode: 'privateAttachments',
            thumbnailUrl: /^\/api\/attachments\/image\/[0-9a-f-]{36}\/a\.txt\?width=320&height=320$/,
            content: 'hello files',
            tags: ['a'],
            assignments: [{ type: 'shop:order', id: '1' }],
          },
        }),
      ),
      says('with the header of what can be undone', whole, 200, undefined, {
        'x-om-operation': /attachments\.attachments\.create/,
      }),
      ...(['entityId', 'recordId'] as const).flatMap((field) =>
        [undefined, '', ' '].map((value) =>
          says(
            `needs ${field}, not ${JSON.stringify(value) ?? 'nothing'}`,
            sendFile(admin, { [field]: value }),
            400,
            REQUIRED,
          ),
        ),
      ),
      says('needs a file', admin.post('/attachments', fileForm({}, null)), 400, REQUIRED),
      says('a text of that name is none', admin.post('/attachments', fileForm({ file: 'text' }, null)), 400, REQUIRED),
      ...['application/json', 'text/plain', 'application/x-www-form-urlencoded'].map((type) =>
        says(
          `refuses ${type}`,
          admin.send('POST', '/attachments', { body: '{}', headers: { 'content-type': type } }),
          400,
          'Expected multipart/form-data',
        ),
      ),
      says('takes an empty file', sendFile(admin, {}, { bytes: '' }), 200, { item: { fileSize: 0, content: null } }),
      says('takes 1 MiB', sendFile(admin, {}, { bytes: new Uint8Array(1_048_576) }), 200, {
        item: { fileSize: 1_048_576 },
      }),
      says('and no more', sendFile(admin, {}, { bytes: new Uint8Array(1_048_577) }), 413, { error: /./ }),
      says('nor what is far beyond', sendFile(admin, {}, { bytes: new Uint8Array(3_000_000) }), 413, { error: /./ }),
      says('nor more than the tenant may have', sendFile(admin, {}, { bytes: new Uint8Array(1_048_570) }), 413, {
        error: /./,
      }),
      says('which is another matter elsewhere', sendFile(other.admin, {}, { bytes: new Uint8Array(1_000_000) }), 200),
      says(
        'needs attachments.manage',
        sendFile(employee),
        403,
        exactly({ error: 'Forbidden', requiredFeatures: ['attachments.manage'] }),
      ),
      says('needs a login', sendFile(anonymous), 401, 'Unauthorized'),
      says('needs an organization', sendFile(nowhere), 400, { details: [{ path: ['organizationId'] }] }),
      says(
        'refuses another tenant',
        sendFile(admin, { tenantId: other.tenantId }),
        403,
        'Not authorized to target this tenant.',
      ),
    ],
    Records: ({ admin, product }) =>
      ['catalog:product', 'catalog:catalog_product'].flatMap((entityId) => [
        says(`of ${entityId} are there`, sendFile(admin, { entityId, recordId: product }), 200, { ok: true }),
        says(`of ${entityId} that are not there yet as well`, sendFile(admin, { entityId, recordId: 'draft-1' }), 200, {
          ok: true,
        }),
      ]),
    Partitions: ({ admin, product: recordId }) => [
      says(
        'files of products go to the public one',
        sendFile(admin, { entityId: 'catalog:catalog_product', recordId }),
        200,
        { item: { partitionCode: 'productsMedia' } },
      ),
      ...['shop:order', 'attachments:library', 'catalog:catalog_product_variant'].map((entityId) =>
        says(`files of ${entityId} to the private one`, sendFile(admin, { entityId }), 200, {
          item: { partitionCode: 'privateAttachments' },
        }),
      ),
      ...['silent', ' silent ', 'open', 'productsMedia'].map((partitionCode) =>
        says(`or where they are sent: '${partitionCode}'`, sendFile(admin, { partitionCode }), 200, {
          item: { partitionCode: partitionCode.trim() },
        }),
      ),
      ...['', 'nowhere', 'SILENT'].map((partitionCode) =>
        says(`'${partitionCode}' is passed over`, sendFile(admin, { partitionCode }), 200, {
          item: { partitionCode: 'privateAttachments' },
        }),
      ),
      says('nothing is read where nothing is to be read', sendFile(admin, { partitionCode: 'silent' }), 200, {
        item: { content: null },
      }),
    ],
    Names: ({ admin }) =>
      NAMES.map(([name, fileName, slug]) =>
        says(`${name} is stored as ${fileName} and reads ${slug}`, sendFile(admin, {}, { name }), 200, {
          item: { fileName, thumbnailUrl: new RegExp(`/${slug.replaceAll('.', '\\.')}\\?width=320`) },
        }),
      ),
    Tags: ({ admin }) => [
      tagged(admin, '["b","a"]', 'b', 'a'),
      tagged(admin, '["a","a","A"]', 'a', 'A'),
      tagged(admin, '[" a ","","  "]', 'a'),
      tagged(admin, '["a",7,null,"b"]', 'a', 'b'),
      tagged(admin, '"one"', 'one'),
      tagged(admin, 'a, b ,,c', 'a', 'b', 'c'),
      tagged(admin, '123', '123'),
      tagged(admin, '{"a":1}', '{"a":1}'),
      tagged(admin, ''),
      tagged(
        admin,
        JSON.stringify(Array.from({ length: 100 }, (_, index) => `t${index}`)),
        ...Array.from({ length: 100 }, (_, index) => `t${index}`),
      ),
      says(
        'refuses more than 100',
        sendFile(admin, { tags: JSON.stringify(Array.from({ length: 101 }, (_, index) => `t${index}`)) }),
        400,
        { error: /100 tags/ },
      ),
      says('refuses one of more than 100 characters', sendFile(admin, { tags: 't'.repeat(101) }), 400, {
        error: /100 characters/,
      }),
    ],
    Assignments: ({ admin }) => [
      assigned(admin, '[{"type":"a:b","id":"7"}]', { type: 'a:b', id: '7' }),
      assigned(admin, '{"type":"a:b","id":"7"}', { type: 'a:b', id: '7' }),
      assigned(admin, '[{"type":" a:b ","id":" 7 ","href":"/x","label":"X"}]', {
        type: 'a:b',
        id: '7',
        href: '/x',
        label: 'X',
      }),
      assigned(admin, '[{"type":"a:b","id":"7","href":null}]', { type: 'a:b', id: '7', href: null }),
      assigned(admin, '[{"type":"a:b","id":"7","href":"","label":" "}]', { type: 'a:b', id: '7' }),
      assigned(admin, '[{"type":"a:b"},{"id":"7"},{"type":"","id":"7"},7]'),
      assigned(
        admin,
        '[{"type":"a:b","id":"7","label":"1"},{"type":"c:d","id":"8"},{"type":"a:b","id":"7","label":"2"}]',
        { type: 'a:b', id: '7', label: '2' },
        { type: 'c:d', id: '8' },
      ),
      ...['{', 'x', ''].map((text) => assigned(admin, text)),
      says(
        'its own record is one of them, without what else was said',
        sendFile(admin, { assignments: '[{"type":"shop:order","id":"1","label":"Lost"}]' }),
        200,
        { item: { assignments: [without('label')] } },
      ),
      says('but not the library', sendFile(admin, { entityId: 'attachments:library' }), 200, {
        item: { assignments: [] },
      }),
    ],
    Texts: ({ admin }) => [
      says('texts tell theirs at once', sendFile(admin, {}, { bytes: 'Grüße' }), 200, { item: { content: 'Grüße' } }),
      ...(
        [
          ['a.csv', 'text/csv', 'a;b'],
          ['a.md', 'text/markdown', '# a'],
          ['a.json', 'application/json', '{"a":1}'],
        ] as const
      ).map(([name, type, bytes]) =>
        says(`also ${name}`, sendFile(admin, {}, { name, type, bytes }), 200, { item: { content: bytes } }),
      ),
      says('what is blank has none', sendFile(admin, {}, { bytes: ' \n ' }), 200, { item: { content: null } }),
      says(
        'what is no text has none at first',
        sendFile(admin, {}, { name: 'a.bin', type: 'text/plain', bytes: new Uint8Array([0, 1, 2, 255]) }),
        200,
        { item: { content: null } },
      ),
    ],
  },
)
