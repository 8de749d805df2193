import { API_KEY } from '@plinth/core/data'
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

/** Filters for the action log. */
export const ActionFilters = Filters.extend({ resourceId: MaybeText, includeRelated: Flag, undoableOnly: Flag })

/** Filters for the access log. */
export const AccessFilters = Filters.extend({ accessType: MaybeText })

/** Query for a list of actions; pass `before` to page backwards. */
export const ActionQuery = ActionFilters.extend({ limit: Count.transform((count) => count ?? 50) })

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
