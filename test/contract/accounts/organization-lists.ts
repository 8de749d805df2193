import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addOrganizations } from './add-organizations.ts'

const PATH = '/directory/organizations'

export const organizationLists = group(
  'Lists of organizations',
  { scenario: addOrganizations },
  {
    'GET /directory/organizations: options': ({
      admin,
      manager,
      superadmin,
      employee,
      organizationId,
      tenantId,
      branch,
      shop,
      closed,
      other,
    }) => {
      const list = (query: string, who = admin) => who.get(`${PATH}${query}`)
      const ids = (...all: string[]) => ({ items: all.map((id) => ({ id })) })
      return [
        says(
          'by name, all of them, whole',
          list(''),
          200,
          exactly({
            items: [
              {
                id: organizationId,
                name: 'Acme Corp',
                parentId: null,
                tenantId,
                isActive: true,
                depth: 0,
                treePath: organizationId,
              },
              {
                id: branch,
                name: 'Branch',
                parentId: organizationId,
                tenantId,
                isActive: true,
                depth: 1,
                treePath: `${organizationId}/${branch}`,
              },
              { id: closed, name: 'Closed', parentId: null, tenantId, isActive: false, depth: 0, treePath: closed },
              {
                id: shop,
                name: 'Shop',
                parentId: branch,
                tenantId,
                isActive: true,
                depth: 2,
                treePath: `${organizationId}/${branch}/${shop}`,
              },
            ],
          }),
        ),
        says('view=options is the same', list('?view=options'), 200, ids(organizationId, branch, closed, shop)),
        says('active ones', list('?status=active'), 200, ids(organizationId, branch, shop)),
        says('inactive ones', list('?status=inactive'), 200, ids(closed)),
        says('all', list('?status=all'), 200, ids(organizationId, branch, closed, shop)),
        says('without inactive ones', list('?includeInactive=false'), 200, ids(organizationId, branch, shop)),
        says('with inactive ones', list('?includeInactive=true'), 200, ids(organizationId, branch, closed, shop)),
        says('ids', list(`?ids=${shop},${branch}`), 200, ids(branch, shop)),
        says('ids that are none find nothing', list('?ids=x,y'), 200, exactly({ items: [] })),
        says('ids among others', list(`?ids=x, ${shop}`), 200, ids(shop)),
        says('one’s own tenant', list(`?tenantId=${tenantId}`), 200, ids(organizationId, branch, closed, shop)),
        says('another tenant', list(`?tenantId=${other.tenantId}`), 403, 'Not authorized to target this tenant.'),
        says(
          'another tenant of a super admin',
          list(`?tenantId=${other.tenantId}`, superadmin),
          200,
          ids(other.organizationId),
        ),
        says('whoever is confined sees theirs and below', list('', manager), 200, ids(branch, shop)),
        says(
          'without the feature',
          list('', employee),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['directory.organizations.view'] }),
        ),
        ...[
          '?view=x',
          '?page=0',
          '?page=x',
          '?pageSize=201',
          '?pageSize=0',
          '?status=x',
          '?includeInactive=1',
          '?page=1.5',
        ].map((query) => says(`${query} is invalid`, list(query), 400, { items: [] })),
      ]
    },

    'GET /directory/organizations: tree and rows': ({
      admin,
      superadmin,
      organizationId,
      tenantId,
      branch,
      shop,
      closed,
      other,
    }) => {
      const list = (query: string, who = admin) => who.get(`${PATH}?view=${query}`)
      const related = {
        ancestorIds: [organizationId],
        childIds: [shop],
        descendantIds: [shop],
        pathLabel: 'Acme Corp / Branch',
        treePath: `${organizationId}/${branch}`,
      }
      return [
        says('a tree', list('tree'), 200, {
          items: [
            {
              id: organizationId,
              depth: 0,
              ancestorIds: [],
              childIds: [branch],
              descendantIds: [branch, shop],
              pathLabel: 'Acme Corp',
              children: [{ id: branch, depth: 1, ...related, children: [{ id: shop, children: [] }] }],
            },
            { id: closed, children: [] },
          ],
        }),
        says('a row', list('manage&search=branch'), 200, {
          items: [
            {
              id: branch,
              name: 'Branch',
              tenantId,
              parentId: organizationId,
              parentName: 'Acme Corp',
              depth: 1,
              rootId: organizationId,
              ...related,
              childrenCount: 1,
              descendantsCount: 1,
              isActive: true,
            },
            { id: shop },
          ],
          total: 2,
          page: 1,
          pageSize: 50,
          totalPages: 1,
          isSuperAdmin: false,
        }),
        says('search finds names', list('manage&search=SHOP'), 200, { items: [{ id: shop }], total: 1 }),
        says('search finds path labels', list('manage&search=acme corp / b'), 200, { total: 2 }),
        says('search finds nothing', list('manage&search=nothing'), 200, { items: [], total: 0, totalPages: 1 }),
        says('a page', list('manage&pageSize=2&page=2'), 200, {
          items: [{ id: shop }, { id: closed }],
          total: 4,
          totalPages: 2,
          page: 2,
          pageSize: 2,
        }),
        says('a page of 200', list('manage&pageSize=200'), 200, { total: 4, pageSize: 200 }),
        says('a super admin sees all tenants', list('manage', superadmin), 200, {
          total: 5,
          isSuperAdmin: true,
          items: [{ tenantName: 'Acme Corp Tenant' }, {}, {}, {}, { tenantName: 'Beta' }],
        }),
        says('or one', list(`manage&tenantId=${other.tenantId}`, superadmin), 200, {
          total: 1,
          items: [{ tenantName: 'Beta' }],
        }),
      ]
    },
  },
)
