import { z } from 'zod'
import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, time, uuid, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, known, type Visitor } from '../_frame/visitor.ts'
import { sendFile } from './_files.ts'
import { raw, show, unknown } from './_words.ts'

const PARTITIONS = '/attachments/partitions'

let count = 0
const partition = (fields: object = {}) => ({ code: `p${++count}`, title: 'Partition', ...fields })
const create = (who: Visitor, fields: object = {}) => who.post(PARTITIONS, partition(fields))
const takes = (who: Visitor, field: string, ...[value, told = {}]: [value: unknown, told?: object]): Statement =>
  says(`takes ${field} ${show(value)}`, create(who, { [field]: value }), 201, { item: { id: uuid, ...told } })
const refuses = (who: Visitor, field: string, value: unknown): Statement =>
  says(`refuses ${field} ${show(value)}`, create(who, { [field]: value }), 400, 'Invalid payload')

const DEFAULT = {
  title: 'Private attachments',
  description: /./,
  isPublic: false,
  requiresOcr: true,
  ocrModel: null,
  createdAt: time,
  updatedAt: time,
}

export const attachmentPartitions = group(
  'Partitions of attachments',
  {
    async scenario(host) {
      const { admin } = host
      const other = await addTenant(host, 'Partitions')
      const made = await bodyFrom(
        admin.post(PARTITIONS, {
          code: 'camelCase2Name',
          title: ' Whole ',
          description: ' Said ',
          isPublic: true,
          requiresOcr: false,
          ocrModel: ' gpt-4o ',
        }),
      )
      const foreign = await bodyFrom(other.admin.post(PARTITIONS, partition()))
      const { items } = await bodyFrom(admin.get(PARTITIONS))
      return {
        other,
        made: made.item,
        foreign: String(foreign.item.id),
        defaults: items.slice(0, 2) as { id: string; code: string }[],
      }
    },
  },
  {
    'GET /attachments/partitions': ({ admin, made, employee, anonymous, other, foreign }) => [
      says(
        'lists them, the oldest first, the default ones before',
        admin.get(PARTITIONS),
        200,
        exactly({
          items: [
            {
              ...DEFAULT,
              id: uuid,
              code: 'productsMedia',
              title: 'Products media',
              isPublic: true,
              envKey: 'ATTACHMENTS_PARTITION_PRODUCTS_MEDIA_ROOT',
            },
            {
              ...DEFAULT,
              id: uuid,
              code: 'privateAttachments',
              envKey: 'ATTACHMENTS_PARTITION_PRIVATE_ATTACHMENTS_ROOT',
            },
            made,
          ],
        }),
      ),
      says('and not how they are stored', admin.get(PARTITIONS), 200, {
        items: [without('storageDriver', 'configJson'), {}, {}],
      }),
      says('each tenant has its own', other.admin.get(PARTITIONS), 200, {
        items: [{ code: 'productsMedia' }, { code: 'privateAttachments' }, { id: foreign }],
      }),
      says(
        'needs attachments.manage',
        employee.get(PARTITIONS),
        403,
        exactly({ error: 'Forbidden', requiredFeatures: ['attachments.manage'] }),
      ),
      says('needs a login', anonymous.get(PARTITIONS), 401, 'Unauthorized'),
    ],
    'POST /attachments/partitions': ({ admin, made, employee, other }) => [
      says(
        'answers with the partition, its texts trimmed',
        known('the partition that was made', { item: made }),
        200,
        exactly({
          item: {
            id: uuid,
            code: 'camelCase2Name',
            title: 'Whole',
            description: 'Said',
            isPublic: true,
            requiresOcr: false,
            ocrModel: 'gpt-4o',
            createdAt: time,
            updatedAt: time,
            envKey: 'ATTACHMENTS_PARTITION_CAMEL_CASE2_NAME_ROOT',
          },
        }),
      ),
      says(
        'what was not said is private, read and has no words',
        create(admin),
        201,
        { item: { isPublic: false, requiresOcr: true, description: null, ocrModel: null } },
        { 'x-om-operation': /^omop:/ },
      ),
      ...(
        [
          ['s3Bucket2Media', 'ATTACHMENTS_PARTITION_S3_BUCKET2_MEDIA_ROOT'],
          ['a-b', 'ATTACHMENTS_PARTITION_A_B_ROOT'],
          ['--', 'ATTACHMENTS_PARTITION__ROOT'],
          ['UPPER_case-9', 'ATTACHMENTS_PARTITION_UPPER_CASE_9_ROOT'],
          ['ab', 'ATTACHMENTS_PARTITION_AB_ROOT'],
        ] as const
      ).map(([code, envKey]) => takes(admin, 'code', code, { code, envKey })),
      takes(admin, 'code', 'c'.repeat(60)),
      takes(admin, 'code', ' trimmed ', { code: 'trimmed' }),
      ...[undefined, null, '', 'a', 'c'.repeat(61), 'a b', 'a.b', 'ä-b', 'a/b', 7].map((code) =>
        refuses(admin, 'code', code),
      ),
      takes(admin, 'title', 't'.repeat(120)),
      ...[undefined, null, '', ' ', 't'.repeat(121), 7].map((title) => refuses(admin, 'title', title)),
      takes(admin, 'description', 'd'.repeat(500)),
      takes(admin, 'description', null, { description: null }),
      takes(admin, 'description', ' ', { description: null }),
      ...['d'.repeat(501), 7].map((value) => refuses(admin, 'description', value)),
      takes(admin, 'ocrModel', 'm'.repeat(50)),
      takes(admin, 'ocrModel', null, { ocrModel: null }),
      takes(admin, 'ocrModel', '', { ocrModel: null }),
      ...['m'.repeat(51), 7].map((value) => refuses(admin, 'ocrModel', value)),
      ...['isPublic', 'requiresOcr'].flatMap((field) => [
        takes(admin, field, true, { [field]: true }),
        takes(admin, field, false, { [field]: false }),
        refuses(admin, field, 'true'),
        refuses(admin, field, null),
      ]),
      says('ignores other members', create(admin, { surprise: 1, id: unknown, envKey: 'X' }), 201, {
        item: without('surprise'),
      }),
      ...['camelCase2Name', 'productsMedia', 'camel-case2-name'].map((code) =>
        says(
          `refuses the code ${code}, which is taken`,
          create(admin, { code }),
          409,
          'Partition code already exists.',
        ),
      ),
      says('lets other tenants have it', create(other.admin, { code: 'camelCase2Name' }), 201),
      ...['', '{', 'null', '[]'].map((body) =>
        says(`refuses the body '${body}'`, admin.send('POST', PARTITIONS, raw(body)), 400, 'Invalid payload'),
      ),
      says('needs attachments.manage', create(employee), 403, { requiredFeatures: ['attachments.manage'] }),
    ],
    'PUT /attachments/partitions': ({ admin, made, foreign }) => {
      const put = (fields: object) => admin.put(PARTITIONS, { id: made.id, code: made.code, title: 'New', ...fields })
      return [
        says(
          'changes what is said',
          put({ description: 'Other', isPublic: true, requiresOcr: true, ocrModel: 'other' }),
          200,
          {
            item: {
              id: made.id,
              title: 'New',
              description: 'Other',
              isPublic: true,
              requiresOcr: true,
              ocrModel: 'other',
            },
          },
          { 'x-om-operation': /^omop:/ },
        ),
        // Decision: Partial updates of partitions.
        says('what is not said stays', put({}), 200, {
          item: { description: 'Other', isPublic: true, requiresOcr: true, ocrModel: 'other' },
        }),
        says('nor a title or code', admin.put(PARTITIONS, { id: made.id, isPublic: true }), 200, {
          item: { title: 'New', code: made.code, isPublic: true },
        }),
        says('a title alone is changed', admin.put(PARTITIONS, { id: made.id, title: 'New' }), 200, {
          item: { title: 'New', description: 'Other' },
        }),
        says('no description is none', put({ description: null }), 200, {
          item: { description: null, isPublic: true },
        }),
        says('an empty one, too', put({ description: ' ' }), 200, { item: { description: null } }),
        says('and private is private', put({ isPublic: false }), 200, { item: { isPublic: false, requiresOcr: true } }),
        says('an empty model is none', put({ ocrModel: ' ' }), 200, { item: { ocrModel: null } }),
        says('null, too', put({ ocrModel: null, requiresOcr: false }), 200, {
          item: { ocrModel: null, requiresOcr: false },
        }),
        ...[
          { id: undefined },
          { id: 'x' },
          { code: 'a' },
          { title: '' },
          { description: 'd'.repeat(501) },
          { isPublic: 1 },
        ].map((fields) =>
          says(`refuses ${show(fields)} ${Object.keys(fields)[0]}`, put(fields), 400, 'Invalid payload'),
        ),
        says('the code stays', put({ code: 'another' }), 400, 'Partition code cannot be changed.'),
        says(
          'in its case, too',
          put({ code: String(made.code).toLowerCase() }),
          400,
          'Partition code cannot be changed.',
        ),
        ...[unknown, foreign].map((id, index) =>
          says(`knows none ${['that is not', 'of another tenant'][index]}`, put({ id }), 404, 'Partition not found'),
        ),
      ]
    },
    'DELETE /attachments/partitions': async ({ admin, made, foreign, defaults }) => {
      const used = await bodyFrom(create(admin, { code: 'used' }))
      const file = await bodyFrom(sendFile(admin, { partitionCode: 'used' }))
      return [
        ...['', '?id=', '?id=x'].map((query) =>
          says(`refuses '${query}'`, admin.del(`${PARTITIONS}${query}`), 400, 'Partition id is required'),
        ),
        ...[unknown, foreign].map((id, index) =>
          says(
            `knows none ${['that is not', 'of another tenant'][index]}`,
            admin.del(`${PARTITIONS}?id=${id}`),
            404,
            'Partition not found',
          ),
        ),
        ...defaults.map(({ id, code }) =>
          says(`keeps ${code}`, admin.del(`${PARTITIONS}?id=${id}`), 400, 'Default partitions cannot be removed.'),
        ),
        says(
          'keeps one that holds a file',
          admin.del(`${PARTITIONS}?id=${used.item.id}`),
          409,
          'Partition is in use and cannot be removed.',
        ),
        says('until the file is gone', admin.del(`/attachments?id=${file.item.id}`), 200),
        says('then it goes', admin.del(`${PARTITIONS}?id=${used.item.id}`), 200, exactly({ ok: true }), {
          'x-om-operation': /^omop:/,
        }),
        says('once', admin.del(`${PARTITIONS}?id=${used.item.id}`), 404, 'Partition not found'),
        says('one without files goes at once', admin.del(`${PARTITIONS}?id=${made.id}`), 200),
        says('and is not listed', admin.get('/attachments/library'), 200, {
          partitions: z.array(z.looseObject({ code: z.string().regex(/^(?!camelCase2Name)/) })),
        }),
      ]
    },
  },
)

/** The same where the operator alone manages partitions. */
export const lockedPartitions = group(
  'Partitions of the operator',
  {
    settings: { DEMO_MODE: 'true' },
    async scenario({ admin }) {
      return { items: (await bodyFrom(admin.get(PARTITIONS))).items }
    },
  },
  {
    Locked: ({ admin, items }) => {
      const refusal = 'Attachment partitions are managed by the environment in demo/onboarding mode.'
      return [
        says('are read', admin.get(PARTITIONS), 200, { items: [{}, {}] }),
        says('not made', create(admin), 403, refusal),
        says('not changed', admin.put(PARTITIONS, { ...items[0], title: 'x' }), 403, refusal),
        says('not removed', admin.del(`${PARTITIONS}?id=${items[0].id}`), 403, refusal),
      ]
    },
  },
)
