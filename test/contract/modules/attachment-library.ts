import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, time, without } from '../_frame/statement.ts'
import { type Visitor } from '../_frame/visitor.ts'
import { libraryScenario } from './_files.ts'
import { unknown } from './_words.ts'

const FILES = '/attachments'
const LIBRARY = '/attachments/library'

const finds = (who: Visitor, query: string, ...names: readonly string[]): Statement =>
  says(`${query || 'no filter'} finds ${names.join(', ') || 'nothing'}`, who.get(`${LIBRARY}?${query}`), 200, {
    items: names.map((fileName) => ({ fileName })),
    total: names.length,
  })

export const attachmentLibrary = group(
  'The library of files',
  { scenario: libraryScenario },
  {
    'GET /attachments': ({ admin, first, second, employee, other, anonymous }) => {
      const of = `${FILES}?entityId=shop:order&recordId=1`
      const item = {
        id: second,
        url: `/api/attachments/file/${second}`,
        fileName: 'beta_50.txt',
        fileSize: 10,
        createdAt: time,
        updatedAt: time,
        mimeType: 'text/plain',
        partitionCode: 'privateAttachments',
        content: 'second one',
        thumbnailUrl: `/api/attachments/image/${second}/beta-50.txt?width=320&height=320`,
        tags: ['red'],
        assignments: [{ type: 'shop:order', id: '1' }],
      }
      return [
        says(
          'lists the files of a record, newest first',
          admin.get(of),
          200,
          exactly({
            items: [
              item,
              {
                ...item,
                id: first,
                url: `/api/attachments/file/${first}`,
                fileName: 'Alpha.txt',
                fileSize: 5,
                content: 'first',
                thumbnailUrl: /alpha\.txt/,
                tags: ['red', 'blue'],
              },
            ],
          }),
        ),
        says(
          'of another record others',
          admin.get(`${FILES}?entityId=shop:order&recordId=2`),
          200,
          exactly({ items: [] }),
        ),
        says('a page of them', admin.get(`${FILES}?entityId=shop:order&recordId=1&page=2&pageSize=1`), 200, {
          items: [{ id: first }],
          page: 2,
          pageSize: 1,
          total: 2,
          totalPages: 2,
        }),
        says(
          'the first page, when there is none of that number',
          admin.get(`${FILES}?entityId=shop:order&recordId=1&page=0`),
          200,
          {
            items: [{}, { id: first }],
            page: 1,
            pageSize: 50,
          },
        ),
        says('of another tenant theirs', other.admin.get(of), 200, { items: [{ tags: ['green'] }] }),
        says('employees may look', employee.get(of), 200, { items: [{}, {}] }),
        ...['', '?entityId=shop:order', '?recordId=1', '?entityId=&recordId=1', '?entityId=shop:order&recordId='].map(
          (query) =>
            says(`refuses '${query}'`, admin.get(`${FILES}${query}`), 400, 'entityId and recordId are required'),
        ),
        says('needs a login', anonymous.get(of), 401, 'Unauthorized'),
      ]
    },
    'GET /attachments/library': ({ admin, first, picture, employee, other }) => [
      says(
        'tells every file with these members',
        admin.get(`${LIBRARY}?search=alpha`),
        200,
        exactly({
          items: [
            {
              id: first,
              fileName: 'Alpha.txt',
              fileSize: 5,
              mimeType: 'text/plain',
              partitionCode: 'privateAttachments',
              partitionTitle: 'Private attachments',
              url: `/api/attachments/file/${first}`,
              createdAt: time,
              updatedAt: time,
              tags: ['red', 'blue'],
              assignments: [{ type: 'shop:order', id: '1' }],
              content: 'first',
            },
          ],
          page: 1,
          pageSize: 25,
          total: 1,
          totalPages: 1,
          availableTags: ['blue', 'red', 'Red'],
          partitions: [
            { code: 'privateAttachments', title: 'Private attachments', description: /./, isPublic: false },
            { code: 'productsMedia', title: 'Products media', description: /./, isPublic: true },
          ],
        }),
      ),
      says('and pictures with a small one', admin.get(`${LIBRARY}?search=gamma`), 200, {
        items: [
          { thumbnailUrl: `/api/attachments/image/${picture}/gamma.gif?width=200&height=200`, mimeType: 'image/gif' },
        ],
      }),
      finds(admin, '', 'gamma.gif', 'beta_50.txt', 'Alpha.txt'),
      finds(admin, 'sortDir=asc', 'Alpha.txt', 'beta_50.txt', 'gamma.gif'),
      finds(admin, 'sortField=fileSize&sortDir=asc', 'Alpha.txt', 'beta_50.txt', 'gamma.gif'),
      finds(admin, 'sortField=createdAt', 'gamma.gif', 'beta_50.txt', 'Alpha.txt'),
      finds(admin, 'search=ALPHA', 'Alpha.txt'),
      finds(admin, 'search=%20txt%20', 'beta_50.txt', 'Alpha.txt'),
      finds(admin, 'search=_', 'beta_50.txt'),
      finds(admin, 'search=%25'),
      finds(admin, 'search=%5C'),
      finds(admin, 'search=second'),
      finds(admin, 'partition=privateAttachments', 'gamma.gif', 'beta_50.txt', 'Alpha.txt'),
      finds(admin, 'partition=productsMedia'),
      finds(admin, 'partition=private'),
      finds(admin, 'tags=red', 'beta_50.txt', 'Alpha.txt'),
      finds(admin, 'tags=Red', 'gamma.gif'),
      finds(admin, 'tags=red,blue', 'Alpha.txt'),
      finds(admin, 'tags=%20red%20,,', 'beta_50.txt', 'Alpha.txt'),
      finds(admin, 'tags=green'),
      finds(admin, 'tags=', 'gamma.gif', 'beta_50.txt', 'Alpha.txt'),
      says('tags do not depend on the filter', admin.get(`${LIBRARY}?search=zzz`), 200, {
        items: [],
        total: 0,
        totalPages: 1,
        availableTags: [/./, /./, /./],
      }),
      says('cuts pages', admin.get(`${LIBRARY}?page=2&pageSize=2`), 200, {
        items: [{ fileName: 'Alpha.txt' }],
        page: 2,
        pageSize: 2,
        total: 3,
        totalPages: 2,
      }),
      says('has nothing beyond the end', admin.get(`${LIBRARY}?page=9`), 200, { items: [], total: 3, page: 9 }),
      says('takes a page of 100', admin.get(`${LIBRARY}?pageSize=100`), 200, { pageSize: 100 }),
      ...[
        'page=0',
        'page=x',
        'pageSize=0',
        'pageSize=101',
        'pageSize=x',
        'sortField=name',
        'sortField=',
        'sortDir=up',
        'sortDir=ASC',
      ].map((query) => says(`refuses ${query}`, admin.get(`${LIBRARY}?${query}`), 400, 'Invalid query')),
      says('employees may look', employee.get(LIBRARY), 200, { total: 3 }),
      says('other tenants have their own', other.admin.get(LIBRARY), 200, { total: 1, availableTags: ['green'] }),
    ],
    'GET /attachments/library/{id}': ({ admin, first, foreign }) => [
      says('tells what is known of a file', admin.get(`${LIBRARY}/${first}`), 200, {
        item: {
          id: first,
          fileName: 'Alpha.txt',
          fileSize: 5,
          mimeType: 'text/plain',
          partitionCode: 'privateAttachments',
          partitionTitle: 'Private attachments',
          tags: ['red', 'blue'],
          assignments: [{ type: 'shop:order', id: '1' }],
          content: 'first',
          customFields: null,
        },
      }),
      says('and not where it is', admin.get(`${LIBRARY}/${first}`), 200, {
        item: without('url', 'createdAt', 'thumbnailUrl'),
      }),
      ...['x', '7'].map((id) =>
        says(`refuses the id '${id}'`, admin.get(`${LIBRARY}/${id}`), 400, 'Attachment id is required'),
      ),
      ...[unknown, foreign].map((id, index) =>
        says(
          `knows none ${['that is not', 'of another tenant'][index]}`,
          admin.get(`${LIBRARY}/${id}`),
          404,
          'Attachment not found',
        ),
      ),
    ],
  },
)
