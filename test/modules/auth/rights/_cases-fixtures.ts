import { auth, handOver } from '@plinth/auth'
import { addUser, superAdminOf } from '@plinth/auth/testing'
import type { FixtureActor, ModuleFixtures, Sample, TestPlatform, UndoExample } from '@plinth/testing'
import { cases, notes } from './_cases.ts'

const admin = 'admin'
const unknown = '99999999-9999-4999-8999-999999999999'
const [CASES, NOTES, SHARES] = ['/cases/cases', '/cases/notes', '/cases/cases/{id}/shares']

const everything = (app: TestPlatform) => app.as({ features: ['*'] })
const user = (app: TestPlatform) => addUser(superAdminOf(app))
const made = async (app: TestPlatform, path: string, body: object) =>
  (await everything(app).post(path, body)).body.id as string
const addCase = (app: TestPlatform, fields: object = {}) => made(app, CASES, { title: 'Flood', ...fields })
const addNote = async (app: TestPlatform, fields: object = {}) =>
  made(app, NOTES, { text: 'Wet', case: await addCase(app), ...fields })

async function addShare(app: TestPlatform) {
  const id = await addCase(app)
  const subjectId = await user(app)
  return { id, subjectId, shareId: await made(app, `${CASES}/${id}/shares`, { with: 'user', subjectId }) }
}

const ofCases: readonly Sample[] = [
  { route: `GET ${CASES}`, as: admin, expect: 200 },
  { route: `GET ${CASES}`, as: admin, request: { query: { shared: 'me' } }, expect: 200 },
  { route: `GET ${CASES}`, as: admin, request: { query: { search: 'x'.repeat(201) } }, expect: 400 },
  { route: `POST ${CASES}`, as: admin, request: { body: { title: 'Flood' } }, expect: 201 },
  { route: `POST ${CASES}`, as: admin, request: { body: { title: 'Flood', ownerId: unknown } }, expect: 400 },
  {
    route: `PUT ${CASES}`,
    as: admin,
    request: async (app) => ({ body: { id: await addCase(app), title: 'Fire' } }),
    expect: 200,
  },
  {
    route: `PUT ${CASES}`,
    as: admin,
    request: async (app) => ({ body: { id: await addCase(app), ownerId: await user(app) } }),
    expect: 200,
  },
  {
    route: `PUT ${CASES}`,
    as: admin,
    request: async (app) => ({ body: { id: await addCase(app), ownerId: unknown } }),
    expect: 400,
  },
  { route: `PUT ${CASES}`, as: admin, request: { body: { id: unknown, title: 'Fire' } }, expect: 404 },
  { route: `DELETE ${CASES}`, as: admin, request: async (app) => ({ query: { id: await addCase(app) } }), expect: 200 },
  { route: `DELETE ${CASES}`, as: admin, request: { query: { id: unknown } }, expect: 404 },
]

const ofNotes: readonly Sample[] = [
  { route: `GET ${NOTES}`, as: admin, expect: 200 },
  { route: `GET ${NOTES}`, as: admin, request: { query: { search: 'x'.repeat(201) } }, expect: 400 },
  {
    route: `POST ${NOTES}`,
    as: admin,
    request: async (app) => ({ body: { text: 'Wet', case: await addCase(app) } }),
    expect: 201,
  },
  { route: `POST ${NOTES}`, as: admin, request: { body: { text: 'Wet', case: unknown } }, expect: 400 },
  {
    route: `PUT ${NOTES}`,
    as: admin,
    request: async (app) => ({ body: { id: await addNote(app), text: 'Dry' } }),
    expect: 200,
  },
  {
    route: `PUT ${NOTES}`,
    as: admin,
    request: async (app) => ({ body: { id: await addNote(app), ownerId: await user(app) } }),
    expect: 200,
  },
  { route: `PUT ${NOTES}`, as: admin, request: { body: { id: unknown, text: 'Dry' } }, expect: 404 },
  { route: `DELETE ${NOTES}`, as: admin, request: async (app) => ({ query: { id: await addNote(app) } }), expect: 200 },
  { route: `DELETE ${NOTES}`, as: admin, request: { query: { id: unknown } }, expect: 404 },
]

const ofShares: readonly Sample[] = [
  {
    route: `GET ${SHARES}`,
    as: admin,
    request: async (app) => ({ params: { id: (await addShare(app)).id } }),
    expect: 200,
  },
  { route: `GET ${SHARES}`, as: admin, request: { params: { id: 'x' } }, expect: 400 },
  { route: `GET ${SHARES}`, as: admin, request: { params: { id: unknown } }, expect: 404 },
  {
    route: `POST ${SHARES}`,
    as: admin,
    request: async (app) => ({
      params: { id: await addCase(app) },
      body: { with: 'user', subjectId: await user(app) },
    }),
    expect: 201,
  },
  {
    route: `POST ${SHARES}`,
    as: admin,
    request: async (app) => ({ params: { id: await addCase(app) }, body: { with: 'team', subjectId: unknown } }),
    expect: 400,
  },
  {
    route: `POST ${SHARES}`,
    as: admin,
    request: async (app) => ({ params: { id: unknown }, body: { with: 'user', subjectId: await user(app) } }),
    expect: 404,
  },
  {
    route: `DELETE ${SHARES}/{shareId}`,
    as: admin,
    request: async (app) => {
      const { id, shareId } = await addShare(app)
      return { params: { id, shareId } }
    },
    expect: 200,
  },
  {
    route: `DELETE ${SHARES}/{shareId}`,
    as: admin,
    request: async (app) => ({ params: { id: await addCase(app), shareId: unknown } }),
    expect: 404,
  },
]

const commandOfAuth = (id: string) => auth().commands!.find((command) => command.id === id)!

const examples: readonly UndoExample[] = [
  { command: cases.create, input: { title: 'Flood' } },
  { command: cases.update, input: async (app: TestPlatform) => ({ id: await addCase(app), ownerId: await user(app) }) },
  {
    command: cases.delete,
    name: 'that is shared',
    input: async (app: TestPlatform) => ({ id: (await addShare(app)).id }),
  },
  { command: notes.create, input: async (app: TestPlatform) => ({ text: 'Wet', case: await addCase(app) }) },
  { command: notes.update, input: async (app: TestPlatform) => ({ id: await addNote(app), text: 'Dry' }) },
  { command: notes.delete, input: async (app: TestPlatform) => ({ id: await addNote(app) }) },
  {
    command: handOver,
    input: async (app: TestPlatform) => {
      const fromUserId = await user(app)
      await addCase(app, { ownerId: fromUserId })
      await addNote(app, { ownerId: fromUserId })
      return { fromUserId, toUserId: await user(app) }
    },
  },
  {
    command: commandOfAuth('auth.shares.create'),
    input: async (app: TestPlatform) => ({
      kind: 'cases.case',
      recordId: await addCase(app),
      with: 'user',
      subjectId: await user(app),
      access: 'edit',
    }),
  },
  {
    command: commandOfAuth('auth.shares.delete'),
    input: async (app: TestPlatform) => {
      const { id, shareId } = await addShare(app)
      return { kind: 'cases.case', recordId: id, id: shareId }
    },
  },
]

/** A share of the case of an actor. */
export const shareOfCase = ({ idIn }: FixtureActor) => ({
  subject_kind: 'user',
  kind: 'cases.case',
  record_id: idIn('cases'),
})

/** Test fixtures of records with owners and shares, for the checks of all modules. */
export const caseworkFixtures: ModuleFixtures = {
  contract: { open: [], samples: [...ofCases, ...ofNotes, ...ofShares] },
  isolation: {
    idTables: {
      [`POST ${SHARES}`]: 'cases',
      [`POST ${SHARES} subjectId`]: 'users',
      [`DELETE ${SHARES}/{shareId}`]: 'cases',
      [`DELETE ${SHARES}/{shareId} shareId`]: 'record_shares',
    },
  },
  undo: { examples },
}
