import { tenantA, type TestPlatform } from '@plinth/testing'

/** What concurrent calls did; anything but one effect each is a fault. */
export interface Races {
  readonly rounds: number
  readonly faults: readonly string[]
}

const UNDO = '/audit_logs/audit-logs/actions/undo'
const REDO = '/audit_logs/audit-logs/actions/redo'
const LANES = 8

/** In each round a write is sent twice under one key, undone twice and redone twice, both calls at once. */
export async function runRaces(app: TestPlatform, rounds: number): Promise<Races> {
  const faults: string[] = []
  const admin = app.as({ features: ['*'], userId: crypto.randomUUID() })
  const twice = <T>(call: () => Promise<T>) => Promise.all([call(), call()])
  const expectOne = (what: string, statuses: readonly number[], loser: number) => {
    if (statuses.toSorted().join() !== [200, loser].join()) faults.push(`${what}: ${statuses.join(' and ')}`)
  }
  let next = 0
  const lane = async () => {
    for (let round = next++; round < rounds; round = next++) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `round ${round}` }
      const body = JSON.stringify({ name: `Role ${round}` })
      const [one, other] = await twice(() => admin.send('POST', '/auth/roles', { headers, body }))
      if (one.status !== 201 || one.text !== other.text) faults.push(`created: ${one.text} and ${other.text}`)
      const undoToken = one.operation?.undoToken
      const undone = await twice(() => admin.post(UNDO, { undoToken }))
      expectOne(
        'undone',
        undone.map(({ status }) => status),
        400,
      )
      const logId = undone.find(({ status }) => status === 200)?.body.logId as string
      const redone = await twice(() => admin.post(REDO, { logId }))
      expectOne(
        'redone',
        redone.map(({ status }) => status),
        400,
      )
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { rounds, faults: [...faults, ...(await findExcess(app, rounds))] }
}

/** Each round leaves one role and three entries: of the write, its undo and its redo. */
async function findExcess({ sql }: TestPlatform, rounds: number): Promise<string[]> {
  const [found] = await sql<Record<string, number>>(
    `select (select count(*)::int from roles where tenant_id = $1 and name like 'Role %') as roles,
      (select count(*)::int from plinth.action_log where resource_kind = 'auth.role' and request_id is not null) as entries,
      (select count(*)::int from plinth.turns) as turns`,
    [tenantA.id],
  )
  const expected = { roles: rounds, entries: 3 * rounds, turns: 2 * rounds }
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${JSON.stringify(found)} is left of ${rounds} rounds`]
}
