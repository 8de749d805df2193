import { API_KEY, HISTORY_SORTS, type HistoryOrder } from '@plinth/core/data'
import { LocalMoment, momentIn, wire } from '@plinth/core/http'
import { z } from 'zod'

const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value)

/** `api_key:<id>`. */
const KeyActor = z
  .string()
  .toLowerCase()
  .regex(new RegExp(`^${API_KEY}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`))

/** An organization id, or `__all__` for all that the caller may see. */
const MaybeOrganization = z.preprocess(
  absentWhenEmpty,
  z.union([z.uuid().toLowerCase(), z.literal(wire.allOrganizations)]).optional(),
)
/** A user (with the actions of their keys) or a single key. */
const MaybeActor = z.preprocess(absentWhenEmpty, z.union([z.uuid().toLowerCase(), KeyActor]).optional())
const MaybeText = z.preprocess(absentWhenEmpty, z.string().max(200).optional())
const MaybeTime = z.preprocess(absentWhenEmpty, LocalMoment.optional())

const YES = new Set(['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled'])

/** True for the published tokens, case-insensitive; false for anything else. */
const Flag = z
  .string()
  .default('')
  .transform((token) => YES.has(token.toLowerCase()))

const Count = z
  .preprocess(absentWhenEmpty, z.coerce.number().optional())
  .catch(undefined)
  .transform((count) => (count === undefined ? undefined : clamp(count, 200)))

const clamp = (number: number, max: number) => Math.min(Math.max(1, Math.trunc(number)), max)

const Filters = z.object({
  organizationId: MaybeOrganization,
  actorUserId: MaybeActor,
  resourceKind: MaybeText,
  before: MaybeTime,
  after: MaybeTime,
})

/** Filters with their local times as points in time. */
export function inTimeZone<F extends { readonly before?: string | undefined; readonly after?: string | undefined }>(
  filters: F,
  { timeZone }: { readonly timeZone: string },
): F {
  const { before, after } = filters
  return {
    ...filters,
    ...(before !== undefined && { before: momentIn(before, timeZone) }),
    ...(after !== undefined && { after: momentIn(after, timeZone) }),
  }
}

/** What newer clients call the kinds of actions, with the last words of the commands that they mean. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  create: ['create', 'add'],
  edit: ['update', 'save', 'edit'],
  update: ['update', 'save', 'edit'],
  delete: ['delete', 'remove'],
}

/** The last words of the ids of commands; several are separated by commas. */
const Verbs = z
  .preprocess(absentWhenEmpty, z.string().max(200).optional())
  .transform((text) => {
    const words = text?.split(',').map((word) => word.trim().toLowerCase())
    return words?.flatMap((word) => (Object.hasOwn(VERBS, word) ? VERBS[word]! : [word]))
  })
  .meta({ description: '`create`, `edit`, `delete`, or the last part of a command id. Separate several by commas.' })

/** Filters for the action log. */
export const ActionFilters = Filters.extend({
  id: z.preprocess(absentWhenEmpty, z.uuid().toLowerCase().optional()),
  resourceId: MaybeText,
  includeRelated: Flag,
  undoableOnly: Flag,
  actionType: Verbs,
  search: z.preprocess(absentWhenEmpty, z.string().trim().max(200).optional()).meta({
    description:
      'A text in the name or resource of an entry, or in what it changed. The newest 2,000 entries that the other filters find are searched.',
  }),
})

/** Filters for the access log. */
export const AccessFilters = Filters.extend({ accessType: MaybeText })

/** Names of newer clients for what the log can be sorted by. */
const SORT_NAMES: Readonly<Record<string, HistoryOrder['by']>> = {
  ...Object.fromEntries(Object.keys(HISTORY_SORTS).map((name) => [name, name as HistoryOrder['by']])),
  action: 'actionLabel',
  user: 'actorUserId',
}

/** Query for a list of actions; pass `cursor` or `before` to page backwards, or `page`. */
export const ActionQuery = ActionFilters.extend({
  limit: Count,
  cursor: z
    .preprocess(absentWhenEmpty, z.string().max(500).optional())
    .meta({ description: '`nextCursor` of the previous page.' }),
  page: z
    .preprocess(absentWhenEmpty, z.coerce.number().optional())
    .catch(undefined)
    .transform((page) => (page === undefined ? undefined : clamp(page || 1, 10_000))),
  pageSize: Count,
  sortField: z
    .string()
    .optional()
    .transform((name = '') => (Object.hasOwn(SORT_NAMES, name) ? SORT_NAMES[name] : undefined))
    .meta({ enum: Object.keys(SORT_NAMES) }),
  sortDir: z
    .string()
    .optional()
    .meta({ enum: ['asc', 'desc'] }),
})

/** Query for a page of accesses; `limit` is the page size if `pageSize` is absent. */
export const AccessQuery = AccessFilters.extend({
  page: z.coerce
    .number()
    .catch(1)
    .transform((page) => clamp(page || 1, 1_000_000))
    .default(1),
  pageSize: Count,
  limit: Count,
}).transform(({ limit, pageSize, ...query }) => ({ ...query, pageSize: pageSize ?? limit ?? 50 }))
