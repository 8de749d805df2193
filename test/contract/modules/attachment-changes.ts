import { group } from '../_frame/group.ts'
import { exactly, says, uuid, without } from '../_frame/statement.ts'
import { libraryScenario } from './_files.ts'
import { raw, show, unknown } from './_words.ts'

const FILES = '/attachments'
const LIBRARY = '/attachments/library'
const TRANSFER = '/attachments/transfer'

/** Changing, moving and deleting. */
export const attachmentChanges = group(
  'Changing files',
  { scenario: libraryScenario },
  {
    'PATCH /attachments/library/{id}': ({ admin, first, foreign, employee }) => {
      const path = `${LIBRARY}/${first}`
      const patch = (body: object) => admin.patch(path, body)
      return [
        says(
          'replaces tags',
          patch({ tags: [' new ', 'new', '', 'b'] }),
          200,
          exactly({
            ok: true,
            item: { id: first, tags: ['new', 'b'], assignments: [{ type: 'shop:order', id: '1' }] },
          }),
          { 'x-om-operation': /^omop:/ },
        ),
        says('replaces assignments', patch({ assignments: [{ type: 'a:b', id: '7', href: '/x', label: 'X' }] }), 200, {
          item: { tags: ['new', 'b'], assignments: [{ type: 'a:b', id: '7', href: '/x', label: 'X' }] },
        }),
        says(
          'of equal ones the last counts, at the place of the first',
          patch({
            assignments: [
              { type: 'a:b', id: '1', label: '1' },
              { type: 'c:d', id: '2' },
              { type: 'a:b', id: '1', label: '2' },
            ],
          }),
          200,
          {
            item: {
              assignments: [
                { type: 'a:b', id: '1', label: '2' },
                { type: 'c:d', id: '2' },
              ],
            },
          },
        ),
        says('nothing changes nothing', patch({}), 200, { item: { tags: ['new', 'b'] } }),
        says('nor does no body', admin.send('PATCH', path, raw('')), 200, { item: { tags: ['new', 'b'] } }),
        ...['{', 'x', 'null'].map((body) =>
          says(`the body '${body}' is refused`, admin.send('PATCH', path, raw(body)), 400, 'Invalid payload'),
        ),
        says('empty lists clear', patch({ tags: [], assignments: [] }), 200, { item: { tags: [], assignments: [] } }),
        says('as is told', admin.get(path), 200, { item: { tags: [], assignments: [] } }),
        says('nothing else changes', patch({ fileName: 'x', partitionCode: 'productsMedia', recordId: '9' }), 200, {
          item: without('customFields'),
        }),
        says('as is told, too', admin.get(path), 200, {
          item: { fileName: 'Alpha.txt', partitionCode: 'privateAttachments' },
        }),
        ...[
          { tags: 'x' },
          { tags: [7] },
          { tags: null },
          { tags: ['t'.repeat(101)] },
          { assignments: {} },
          { assignments: [{ type: 'a' }] },
          { assignments: [{ type: '', id: '1' }] },
          { assignments: [{ type: 'a', id: 7 }] },
          { assignments: null },
        ].map((body) => says(`refuses ${show(body)}`, patch(body), 400, 'Invalid payload')),
        ...['null', '[]', '7'].map((body) =>
          says(`refuses the JSON ${body}`, admin.send('PATCH', path, raw(body)), 400, 'Invalid payload'),
        ),
        says('refuses an id that is none', admin.patch(`${LIBRARY}/x`, { tags: [] }), 400, 'Attachment id is required'),
        ...[unknown, foreign].map((id, index) =>
          says(
            `knows none ${['that is not', 'of another tenant'][index]}`,
            admin.patch(`${LIBRARY}/${id}`, { tags: [] }),
            404,
            'Attachment not found',
          ),
        ),
        says('needs attachments.manage', employee.patch(path, {}), 403, { requiredFeatures: ['attachments.manage'] }),
      ]
    },
    'POST /attachments/transfer': async ({ admin, second, picture, foreign, employee }) => {
      const well = { entityId: 'shop:order', attachmentIds: [second], toRecordId: '2' }
      const move = (more: object = {}) => admin.post(TRANSFER, { ...well, ...more })
      return [
        says('moves nothing from another record', move({ fromRecordId: '7' }), 404, 'Attachments not found'),
        says('nor of another kind', move({ entityId: 'shop:invoice' }), 404, 'Attachments not found'),
        ...[unknown, foreign].map((id, index) =>
          says(
            `nor what is ${['not', 'of another tenant'][index]}`,
            move({ attachmentIds: [id] }),
            404,
            'Attachments not found',
          ),
        ),
        says(
          'moves what it finds and counts it',
          move({ attachmentIds: [second, unknown, picture, foreign], fromRecordId: '1' }),
          200,
          exactly({ ok: true, updated: 1 }),
          { 'x-om-operation': /^omop:/ },
        ),
        says('into the other record', admin.get(`${FILES}?entityId=shop:order&recordId=2`), 200, {
          items: [{ id: second, assignments: [{ type: 'shop:order', id: '2' }] }],
        }),
        says('out of its own', admin.get(`${FILES}?entityId=shop:order&recordId=1`), 200, {
          items: [{ fileName: 'Alpha.txt' }],
        }),
        ...[
          { attachmentIds: [] },
          { attachmentIds: undefined },
          { attachmentIds: ['x'] },
          { attachmentIds: second },
          { entityId: '' },
          { entityId: undefined },
          { toRecordId: '' },
          { toRecordId: undefined },
          { fromRecordId: '' },
        ].map((more) =>
          says(`refuses ${Object.keys(more)[0]} ${show(Object.values(more)[0])}`, move(more), 400, 'Invalid payload'),
        ),
        ...['', '{', 'null', '[]'].map((body) =>
          says(`refuses the body '${body}'`, admin.send('POST', TRANSFER, raw(body)), 400, 'Invalid payload'),
        ),
        says('needs attachments.manage', employee.post(TRANSFER, well), 403, {
          requiredFeatures: ['attachments.manage'],
        }),
      ]
    },
    Deleting: ({ admin, first, second, foreign, employee }) => [
      ...['', '?id=', '?id=x'].map((query) =>
        says(`refuses '${query}'`, admin.del(`${FILES}${query}`), 400, 'Attachment id is required'),
      ),
      ...[unknown, foreign].map((id, index) =>
        says(
          `knows none ${['that is not', 'of another tenant'][index]}`,
          admin.del(`${FILES}?id=${id}`),
          404,
          'Attachment not found',
        ),
      ),
      says('needs attachments.manage', employee.del(`${FILES}?id=${first}`), 403, {
        requiredFeatures: ['attachments.manage'],
      }),
      says('deletes', admin.del(`${FILES}?id=${first}`), 200, exactly({ ok: true }), { 'x-om-operation': /^omop:/ }),
      says('once', admin.del(`${FILES}?id=${first}`), 404, 'Attachment not found'),
      says('what is deleted is not told', admin.get(`${LIBRARY}/${first}`), 404, 'Attachment not found'),
      says('nor served', admin.get(`/attachments/file/${first}`), 404, 'Attachment not found'),
      says('the library deletes, too', admin.del(`${LIBRARY}/${second}`), 200, exactly({ ok: true }), {
        'x-om-operation': /^omop:/,
      }),
      says('once there as well', admin.del(`${LIBRARY}/${second}`), 404, 'Attachment not found'),
      says('and refuses an id that is none', admin.del(`${LIBRARY}/x`), 400, 'Attachment id is required'),
      says('one is left', admin.get(LIBRARY), 200, { total: 1, availableTags: ['Red'] }),
      says('as it has an id', admin.get(LIBRARY), 200, { items: [{ id: uuid }] }),
    ],
  },
)
