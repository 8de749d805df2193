import { z } from 'zod'
import type { Session } from '../define/actor.ts'
import { type Command, defineCommand, type Target } from '../define/command.ts'
import { signedIn } from '../define/feature.ts'
import { composition } from '../platform/composition.ts'
import { isUndoable } from '../undo/effects.ts'
import { type Direction, findLoggedEntry, revertEntry } from '../undo/revert.ts'
import type { TestPlatform } from './test-platform.ts'

/** An entry that a step wrote. */
export interface WrittenEntry {
  readonly id: string
  readonly commandId: string
  readonly isUndoable: boolean
  /** Kind and id of what it is filed under. */
  readonly resource: string
}

/** Runs a command as somebody, waits for its subscribers, and answers its entry of the log. */
export async function runLogged(
  app: TestPlatform,
  session: Session,
  { command, input }: { readonly command: Command; readonly input: unknown },
): Promise<WrittenEntry> {
  return written(app, () => app.platform.as(session, ({ run }) => run(command, input)))
}

/** Turns an entry of `session`'s tenant, whoever's it is, and answers the entry of the turn. */
export async function revertLogged(
  app: TestPlatform,
  session: Session,
  { entryId, direction }: { readonly entryId: string; readonly direction: Direction },
): Promise<WrittenEntry> {
  const command = direction === 'undo' ? undo : redo
  const { id, filedUnder } = await app.platform.as(session, ({ run }) => run(command, { entryId, direction }))
  await app.settled()
  const resource = [filedUnder.kind, filedUnder.id].filter((part) => part != null).join(' ')
  return { id, commandId: command.id, isUndoable: isUndoable(command), resource }
}

/** What `work` wrote into the log: its first entry, before those of subscribers. Work that fails must write none. */
export async function written(app: TestPlatform, work: () => Promise<unknown>): Promise<WrittenEntry> {
  const lastEntry = () => app.sql<{ seq: string }>('select coalesce(max(seq), 0) as seq from plinth.action_log')
  const [last] = await lastEntry()
  await work().catch(async (error: unknown) => {
    const [now] = await lastEntry()
    throw now?.seq === last?.seq ? error : new Error('What failed was written into the log', { cause: error })
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

const revert = {
  input: z.object({ entryId: z.uuid(), direction: z.enum(['undo', 'redo']) }),
  output: z.object({ id: z.uuid(), filedUnder: z.custom<Target>() }),
  target: ({ result }: { readonly result: { readonly filedUnder: Target } }) => result.filedUnder,
}

const run: Command<typeof revert.input, typeof revert.output>['run'] = async (ctx) => {
  const { input, db, scope, get, entryId } = ctx
  const entry = await findLoggedEntry(db, scope.tenantId, input.entryId)
  if (!entry) throw new Error(`There is no entry ${input.entryId}`)
  const { modules } = get(composition)
  return { id: entryId, filedUnder: await revertEntry(ctx, { entry, direction: input.direction, modules }) }
}

const undo = defineCommand({ ...revert, id: 'testing.undo', access: signedIn, undoable: false, run })
const redo = defineCommand({ ...revert, id: 'testing.redo', access: signedIn, run })
