import { get } from '@plinth/core'
import { type HistoryPosition, readHistoryPage } from '@plinth/core/data'
import { NDJSON, toNdjson } from '@plinth/core/http'
import { toAccessEntries, toAccessFilter } from '../accesses/list-accesses.ts'
import { type AccessRow, readAccesses } from '../accesses/read-accesses.ts'
import { toEntries, toHistoryFilter } from '../actions/list-actions.ts'
import { features } from '../contract.ts'
import { exportPages, type PagePosition } from '../export-pages.ts'
import { AccessFilters, ActionFilters, inTimeZone } from '../log-query.ts'
import { AccessEntry, ActionEntry } from '../views.ts'

/** Streams either log in full, with the filters and scope of its list. Not part of the published API; a Plinth addition. */
export const exportRoutes = [
  get(
    '/audit_logs/audit-logs/actions/export',
    {
      operation: 'exportActions',
      access: features.view_self,
      summary: 'Export the action log as newline-delimited JSON, newest entries first.',
      query: ActionFilters,
      response: ActionEntry,
      http: { contentType: NDJSON },
      errors: [429],
    },
    async (ctx) => {
      const filter = toHistoryFilter(ctx, inTimeZone(ctx.query, await ctx.locale()))
      return toNdjson(
        exportPages(ctx, {
          // Each entry may include 64 KB of rows.
          size: 50,
          read: async (page, { limit, from }: PagePosition<HistoryPosition>) => {
            const { entries: rows, next } = await readHistoryPage(page, filter, { limit, from })
            return { rows, next: next ?? undefined }
          },
          show: async (page, rows) => (await toEntries(page, rows)).map((entry) => ActionEntry.parse(entry)),
        }),
      )
    },
  ),
  get(
    '/audit_logs/audit-logs/access/export',
    {
      operation: 'exportAccesses',
      access: features.view_self,
      summary: 'Export the access log of one actor as newline-delimited JSON, newest entries first.',
      query: AccessFilters,
      response: AccessEntry,
      http: { contentType: NDJSON },
      errors: [429],
    },
    async (ctx) => {
      const filter = toAccessFilter(ctx, inTimeZone(ctx.query, await ctx.locale()))
      return toNdjson(
        exportPages(ctx, {
          size: 500,
          read: async (page, position: PagePosition<AccessRow>) => {
            const rows = await readAccesses(page, filter, position)
            return { rows, next: nextOf(rows, position.limit) }
          },
          show: async (page, rows) => (await toAccessEntries(page, rows)).map((entry) => AccessEntry.parse(entry)),
        }),
      )
    },
  ),
]

/** The row after which the next page starts; undefined if there is none. */
const nextOf = <Row>(rows: readonly Row[], limit: number): Row | undefined =>
  rows.length < limit ? undefined : rows.at(-1)
