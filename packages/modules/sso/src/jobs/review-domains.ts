import { type Context, defineJob } from '@plinth/core'
import { eachTenant, type From } from '@plinth/core/data'
import { z } from 'zod'
import { recordOf, reviewDomain } from '../commands/domains.ts'
import { SsoDomain } from '../entities.ts'
import { providers } from '../providers/provider.ts'

/** Days that a record may be missing before the proof lapses. */
const GRACE = 7
const DAY = 86_400_000

const proven = (from: From) => from(SsoDomain, 'd').where('d.verifiedDomain', 'is not', null)

/** Every night: looks for the records of proven domains again, because domains change hands. */
export const reviewDomains = defineJob({
  id: 'sso.review-domains',
  payload: z.object({}),
  schedule: '23 3 * * *',
  async run(ctx) {
    const find = (from: From) => proven(from).select('d.tenantId').distinct().execute()
    await eachTenant(ctx, { reason: 'proofs of domains', find }, async (own) => {
      const domains = await proven(own.from).select(['d.id', 'd.domain', 'd.token', 'd.missingSince']).execute()
      for (const domain of domains) if (!ctx.signal.aborted) await review(own, domain)
    })
  },
})

interface ProvenDomain {
  readonly id: string
  readonly domain: string
  readonly token: string
  readonly missingSince: string | null
}

async function review({ inject, log, now, run }: Context, domain: ProvenDomain): Promise<void> {
  const { id, missingSince } = domain
  const record = recordOf(domain)
  let found: readonly string[]
  try {
    found = await inject(providers).resolveTxt(record.name)
  } catch (error) {
    // Without an answer nothing is known.
    log.warn({ err: error, domain: domain.domain }, 'a domain could not be looked up')
    return
  }
  const isThere = found.includes(record.value)
  if (isThere && missingSince === null) return
  const isOver = missingSince !== null && now().getTime() - Date.parse(missingSince) >= GRACE * DAY
  if (!isThere && missingSince !== null && !isOver) return
  if (!isThere) log.warn({ domain: domain.domain, isOver }, 'the record of a proven domain is missing')
  await run(reviewDomain, { id, finding: isThere ? 'found' : isOver ? 'lapsed' : 'missing' })
}
