import { percentile } from '../attack/_campaign/honest-client.ts'
import type { Host } from '../host/_run-host.ts'
import type { Reporter } from './reporter.ts'
import { PASSWORD, type Stage } from './stage.ts'

export interface RevocationOptions {
  readonly count: number
  /** Milliseconds after the answer to a revocation in which it may not have arrived everywhere. */
  readonly mostStale: number
}

/** A right that counts on all hosts. */
interface Right {
  readonly isAllowed: (host: Host) => Promise<boolean>
  readonly revoke: (host: Host) => Promise<Response>
}

/** Each process of a host is asked: connections are handed to them in turn. */
const ASKED_OF_A_HOST = 4
const PATIENCE = 10_000
const TELL_EVERY = 100

/**
 * Revokes so many rights on one host or the other, of three kinds side by side, each while all processes remember it. A right
 * is as old as the last request that was begun after the revocation was answered, and was still allowed.
 */
export async function revokeRights(
  { hosts }: Stage,
  { tell, fault }: Reporter,
  { count, mostStale }: RevocationOptions,
): Promise<object> {
  const admin = await hosts[0]!.logIn('admin@acme.com', PASSWORD)
  const kinds = { session: makeSession, key: makeKey, role: await roleMaker(hosts[0]!, admin) }
  const ages: number[] = []
  let next = 0
  const lane = async ([kind, make]: [string, MakeRight]) => {
    while (next < count) {
      const round = next++
      const age = await revoke(hosts, await make(hosts[round % hosts.length]!, admin), round)
      ages.push(age)
      if (age > mostStale) fault(`${kind}, revocation ${round}: still allowed ${age.toFixed(0)} ms after the answer`)
      if (ages.length % TELL_EVERY === 0) tell(`${ages.length} of ${count} revocations`)
    }
  }
  await Promise.all(Object.entries(kinds).map(lane))
  const sorted = ages.toSorted((one, other) => one - other)
  return {
    revocations: ages.length,
    allowedAfter: ages.filter((age) => age > 0).length,
    allowedAfter100Ms: ages.filter((age) => age > 100).length,
    stale: ages.filter((age) => age > mostStale).length,
    ageMs: { p50: percentile(sorted, 50), p99: percentile(sorted, 99), worst: sorted.at(-1) },
  }
}

/** Answers the age of the right, in milliseconds; 0 when no request was allowed. */
async function revoke(hosts: readonly Host[], right: Right, round: number): Promise<number> {
  const ask = () =>
    Promise.all(
      hosts.flatMap((host) =>
        Array.from({ length: ASKED_OF_A_HOST }, async () => {
          const began = performance.now()
          return { began, isAllowed: await right.isAllowed(host) }
        }),
      ),
    )
  // What is granted arrives as what is revoked does.
  const made = performance.now()
  for (let asked = 1; ; asked++) {
    const refused = (await ask()).flatMap(({ isAllowed }, at) => (isAllowed ? [] : [Math.floor(at / ASKED_OF_A_HOST)]))
    if (refused.length === 0) break
    if (performance.now() - made > PATIENCE)
      throw new Error(`What was granted does not count: time ${asked} of asking, hosts ${refused.join()} refuse`)
  }
  const answer = await right.revoke(hosts[Math.floor(round / 3) % hosts.length]!)
  const revoked = performance.now()
  if (answer.status >= 400) throw new Error(`The revocation failed: ${answer.status} ${await answer.text()}`)
  for (let age = 0; ;) {
    const allowed = (await ask()).filter(({ isAllowed }) => isAllowed)
    if (allowed.length === 0) return age
    age = Math.max(...allowed.map(({ began }) => began)) - revoked
    if (age > PATIENCE) return age
  }
}

type MakeRight = (host: Host, admin: string) => Promise<Right>

async function makeSession(host: Host): Promise<Right> {
  const token = await host.logIn('employee@acme.com', PASSWORD)
  return {
    isAllowed: (asked) => isAnswered(asked.call('/api/auth/profile', { headers: once({ token }) })),
    revoke: (asked) => asked.call('/api/auth/logout', { method: 'POST', token, redirect: 'manual' }),
  }
}

async function makeKey(host: Host, admin: string): Promise<Right> {
  const json = { name: `key ${crypto.randomUUID()}` }
  const made = await host.call('/api/api_keys/keys', { method: 'POST', token: admin, json })
  const { id, secret } = (await made.json()) as { id: string; secret: string }
  const check = { method: 'POST', body: '{"features":[]}' }
  const headers = { connection: 'close', 'content-type': 'application/json', 'x-api-key': secret }
  return {
    isAllowed: (asked) => isAnswered(asked.call('/api/auth/feature-check', { ...check, headers })),
    revoke: (asked) => asked.call(`/api/api_keys/keys?id=${id}`, { method: 'DELETE', token: admin }),
  }
}

/** Gives a role to somebody, then a feature to the role, again and again. */
async function roleMaker(first: Host, admin: string): Promise<MakeRight> {
  const roles = await first.call('/api/auth/roles', { token: admin })
  const { items } = (await roles.json()) as { items: { id: string; name: string }[] }
  const roleId = items.find(({ name }) => name === 'employee')!.id
  const token = await first.logIn('employee@acme.com', PASSWORD)
  const grant = (host: Host, features: readonly string[]) =>
    host.call('/api/auth/roles/acl', { method: 'PUT', token: admin, json: { roleId, features } })
  const isAllowed = (host: Host) => isAnswered(host.call('/api/auth/roles', { headers: once({ token }) }))
  return async (host) => {
    const granted = await grant(host, ['auth.roles.list'])
    if (!granted.ok) throw new Error(`The grant failed: ${granted.status} ${await granted.text()}`)
    return { isAllowed, revoke: (asked) => grant(asked, []) }
  }
}

/** On a connection of its own. */
const once = ({ token }: { token: string }) => ({ connection: 'close', authorization: `Bearer ${token}` })

async function isAnswered(asked: Promise<Response>): Promise<boolean> {
  const { status, body } = await asked
  await body?.cancel()
  if (status !== 200 && status !== 401 && status !== 403) throw new Error(`Neither allowed nor refused: ${status}`)
  return status === 200
}
