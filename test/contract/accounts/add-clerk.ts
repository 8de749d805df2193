import type { Host } from '../_frame/host.ts'
import { bodyFrom, idFrom } from '../_frame/visitor.ts'

/** A clerk who may do everything with rules, and an API key. */
export async function addClerk({ admin, organizationId, signIn }: Host) {
  const roleId = await idFrom(admin.post('/auth/roles', { name: 'Clerk' }))
  await bodyFrom(admin.put('/auth/roles/acl', { roleId, features: ['business_rules.*'] }))
  await bodyFrom(
    admin.post('/auth/users', {
      email: 'clerk@acme.com',
      password: 'Secret-123',
      organizationId,
      roles: ['Clerk'],
    }),
  )
  const key = await bodyFrom(admin.post('/api_keys/keys', { name: 'Key', roles: ['admin'] }))
  return { roleId, clerk: await signIn('clerk@acme.com'), key: key.secret as string }
}
