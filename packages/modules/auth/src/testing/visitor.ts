import { tenantA, type TestPlatform } from '@plinth/testing'

/** A caller of tenant A with an account and all rights, for data that belongs to the caller. */
export const visitor = {
  isSuperAdmin: true,
  features: ['*'],
  userId: 'c0ffee00-0000-4000-8000-000000000000',
  email: 'visitor@acme.com',
}

/** Creates the visitor's account if it does not exist. */
export async function addVisitor({ sql }: Pick<TestPlatform, 'sql'>): Promise<void> {
  await sql(
    'insert into users (id, tenant_id, organization_id, email) values ($1, $2, $3, $4) on conflict do nothing',
    [visitor.userId, tenantA.id, tenantA.organization, visitor.email],
  )
}
