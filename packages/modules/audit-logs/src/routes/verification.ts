import { badInput, forbidden, get } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'
import { z } from 'zod'
import { organizationsAllowed } from '../audience.ts'
import { features } from '../contract.ts'
import type { Fault } from '../trail/fault.ts'
import { TRAIL_START, type TrailPosition, verifyPart } from '../verification/verify-part.ts'
import { assertNotRekeying } from '../verification/verify-trail.ts'

const POSITION = /^(?:link:(?<link>\d{1,15})|entry:(?<entry>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/

/** GET /audit_logs/audit-logs/verification. Not part of the published API; a Plinth addition (decision: Verification over HTTP). */
export const verification = get(
  '/audit_logs/audit-logs/verification',
  {
    operation: 'verifyTrail',
    access: features.verify,
    summary: "Verify a part of the tenant's action log against its hash chain. Pass `next` to continue.",
    query: z.object({
      /** `next` of the part before; absent for the first one. */
      after: z.string().max(100).optional(),
    }),
    response: z.object({
      /** Links of the chain or entries of the log that this part has compared. */
      checked: z.int(),
      /** What a whole verification compares: each link, and each entry. */
      total: z.int(),
      /** Entries that have left the database. Their files are verified separately. */
      archived: z.int(),
      /** Differences, of which at most 1,000 are named. */
      faults: z.array(
        z.object({
          kind: z.enum(['changed', 'removed', 'inserted', 'reordered', 'forged'] satisfies Fault['kind'][]),
          /** Position in the chain; null for an entry that is not chained. */
          number: z.int().nullable(),
          entryId: z.string().nullable(),
          detail: z.string(),
        }),
      ),
      /** Null if this was the last part. */
      next: z.string().nullable(),
    }),
    errors: [400, 409],
  },
  async (ctx) => {
    // The chain covers the whole tenant.
    if (organizationsAllowed(ctx) !== null) throw forbidden('The audit trail covers the whole tenant.')
    const from = toPosition(ctx.query.after)
    const assertStable = () =>
      assertNotRekeying((work) =>
        ctx.widenScope('allTenants', 'check whether a rotation of the secret is running', ({ db }) => work(db)),
      )
    await assertStable()
    const { links, next, faults, ...found } = await verifyPart(
      (work) => ctx.widenScope('tenant', 'verify the trail', ({ db }) => work(db)),
      { keys: ctx.inject(platformKeys), at: ctx.now(), tenantId: ctx.scope.tenantId, from },
    )
    await assertStable()
    return {
      ...found,
      total: 2 * links,
      faults: faults.map(({ kind, number, entryId, detail }) => ({ kind, number, entryId, detail })),
      next: next && ('link' in next ? `link:${next.link}` : `entry:${next.entry}`),
    }
  },
)

function toPosition(after: string | undefined): TrailPosition {
  if (after === undefined) return TRAIL_START
  const { link, entry } = POSITION.exec(after)?.groups ?? {}
  if (link !== undefined) return { link: Number(link) }
  if (entry !== undefined) return { entry }
  throw badInput('`after` is not the `next` of a verification')
}
