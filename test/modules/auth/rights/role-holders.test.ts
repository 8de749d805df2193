import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { addRole, superAdminOf } from '../_people.ts'

const ROLES = 30
const HOLDERS = 200

/** Answers, when called, the most CPU in milliseconds that this thread has used in one turn of its loop since. */
function longestTurn(): () => number {
  let last = process.threadCpuUsage()
  let longest = 0
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 1)
  return () => {
    look()
    clearInterval(timer)
    return longest
  }
}

test('a role whose holders have many sets of further roles is changed without holding up the loop', async () => {
  await using app = await authApp()
  const features = (n: number) => Array.from({ length: 200 }, (_, at) => `shop.f${n}.n${at}`)
  const roleId = await addRole(superAdminOf(app), 'Held', { features: ['shop.f0.n0'] })
  await app.sql(
    `insert into roles (id, tenant_id, name, created_at, updated_at)
     select gen_random_uuid(), $1, 'Further ' || n, now(), now() from generate_series(1, $2::int) n`,
    [tenantA.id, ROLES],
  )
  await app.sql(
    `insert into role_acls (id, tenant_id, role_id, is_super_admin, features, created_at, updated_at)
     select gen_random_uuid(), tenant_id, id, false,
       array(select 'shop.f' || substring(name from '[0-9]+') || '.n' || at from generate_series(1, 200) at), now(), now()
     from roles where name like 'Further %'`,
  )
  await app.sql(
    `insert into users (id, tenant_id, organization_id, email, is_confirmed, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'holder' || n || '@acme.com', true, now(), now()
     from generate_series(1, $3::int) n`,
    [tenantA.id, tenantA.organization, HOLDERS],
  )
  await app.sql(
    `insert into user_roles (id, tenant_id, user_id, role_id, created_at, updated_at)
     select gen_random_uuid(), u.tenant_id, u.id, r.id, now(), now() from users u join roles r on r.tenant_id = u.tenant_id
     where u.email like 'holder%' and (r.id = $1 or r.name like 'Further %' and hashtext(u.email || r.name) % 2 = 0)`,
    [roleId],
  )
  // Holds all of one of the further roles, and none of the others: each set of roles is another one to them.
  const actor = app.as({ features: ['auth.*', 'shop.f0.*', ...features(1)] })
  const put = (organizations: string[] | null) => actor.put('/auth/roles/acl', { roleId, organizations })
  const longest = longestTurn()
  expect((await put([tenantA.organization])).status).toBe(200)
  expect(longest()).toBeLessThan(200)
})
