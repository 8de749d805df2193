import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../../host/_run-host.ts'
import { execution, type HonestTenant } from './tenants.ts'

/** How the honest tenant was served. */
export interface Served {
  /** Milliseconds of each request, sorted. */
  readonly times: readonly number[]
  /** Milliseconds of the requests of each kind, sorted. */
  readonly timesByKind: Readonly<Record<string, readonly number[]>>
  readonly failures: readonly string[]
}

export interface Wanted {
  readonly path: string
  readonly method?: string
  readonly json?: object
  /** The answer has the tenant's marker. */
  readonly isMarked?: true
}

const LANES = 2
const PAUSE = 10

/** Works as two people do, until `isDone`, with a look at every answer. */
export async function workHonestly(
  host: Host,
  tenant: HonestTenant,
  isDone: (requests: number) => boolean,
): Promise<Served> {
  const times: number[] = []
  const timesByKind: Record<string, number[]> = {}
  const failures: string[] = []
  const ask = async ({ path, isMarked, ...init }: Wanted): Promise<string> => {
    const began = performance.now()
    try {
      const answer = await host.call(`/api${path}`, { token: tenant.token, ...init })
      const text = await answer.text()
      const isRight = answer.ok && (!isMarked || text.includes(tenant.marker))
      if (!isRight) failures.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      return text
    } catch (error) {
      failures.push(`${init.method ?? 'GET'} ${path}: ${String(error)}`)
      return '{}'
    } finally {
      const milliseconds = performance.now() - began
      times.push(milliseconds)
      const kind = `${init.method ?? 'GET'} ${path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/, '{id}')}`
      ;(timesByKind[kind] ??= []).push(milliseconds)
      await sleep(PAUSE)
    }
  }
  const lane = async () => {
    while (!isDone(times.length)) await visit(ask, tenant)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  for (const list of Object.values(timesByKind)) list.sort((one, other) => one - other)
  return { times: times.toSorted((one, other) => one - other), timesByKind, failures }
}

let sizes = 0

/** What one person does in a while. */
export async function visit(
  ask: (wanted: Wanted) => Promise<string>,
  { marker, fileId, pictureId }: HonestTenant,
): Promise<void> {
  await ask({ path: '/auth/profile' })
  await ask({ path: `/auth/users?search=${marker}`, isMarked: true })
  const made = await ask({ path: '/catalog/products', method: 'POST', json: { title: `short-lived ${marker}` } })
  const { id } = JSON.parse(made) as { id: string }
  await ask({ path: '/catalog/products', method: 'PUT', json: { id, title: `changed ${marker}` } })
  await ask({ path: `/catalog/products?search=${marker}`, isMarked: true })
  await ask({ path: `/catalog/products?id=${id}`, method: 'DELETE' })
  await ask({ path: '/business_rules/rules', isMarked: true })
  await ask({ path: '/business_rules/execute', method: 'POST', json: execution })
  await ask({ path: '/audit_logs/audit-logs/actions?limit=20', isMarked: true })
  await ask({ path: `/attachments/file/${fileId}`, isMarked: true })
  // Another size each time, as far as there are others.
  await ask({ path: `/attachments/image/${pictureId}?width=${++sizes % 1_000 || 1_000}` })
  await ask({ path: '/dashboards/layout' })
}

/** The time that so many of a hundred requests stayed below. */
export const percentile = (times: readonly number[], part: number): number =>
  times[Math.min(times.length - 1, Math.floor((times.length * part) / 100))] ?? Infinity
