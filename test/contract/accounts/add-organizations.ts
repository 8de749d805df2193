import type { Host } from '../_frame/host.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'

const PATH = '/directory/organizations'

/** A tree of organizations, and the manager of a branch. */
export async function addOrganizations(host: Host) {
  const { admin, organizationId } = host
  const other = await addTenant(host, 'Beta')
  const create = (name: string, more = {}) => idFrom(admin.post(PATH, { name, ...more }))
  const branch = await create('Branch', { parentId: organizationId })
  const shop = await create('Shop', { parentId: branch })
  const closed = await create('Closed', { isActive: false })
  const confinedRole = await idFrom(admin.post('/auth/roles', { name: 'Branch manager' }))
  await bodyFrom(
    admin.put('/auth/roles/acl', {
      roleId: confinedRole,
      features: ['directory.organizations.view', 'directory.organizations.manage'],
      organizations: [branch],
    }),
  )
  await bodyFrom(
    admin.post('/auth/users', {
      email: 'manager@acme.com',
      password: 'Secret-123',
      organizationId: branch,
      roles: ['Branch manager'],
    }),
  )
  return { other, branch, shop, closed, manager: await host.signIn('manager@acme.com') }
}
