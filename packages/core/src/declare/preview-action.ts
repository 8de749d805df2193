import { z } from 'zod'
import type { Command } from '../define/command.ts'
import { post, type Route, takesSeveral } from '../define/route.ts'

/** What an action would do. */
const ActionPreview = z.object({
  isUndoable: z.boolean(),
  /** The number of rows that it would write. */
  total: z.int(),
  /** How many of the first hundred rows are in which table. */
  changes: z.array(z.object({ table: z.string(), kind: z.enum(['insert', 'update', 'delete']), count: z.int() })),
})

type Change = z.output<typeof ActionPreview>['changes'][number]

/** The route that tells what the route of an action would change, for the same input. */
export function previewOf({ path, command, several, spec }: Route): Route {
  const chosen = (input: object): Command => (several && takesSeveral(input) ? several : command!)
  const route = post(
    `${path}/preview`,
    {
      operation: toOperation(command!.id),
      access: spec.access,
      summary: `What "${command!.label}" would change.`,
      body: spec.body!,
      response: ActionPreview,
      errors: [404],
    },
    async ({ body, dryRun }) => {
      const [preview] = await dryRun(({ run }) => run(chosen(body as object), body))
      const { isUndoable, changes, moreChanges } = preview!
      const counted = new Map<string, Change>()
      for (const { table, kind } of changes) {
        const key = `${table} ${kind}`
        counted.set(key, { table, kind, count: (counted.get(key)?.count ?? 0) + 1 })
      }
      return { isUndoable, total: changes.length + moreChanges, changes: [...counted.values()] }
    },
  )
  return Object.freeze({ ...route, previews: command! })
}

/** `shop.orders.close_all` as `previewCloseAllOrders`. */
function toOperation(id: string): string {
  const [verb, things] = id.split('.').toReversed()
  const words = ['preview', ...verb!.split('_'), ...things!.split('_')]
  return words.map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')
}
