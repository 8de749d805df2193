import type { Host } from '../_frame/host.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'

const PASSWORD = 'Secret-123'

/** Users of two tenants and of two organizations, one of them an administrator of a branch. */
export async function addUsers(host: Host) {
  const { admin, superadmin, organizationId } = host
  const other = await addTenant(host, 'Beta')
  const branchId = await idFrom(admin.post('/directory/organizations', { name: 'Branch', parentId: organizationId }))
  const create = (email: string, more = {}) =>
    idFrom(admin.post('/auth/users', { email, password: PASSWORD, organizationId, ...more }))
  const roleId = await idFrom(admin.post('/auth/roles', { name: 'Auditor' }))
  const branchRole = await idFrom(admin.post('/auth/roles', { name: 'Branch admin' }))
  await bodyFrom(admin.put('/auth/roles/acl', { roleId: branchRole, features: ['auth.*'], organizations: [branchId] }))
  await create('branch-admin@acme.com', { organizationId: branchId, roles: ['Branch admin'] })
  const { items } = await bodyFrom(admin.get('/auth/users?search=admin@acme.com'))
  return {
    other,
    branchId,
    roleId,
    anna: await create('Anna@acme.com', { name: 'Anna', roles: ['employee', roleId] }),
    bert: await create('bert@acme.com', { organizationId: branchId }),
    foreign: (await bodyFrom(other.admin.get('/auth/users'))).items[0].id as string,
    adminId: items.find(({ email }: { email: string }) => email === 'admin@acme.com').id as string,
    superadminId: (await bodyFrom(superadmin.get('/auth/users?search=superadmin@acme.com'))).items[0].id as string,
    branchAdmin: await host.signIn('branch-admin@acme.com'),
  }
}
