import { z } from 'zod'
import type { Declared } from '../data/query/row-types.ts'
import { anyOf } from '../data/query/scope-conditions.ts'
import { type Command, type CommandContext, defineCommand } from '../define/command.ts'
import type { Route } from '../define/route.ts'
import { badInput, conflict, PlatformError } from '../errors.ts'

/** Maximum number of records that one request changes. */
const MOST = 1_000

const Several = z.object({
  ids: z.array(z.uuid().toLowerCase()).min(1).max(MOST),
  versions: z
    .array(z.object({ id: z.uuid().toLowerCase(), updatedAt: z.iso.datetime({ offset: true }) }))
    .max(MOST)
    .optional()
    .meta({ description: 'The versions of these records that the change is based on.' }),
})

/**
 * Lets the route of a command that takes the `id` of a record, or `member`, take `ids` as well: one transaction, one log entry, one
 * undo. If one of the records is refused, none is changed, and the error has its `id`. Routes of other commands stay as they are.
 */
export function takingSeveral(route: Route, entity: Declared, member = 'id'): Route {
  const { command, spec, method } = route
  if (!command || !(command.input instanceof z.ZodObject)) return route
  const shape = command.input.shape as z.ZodRawShape
  if (!(member in shape) || 'ids' in shape || 'versions' in shape) return route
  const { [member]: id, ...others } = shape
  const input = z.object({
    [member]: (id as z.ZodType).optional(),
    ...others,
    ids: Several.shape.ids.meta({ description: `Instead of \`${member}\`: up to ${MOST} records.` }).optional(),
    versions: Several.shape.versions,
  })
  return Object.freeze({
    ...route,
    spec: { ...spec, [method === 'DELETE' ? 'query' : 'body']: input },
    several: severally(command, entity, member),
  })
}

/** A command that runs another one for each of several records, and is logged and undone as that one. */
function severally(command: Command, entity: Declared, member: string): Command {
  const { id, label, access, resource, output, logged, whileSuspended, undoable, beforeRevert } = command
  return defineCommand({
    id,
    access,
    input: Several.extend({ ids: z.array(z.uuid().toLowerCase(), 'Send `ids` with `versions`').min(1).max(MOST) })
      .loose()
      .refine((input) => input[member] === undefined, { path: [member], message: `Send \`${member}\` or \`ids\`` }),
    output,
    ...(label !== undefined && { label }),
    ...(logged !== undefined && { logged }),
    ...(whileSuspended !== undefined && { whileSuspended }),
    ...(undoable !== undefined && { undoable }),
    ...(beforeRevert && { beforeRevert }),
    target: ({ input }) => ({
      id: null,
      ...(resource !== undefined && { kind: resource }),
      context: { count: new Set(input.ids).size },
    }),
    async currentVersion({ from, input }) {
      const [id, ...others] = new Set(input.ids)
      if (others.length > 0) throw badInput('A header tells the version of one record: send `versions`')
      const { updatedAt } = (await from.lock(entity, id!)) as unknown as Versioned
      return updatedAt
    },
    async run(ctx) {
      const { ids, versions = [], ...shared } = ctx.input
      await assertVersions(ctx, entity, versions)
      let result: unknown
      // In the order of their ids, so that two requests do not wait for each other.
      for (const one of [...new Set(ids)].toSorted()) {
        try {
          result = await ctx.run(command, { ...shared, [member]: one })
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error
          const { code, message, body, headers } = error
          throw new PlatformError(code, message, { body: { ...body, id: one }, headers, cause: error.cause })
        }
      }
      return result as z.input<typeof output>
    },
  })
}

/** Read without a lock: if a record changes before it is locked, the command begins anew. */
async function assertVersions(
  { from }: CommandContext,
  entity: Declared,
  versions: z.output<typeof Several>['versions'] & {},
): Promise<void> {
  if (versions.length === 0) return
  const seen = new Map(versions.map(({ id, updatedAt }) => [id, updatedAt]))
  const rows = await from(entity as Declared<Versioned>, 'row')
    .select(['row.id', 'row.updatedAt'] as never)
    .where('row.id' as never, '=', anyOf([...seen.keys()]) as never)
    .execute()
  for (const { id, updatedAt } of rows as unknown as readonly Versioned[]) {
    const expected = seen.get(id)!
    if (Date.parse(expected) === Date.parse(updatedAt)) continue
    throw conflict('This record has changed since it was loaded', {
      code: 'optimistic_lock_conflict',
      id,
      expectedUpdatedAt: expected,
      currentUpdatedAt: updatedAt,
    })
  }
}

interface Versioned {
  readonly id: string
  readonly updatedAt: string
}
