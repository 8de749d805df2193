import { type Command, type CommandContext, defineCommand, forbidden, signedIn, type Sql, sql } from '@plinth/core'
import type { z } from 'zod'

interface PlatformCommand<Input extends z.ZodType, Output extends z.ZodType> {
  readonly id: string
  /** Why it bypasses tenant isolation; written to the host's log. */
  readonly reason: string
  readonly input: Input
  readonly output: Output
  run(ctx: CommandContext<z.output<Input>>, db: Sql): Promise<z.input<Output>>
}

/**
 * Defines a command for the platform's own maintenance of all tenants' logs: only the platform may run it, and it leaves no
 * log entry.
 */
export function definePlatformCommand<Input extends z.ZodType, Output extends z.ZodType>({
  reason,
  run,
  ...spec
}: PlatformCommand<Input, Output>): Command<Input, Output> {
  return defineCommand({
    ...spec,
    access: signedIn,
    logged: false,
    async run(ctx) {
      if (ctx.actor.kind !== 'system') throw forbidden()
      return ctx.widenScope('allTenants', reason, ({ db }) => run(ctx, db))
    },
  })
}

/** Restricts a cross-tenant statement to the rows of one tenant; `rows` is the table alias in the statement. */
export const ofTenant = (tenantId: string, rows: string) => sql`${sql.ref(`${rows}.tenant_id`)} = ${tenantId}`
