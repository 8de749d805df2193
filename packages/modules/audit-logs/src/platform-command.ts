import { type Command, type CommandContext, defineCommand, forbidden, signedIn, type Sql, sql } from '@plinth/core'
import type { z } from 'zod'

interface PlatformCommand<Input extends z.ZodType, Output extends z.ZodType> {
  readonly id: string
  /** Why it works beyond tenants, for the host's log. */
  readonly reason: string
  readonly input: Input
  readonly output: Output
  run(ctx: CommandContext<z.output<Input>>, db: Sql): Promise<z.input<Output>>
}

/** A command of the platform's own, which keeps the logs of all tenants: nobody else may run it, and it leaves no entry. */
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
      return ctx.asSystem(reason, ({ db }) => run(ctx, db))
    },
  })
}

/** Rows of a tenant, where the platform works beyond tenants; `rows` is what the statement calls them. */
export const ofTenant = (tenantId: string, rows: string) => sql`${sql.ref(`${rows}.tenant_id`)} = ${tenantId}`
