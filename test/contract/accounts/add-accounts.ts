import type { Host } from '../_frame/host.ts'
import { PASSWORD } from '../_frame/host.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'

/** Accounts whose address another tenant has, too, and one without a password. */
export async function addAccounts(host: Host) {
  const { admin, organizationId } = host
  const beta = await addTenant(host, 'Beta')
  const create = (email: string, more: object = { password: PASSWORD }) =>
    idFrom(admin.post('/auth/users', { email, organizationId, roles: ['employee'], ...more }))
  await create('twin@acme.com')
  await bodyFrom(
    beta.admin.post('/auth/users', {
      email: 'twin@acme.com',
      password: PASSWORD,
      organizationId: beta.organizationId,
    }),
  )
  await bodyFrom(
    beta.admin.post('/auth/users', {
      email: 'differs@acme.com',
      password: 'Another-123',
      organizationId: beta.organizationId,
    }),
  )
  await create('differs@acme.com')
  await create('invited@acme.com', { sendInviteEmail: true })
  return { beta, leaverId: await create('leaver@acme.com') }
}
