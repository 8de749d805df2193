import { provide, sql } from '@plinth/core'
import { anyOf, inTenant, limits, RecordShare, recordShares, type Share } from '@plinth/core/data'
import type { z } from 'zod'
import { endShare } from './commands/end-share.ts'
import { shareRecord } from './commands/share-record.ts'
import { Role, Team, User } from './entities.ts'
import { assertMayShare } from './shares/may-share.ts'

/** The shares of resources with `shared: true`. */
export const sharesOfRecords = provide(recordShares, () => ({
  async list(ctx, record, page) {
    await assertMayShare(ctx, record)
    const { from, db } = ctx
    const { limit, offset } = limits(page)
    const isOfRecord = sql`s.kind = ${record.resource.kind} and s."recordId" = ${record.id}`
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total from ${from.table(RecordShare, 's')} where ${isOfRecord}`.execute(db)
    const { rows } = await sql<z.input<typeof Share>>`
      select s.id, s."subjectKind" as "with", s."subjectId", coalesce(u.email, t.name, r.name) as name,
        case when s."mayEdit" then 'edit' else 'read' end as access, s."expiresAt" as until, s."createdAt"
      from ${from.table(RecordShare, 's')}
      left join ${from.table(User, 'u')} on s."subjectKind" = 'user' and u.id = s."subjectId"
      left join ${from.table(Team, 't')} on s."subjectKind" = 'team' and t.id = s."subjectId"
      left join ${from.table(Role, 'r')} on s."subjectKind" = 'role' and r.id = s."subjectId"
      where ${isOfRecord} order by s."createdAt" desc, s.id desc limit ${limit} offset ${offset}`.execute(db)
    return [rows, counted[0]!.total] as const
  },
  add: (ctx, { resource: { kind }, id: recordId }, share) => ctx.run(shareRecord, { ...share, kind, recordId }),
  async end(ctx, { resource: { kind }, id: recordId }, id) {
    await ctx.run(endShare, { id, kind, recordId })
  },
  async endAll({ db, scope }, { kind }, ids) {
    await sql`delete from record_shares s where ${inTenant(scope, 's')} and s.kind = ${kind}
      and s.record_id = ${anyOf(ids)}`.execute(db)
  },
}))
