import { badInput, type CommandContext, defineCommand, Id, notFound, signedIn, sql } from '@plinth/core'
import { NewShare, RecordShare } from '@plinth/core/data'
import { z } from 'zod'
import { Role, Team, User } from '../entities.ts'
import { assertMayShare, revertShares, sharedResourceOf } from '../shares/may-share.ts'

const SUBJECTS = { user: User, team: Team, role: Role } as const

/**
 * Shares a record with a user, a team or a role, for whoever may update it; sharing it again changes how. A share permits what row
 * policies do not, and nothing else.
 */
export const shareRecord = defineCommand({
  id: 'auth.shares.create',
  label: 'Share record',
  // Depends on the resource.
  access: signedIn,
  resource: 'auth.share',
  input: NewShare.extend({ kind: z.string().max(100), recordId: z.uuid().toLowerCase() }),
  output: Id,
  target: ({ input, result }) => ({ id: result.id, parent: { kind: input.kind, id: input.recordId } }),
  beforeRevert: revertShares,
  async run(ctx) {
    const { from, now } = ctx
    const { kind, recordId, with: subjectKind, subjectId, access, until = null } = ctx.input
    const resource = sharedResourceOf(ctx, kind)
    await from.lock(resource.entity, recordId, () => notFound(resource.title))
    await assertMayShare(ctx, { resource, id: recordId })
    await assertSubject(ctx)
    await assertLater(ctx, until)
    const share = { mayEdit: access === 'edit', expiresAt: until === null ? null : new Date(until) }
    const { id } = await from
      .insert(RecordShare, { kind, recordId, subjectKind, subjectId, ...share })
      .onConflict((same) =>
        same.columns(['tenantId', 'kind', 'recordId', 'subjectId']).doUpdateSet({
          mayEdit: share.mayEdit,
          expiresAt: until === null ? null : until,
          updatedAt: now().toISOString(),
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id }
  },
})

type Sharing = CommandContext<z.output<typeof NewShare>>

/** Throws 400 for a user, team or role that the tenant does not have. People of other organizations count. */
async function assertSubject({ input: { with: subjectKind, subjectId }, widenScope }: Sharing): Promise<void> {
  const found = await widenScope('tenant', 'find with whom a record is shared', ({ from }) =>
    from(SUBJECTS[subjectKind] as typeof Team, 's')
      .select('s.id')
      .where('s.id', '=', subjectId)
      .executeTakeFirst(),
  )
  if (!found) throw badInput(`There is no such ${subjectKind}`, { fieldErrors: { subjectId: 'Not found' } })
}

/** By the clock of the database, which ends shares. */
async function assertLater({ db }: Sharing, until: string | null): Promise<void> {
  if (until === null) return
  const { rows } = await sql<{ isOver: boolean }>`select ${until}::timestamptz <= now() as "isOver"`.execute(db)
  if (rows[0]!.isOver) throw badInput('The share would be over already', { fieldErrors: { until: 'In the past' } })
}
