import { type Caller, type Command, defineCommand, signedIn } from '@plinth/core'
import type { Reverted } from '@plinth/core/data'
import { type Direction, findLoggedEntry, revertEntry } from '@plinth/core/internal'
import { z } from 'zod'
import type { TestPlatform } from './test-platform.ts'

/** A log entry that a step has written. */
export interface WrittenEntry {
  readonly id: string
  readonly commandId: string
  readonly isUndoable: boolean
  /** Kind and id of the resource it is filed under. */
  readonly resource: string
}

/** Runs a command as a caller, waits for its subscribers, and returns its log entry. */
export async function runLogged(
  app: TestPlatform,
  caller: Caller,
  { command, input }: { readonly command: Command; readonly input: unknown },
): Promise<WrittenEntry> {
  return entryWrittenBy(app, () => app.platform.actAs(caller, ({ run }) => run(command, input)))
}

/** Reverts an entry of `caller`'s tenant, whoever the actor was, and returns the entry of the revert. */
export async function revertLogged(
  app: TestPlatform,
  caller: Caller,
  { entryId, direction }: { readonly entryId: string; readonly direction: Direction },
): Promise<WrittenEntry> {
  const command = direction === 'undo' ? undo : redo
  const { entryId: id, target } = await app.platform.actAs(caller, ({ run }) => run(command, { entryId }))
  await app.settled()
  const resource = [target.kind, target.id].filter((part) => part != null).join(' ')
  return { id, commandId: command.id, isUndoable: command.isUndoable, resource }
}

/** Returns the first log entry that `work` wrote, which precedes those of subscribers. Work that fails must not write any. */
export async function entryWrittenBy(app: TestPlatform, work: () => Promise<unknown>): Promise<WrittenEntry> {
  const lastEntry = () => app.sql<{ seq: string }>('select coalesce(max(seq), 0) as seq from plinth.action_log')
  const [last] = await lastEntry()
  await work().catch(async (error: unknown) => {
    const [now] = await lastEntry()
    throw now?.seq === last?.seq ? error : new Error('A command that failed was written to the log', { cause: error })
  })
  const [entry] = await app.sql<WrittenEntry>(
    `select id, command_id as "commandId", undo_token_hash is not null as "isUndoable",
        concat_ws(' ', resource_kind, resource_id) as resource
      from plinth.action_log where seq > $1 order by seq limit 1`,
    [last?.seq],
  )
  await app.settled()
  if (!entry) throw new Error('Nothing was written into the log')
  return entry
}

/** Reverts entries of any actor in any order. The restrictions of `ctx.undo` are not part of the engine. */
const revert = (direction: Direction, undoable: boolean) =>
  defineCommand({
    id: `testing.${direction}`,
    access: signedIn,
    undoable,
    input: z.object({ entryId: z.uuid() }),
    output: z.custom<Reverted>(),
    target: ({ result }) => result.target,
    async run(ctx) {
      const entry = await findLoggedEntry(ctx.db, ctx.scope.tenantId, ctx.input.entryId)
      if (!entry) throw new Error(`There is no entry ${ctx.input.entryId}`)
      return revertEntry(ctx, { entry, direction })
    },
  })

const undo = revert('undo', false)
const redo = revert('redo', true)
