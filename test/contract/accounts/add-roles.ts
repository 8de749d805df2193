import type { Host } from '../_frame/host.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'

/** Roles of two tenants and of all, one of them held. */
export async function addRoles(host: Host) {
  const { admin, superadmin, organizationId } = host
  const other = await addTenant(host, 'Beta')
  const create = (name: string) => idFrom(admin.post('/auth/roles', { name }))
  const held = await create('Held')
  const userId = await idFrom(
    admin.post('/auth/users', {
      email: 'holder@acme.com',
      password: 'Secret-123',
      organizationId,
      roles: ['Held'],
    }),
  )
  const { items } = await bodyFrom(superadmin.get('/auth/roles?search=superadmin'))
  const byName = async (name: string) => (await bodyFrom(admin.get(`/auth/roles?search=${name}`))).items[0].id as string
  return {
    other,
    held,
    userId,
    auditor: await create('Auditor'),
    percent: await create('100% sure'),
    underscore: await create('a_b'),
    axb: await create('axb'),
    globalId: await idFrom(superadmin.post('/auth/roles', { name: 'Everywhere' })),
    foreign: await idFrom(other.admin.post('/auth/roles', { name: 'Theirs' })),
    superadminRole: items.find(({ tenantId }: { tenantId: string }) => tenantId === host.tenantId).id as string,
    adminRole: await byName('admin'),
    employeeRole: await byName('employee'),
  }
}
