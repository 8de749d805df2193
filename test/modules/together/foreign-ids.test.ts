import { expect, test } from 'vitest'
import { openHost } from '../../contract/_frame/host.ts'
import { addTenant } from '../../contract/_frame/tenants.ts'
import { bodyFrom, idFrom, type Visitor } from '../../contract/_frame/visitor.ts'
import { sendFile } from '../../contract/modules/_files.ts'

const nobody = '99999999-9999-4999-8999-999999999999'
const PASSWORD = 'Secret-123'

/** A row of each kind, made by an administrator of their own tenant. */
async function makeRows(admin: Visitor, organizationId: string) {
  const [{ item: file }, { item: partition }, key] = [
    await bodyFrom(sendFile(admin)),
    await bodyFrom(admin.post('/attachments/partitions', { code: 'theirs', title: 'Theirs' })),
    await bodyFrom(admin.post('/api_keys/keys', { name: 'Theirs' })),
  ]
  const setId = await idFrom(admin.post('/business_rules/sets', { setId: 'S-1', setName: 'Theirs' }))
  const rule = { ruleId: 'R-1', ruleName: 'Theirs', ruleType: 'GUARD', entityType: 'Order' }
  const productId = await idFrom(admin.post('/catalog/products', { title: 'Theirs', sku: 'T-1' }))
  const deleted = await admin.del(`/attachments?id=${(await bodyFrom(sendFile(admin))).item.id}`).answer()
  return {
    file: String(file.id),
    partition: String(partition.id),
    key: String(key.id),
    organization: organizationId,
    role: await idFrom(admin.post('/auth/roles', { name: 'Theirs' })),
    user: await idFrom(
      admin.post('/auth/users', { email: 'theirs@acme.com', password: PASSWORD, organizationId, roles: [] }),
    ),
    rule: await idFrom(admin.post('/business_rules/rules', rule)),
    set: setId,
    product: productId,
    category: await idFrom(admin.post('/catalog/categories', { name: 'Theirs' })),
    job: await idFrom(admin.post('/progress/jobs', { jobType: 'import', name: 'Theirs' })),
    entry: deleted.operation!.id,
  }
}

type Kind = keyof Awaited<ReturnType<typeof makeRows>>

/** Every request that names a row by its id, with `ID` in its place. Those that do not exist tell what others have to be answered. */
const REQUESTS: Readonly<Record<Kind, readonly (readonly [request: string, body?: object])[]>> = {
  file: [
    ['GET /attachments/file/ID'],
    ['HEAD /attachments/file/ID'],
    ['GET /attachments/image/ID'],
    ['GET /attachments/image/ID/a.png?width=10'],
    ['HEAD /attachments/image/ID'],
    ['GET /attachments/library/ID'],
    ['HEAD /attachments/library/ID'],
    ['PATCH /attachments/library/ID', { tags: ['a'] }],
    ['DELETE /attachments/library/ID'],
    ['DELETE /attachments?id=ID'],
    ['POST /attachments/transfer', { entityId: 'shop:order', attachmentIds: ['ID'], toRecordId: '2' }],
  ],
  partition: [
    ['PUT /attachments/partitions', { id: 'ID', code: 'theirs', title: 'Ours' }],
    ['DELETE /attachments/partitions?id=ID'],
  ],
  key: [['DELETE /api_keys/keys?id=ID']],
  organization: [
    ['PUT /directory/organizations', { id: 'ID', name: 'Ours' }],
    ['DELETE /directory/organizations?id=ID'],
    ['POST /directory/organizations', { name: 'Child', parentId: 'ID' }],
    ['POST /directory/organizations', { name: 'Parent', childIds: ['ID'] }],
    ['GET /directory/organizations?ids=ID'],
    ['POST /auth/users', { email: 'new@acme.com', password: PASSWORD, organizationId: 'ID', roles: [] }],
    ['GET /auth/users?organizationId=ID'],
    ['POST /api_keys/keys', { name: 'Ours', organizationId: 'ID' }],
    ['POST /catalog/products', { title: 'Ours', organizationId: 'ID' }],
    ['POST /business_rules/rules', { organizationId: 'ID' }],
    ['GET /audit_logs/audit-logs/actions?organizationId=ID'],
    ['PUT /auth/roles/acl', { roleId: nobody, organizations: ['ID'] }],
  ],
  role: [
    ['PUT /auth/roles', { id: 'ID', name: 'Ours' }],
    ['DELETE /auth/roles?id=ID'],
    ['GET /auth/roles/acl?roleId=ID'],
    ['PUT /auth/roles/acl', { roleId: 'ID', features: [] }],
    ['PUT /auth/sidebar/preferences', { applyToRoles: ['ID'] }],
    ['GET /dashboards/roles/widgets?roleId=ID'],
    ['PUT /dashboards/roles/widgets', { roleId: 'ID', widgetIds: [] }],
    ['GET /auth/users?roleId=ID'],
    ['POST /api_keys/keys', { name: 'Ours', roles: ['ID'] }],
  ],
  user: [
    ['PUT /auth/users', { id: 'ID', name: 'Ours' }],
    ['DELETE /auth/users?id=ID'],
    ['GET /auth/users/acl?userId=ID'],
    ['PUT /auth/users/acl', { userId: 'ID', features: ['auth.*'] }],
    ['POST /auth/users/resend-invite', { id: 'ID' }],
    ['GET /auth/users/consents?userId=ID'],
    ['GET /auth/access/explain?userId=ID&feature=auth.users.list'],
    ['GET /dashboards/users/widgets?userId=ID'],
    ['PUT /dashboards/users/widgets', { userId: 'ID', mode: 'override', widgetIds: [] }],
    ['GET /audit_logs/audit-logs/actions?actorUserId=ID'],
  ],
  rule: [
    ['GET /business_rules/rules/ID'],
    ['PUT /business_rules/rules', { id: 'ID', ruleName: 'Ours' }],
    ['DELETE /business_rules/rules?id=ID'],
    ['POST /business_rules/execute/ID', { data: {}, dryRun: true }],
  ],
  set: [
    ['GET /business_rules/sets/ID'],
    ['PUT /business_rules/sets', { id: 'ID', setName: 'Ours' }],
    ['DELETE /business_rules/sets?id=ID'],
    ['POST /business_rules/sets/ID/members', { ruleId: nobody }],
    ['PUT /business_rules/sets/ID/members', { memberId: nobody }],
    ['DELETE /business_rules/sets/ID/members?memberId=' + nobody],
  ],
  product: [
    ['PUT /catalog/products', { id: 'ID', title: 'Ours' }],
    ['DELETE /catalog/products?id=ID'],
    ['POST /catalog/bulk-delete', { confirm: true, scope: 'selected', ids: ['ID'] }],
    ['POST /catalog/variants', { productId: 'ID', name: 'Ours' }],
    ['GET /catalog/variants?productId=ID'],
  ],
  category: [
    ['PUT /catalog/categories', { id: 'ID', name: 'Ours' }],
    ['DELETE /catalog/categories?id=ID'],
    ['POST /catalog/categories', { name: 'Child', parentId: 'ID' }],
  ],
  job: [['GET /progress/jobs/ID'], ['PUT /progress/jobs/ID', { progressPercent: 5 }], ['DELETE /progress/jobs/ID']],
  entry: [['POST /audit_logs/audit-logs/actions/redo', { logId: 'ID' }]],
}

test(
  'a row of another tenant is answered like one that does not exist, by every route',
  { timeout: 300_000 },
  async () => {
    await using host = await openHost()
    const other = await addTenant(host, 'Foreign')
    const theirs = await makeRows(other.admin, other.organizationId)
    const wrong: string[] = []
    for (const [kind, requests] of Object.entries(REQUESTS) as [Kind, (typeof REQUESTS)[Kind]][])
      for (const [request, body] of requests) {
        const [method = '', path = ''] = request.split(' ')
        const ask = async (id: string) => {
          const named = (text: string) => text.replaceAll('ID', id)
          const sent = body && { body: named(JSON.stringify(body)), headers: { 'content-type': 'application/json' } }
          const { status, text } = await host.admin.send(method, named(path), sent).answer()
          // What a success makes has an id and times of its own.
          return status < 300 && method !== 'GET' ? [status] : [status, text.replaceAll(id, 'ID')]
        }
        const [unknown, foreign] = [await ask(nobody), await ask(theirs[kind])]
        if (JSON.stringify(unknown) !== JSON.stringify(foreign))
          wrong.push(
            `${request} ${JSON.stringify(body ?? {})}: unknown ${unknown.join(' ')}, foreign ${foreign.join(' ')}`,
          )
      }
    expect(wrong).toEqual([])
  },
)
