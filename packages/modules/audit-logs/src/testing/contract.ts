import type { ModuleFixtures, Sample, TestPlatform } from '@plinth/testing'

const PATH = '/audit_logs/audit-logs'
const rights = { features: ['auth.*', 'directory.*', 'audit_logs.*'] }

/** The undo token of a new action. */
async function token(app: TestPlatform): Promise<string> {
  const made = await app.as(rights).post('/auth/roles', { name: `Role ${crypto.randomUUID()}` })
  return made.operation?.undoToken ?? made.text
}

async function undone(app: TestPlatform): Promise<string> {
  const answer = await app.as(rights).post(`${PATH}/actions/undo`, { undoToken: await token(app) })
  return answer.body.logId
}

const filters = { resourceKind: 'auth.role', before: '2099-01-01', after: '2000-01-01T00:00:00Z', organizationId: '' }
const lists = ['/access', '/actions', '/activity', '/access/export', '/actions/export'].flatMap((path): Sample[] => [
  { route: `GET ${PATH}${path}`, as: rights, request: { query: filters }, expect: 200 },
  { route: `GET ${PATH}${path}`, as: rights, request: { query: { actorUserId: 'x' } }, expect: 400 },
])

/** Contract samples for the endpoints of the logs. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [],
  // Requires another export to be running; see the export tests.
  provenElsewhere: {
    // Requires a rotation of the secret to be running; see the tests of verification.
    [`GET ${PATH}/verification`]: [409],
    // Requires a table with an exclusion constraint; see the tests of references.
    [`POST ${PATH}/actions/undo`]: [409],
    [`POST ${PATH}/actions/redo`]: [409],
    [`GET ${PATH}/actions/export`]: [429],
    [`GET ${PATH}/access/export`]: [429],
  },
  samples: [
    ...lists,
    {
      route: `POST ${PATH}/actions/undo`,
      as: rights,
      request: async (app) => ({ body: { undoToken: await token(app) } }),
      expect: 200,
    },
    { route: `POST ${PATH}/actions/undo`, as: rights, request: { body: { undoToken: 'used' } }, expect: 400 },
    {
      route: `POST ${PATH}/actions/redo`,
      as: rights,
      request: async (app) => ({ body: { logId: await undone(app) } }),
      expect: 200,
    },
    { route: `POST ${PATH}/actions/redo`, as: rights, request: { body: { logId: '' } }, expect: 400 },
    { route: `GET ${PATH}/verification`, as: rights, expect: 200 },
    { route: `GET ${PATH}/verification`, as: rights, request: { query: { after: 'x' } }, expect: 400 },
    { route: `GET ${PATH}/settings`, as: rights, expect: 200 },
    { route: `PUT ${PATH}/settings`, as: rights, request: { body: { accessDays: 30 } }, expect: 200 },
    { route: `PUT ${PATH}/settings`, as: rights, request: { body: { accessDays: 0 } }, expect: 400 },
  ],
}
