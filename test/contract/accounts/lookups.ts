import { z } from 'zod'
import { exactly, says, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { idFrom } from '../_frame/visitor.ts'
import { addOrganizations } from './add-organizations.ts'
import { nobody } from './known.ts'

const MenuNode = z.strictObject({
  id: uuid,
  name: z.literal('Acme Corp'),
  depth: z.literal(0),
  selectable: z.literal(true),
  children: z.array(z.unknown()),
})

export const lookups = group(
  'Lookups and the switcher',
  { scenario: addOrganizations },
  {
    'GET /directory/tenants/lookup': async ({ anonymous, superadmin, tenantId }) => {
      const inactive = await idFrom(superadmin.post('/directory/tenants', { name: 'Inactive', isActive: false }))
      const found = exactly({ ok: true, tenant: { id: tenantId, name: 'Acme Corp Tenant' } })
      const look = (query: string) => anonymous.get(`/directory/tenants/lookup${query}`)
      return [
        says('by tenantId', look(`?tenantId=${tenantId}`), 200, found),
        says('by tenant', look(`?tenant=${tenantId}`), 200, found),
        says('in capitals', look(`?tenantId=${tenantId.toUpperCase()}`), 200, found),
        says('with a login', superadmin.get(`/directory/tenants/lookup?tenantId=${tenantId}`), 200, found),
        ...['', '?tenantId=', '?tenantId=x', '?tenant=x', '?tenantId=null'].map((query) =>
          says(`"${query}" is no id`, look(query), 400, exactly({ ok: false, error: 'Invalid tenant id.' })),
        ),
        says('an unknown one', look(`?tenantId=${nobody}`), 404, exactly({ ok: false, error: 'Tenant not found.' })),
        says(
          'an inactive one (decision: Directory lookups)',
          look(`?tenantId=${inactive}`),
          404,
          exactly({ ok: false, error: 'Tenant not found.' }),
        ),
      ]
    },

    'GET /directory/organizations/lookup': ({ anonymous, admin, organizationId, tenantId }) => {
      const look = (query: string) => anonymous.get(`/directory/organizations/lookup${query}`)
      const found = exactly({
        ok: true,
        organization: { id: organizationId, name: 'Acme Corp', slug: 'acme-corp', tenantId },
      })
      return [
        says('by slug', look('?slug=acme-corp'), 200, found),
        says('with a login', admin.get('/directory/organizations/lookup?slug=acme-corp'), 200, found),
        ...['', '?slug=', `?slug=${'x'.repeat(151)}`].map((query) =>
          says(`"${query.slice(0, 20)}" is no slug`, look(query), 400, exactly({ ok: false, error: 'Invalid slug.' })),
        ),
        ...['nothing', 'Acme-Corp', 'acme', 'x'.repeat(150), 'closed'].map((slug) =>
          says(
            `${slug.slice(0, 20)} is not found`,
            look(`?slug=${slug}`),
            404,
            exactly({ ok: false, error: 'Organization not found.' }),
          ),
        ),
      ]
    },

    'GET /directory/organization-switcher': ({
      admin,
      superadmin,
      employee,
      anonymous,
      organizationId,
      tenantId,
      other,
    }) => {
      const menu = (who = admin, query = '') => who.get(`/directory/organization-switcher${query}`)
      return [
        says('an admin', menu(), 200, {
          selectedId: organizationId,
          canManage: true,
          canViewAllOrganizations: true,
          tenantId,
          tenants: [],
          isSuperAdmin: false,
        }),
        says('a node', menu(), 200, {
          items: z.array(z.unknown()).refine(([first]) => MenuNode.safeParse(first).success),
        }),
        says('an employee cannot manage', menu(employee), 200, { canManage: false, isSuperAdmin: false }),
        says('a super admin sees all tenants by name', menu(superadmin), 200, {
          tenantId,
          isSuperAdmin: true,
          tenants: [
            { id: tenantId, name: 'Acme Corp Tenant', isActive: true },
            { id: other.tenantId, name: 'Beta' },
            { name: 'Inactive', isActive: false },
          ],
        }),
        says('and may ask for one', menu(superadmin, `?tenantId=${other.tenantId}`), 200, { tenantId: other.tenantId }),
        says(
          'others may not',
          menu(admin, `?tenantId=${other.tenantId}`),
          403,
          'Not authorized to target this tenant.',
        ),
        says('nobody', menu(anonymous), 401, 'Unauthorized'),
      ]
    },
  },
)
