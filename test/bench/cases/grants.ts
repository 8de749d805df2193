import { grantChecks } from '../grants.ts'
import type { Result } from '../result.ts'

/** Feature checks on one core, from 10 to 100,000 grants. */
export async function grants(): Promise<Result[]> {
  const measured = await grantChecks()
  return measured.map(({ name, perSecond }) => ({
    name,
    unit: 'checks/s',
    subject: perSecond,
    ...(/forgotten|unknown|cold/.test(name) ? {} : { target: 20_000_000 }),
  }))
}
