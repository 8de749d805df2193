import { tenantA, type TestPlatform } from '@plinth/core/testing'

/** A caller of tenant A with an account and every right, for what belongs to the caller. */
export const visitor = {
  isSuperAdmin: true,
  features: ['*'],
  userId: 'c0ffee00-0000-4000-8000-000000000000',
  email: 'visitor@acme.com',
}

/** Gives the visitor the account, unless they have it. */
export async function addVisitor({ sql }: Pick<TestPlatform, 'sql'>): Promise<void> {
  await sql(
    'insert into users (id, tenant_id, organization_id, email) values ($1, $2, $3, $4) on conflict do nothing',
    [visitor.userId, tenantA.id, tenantA.organization, visitor.email],
  )
}
