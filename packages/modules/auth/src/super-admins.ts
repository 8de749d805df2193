import { badInput, type CommandContext, sql } from '@plinth/core'

type Writing = Pick<CommandContext<unknown>, 'em' | 'asSystem'>

/**
 * Makes a change that may take the flag from somebody, and throws 400 when nobody would be left who has it and can log
 * in (D-6). Such changes wait for each other, so that two of them cannot each count on the other's super admin.
 */
export async function keepSuperAdmin<T>(ctx: Writing, change: () => Promise<T>): Promise<T> {
  await lockSuperAdmins(ctx)
  const wasAny = await isAnyLeft(ctx)
  const result = await change()
  await ctx.em.flush()
  if (wasAny && !(await isAnyLeft(ctx))) throw noneLeft()
  return result
}

/** Throws 400 when nobody is left who has the flag and can log in, after a change that took it from somebody. */
export async function assertSuperAdminLeft(ctx: Writing): Promise<void> {
  await lockSuperAdmins(ctx)
  if (!(await isAnyLeft(ctx))) throw noneLeft()
}

const noneLeft = () => badInput('At least one super administrator must remain.')

function lockSuperAdmins({ asSystem }: Writing) {
  return asSystem('change super admins one at a time', ({ db }) =>
    sql`select pg_advisory_xact_lock(hashtextextended('auth.super-admins', 0))`.execute(db),
  )
}

function isAnyLeft({ asSystem }: Writing): Promise<boolean> {
  return asSystem('look for a super admin of any tenant', async ({ db }) => {
    const { rows } = await sql<{ isAny: boolean }>`
      select exists (
        select from (
          select tenant_id, user_id from user_acls where is_super_admin
          union all
          select h.tenant_id, h.user_id from role_acls a join user_roles h on h.role_id = a.role_id
          where a.is_super_admin
        ) flagged
        join users u on u.tenant_id = flagged.tenant_id and u.id = flagged.user_id
        where u.is_confirmed and u.password_hash is not null
      ) as "isAny"`.execute(db)
    return rows[0]?.isAny ?? false
  })
}

/** Whether a user has the flag from any row, in any tenant (section 6.2, step 1). */
export function isSuperAdmin({ asSystem }: Pick<Writing, 'asSystem'>, userId: string): Promise<boolean> {
  return asSystem('see whether a user is a super admin', async ({ db }) => {
    const { rows } = await sql<{ isAny: boolean }>`
      select exists (select from user_acls where user_id = ${userId} and is_super_admin)
        or exists (select from users u join user_roles h on h.tenant_id = u.tenant_id and h.user_id = u.id
          join role_acls a on a.role_id = h.role_id and a.is_super_admin where u.id = ${userId}) as "isAny"`.execute(db)
    return rows[0]?.isAny ?? false
  })
}
