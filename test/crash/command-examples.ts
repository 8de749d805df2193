import { createSessionKey } from '@plinth/api-keys'
import { addFactor, openSession } from '@plinth/auth'
import { addUser, superAdminOf } from '@plinth/auth/testing'
import { type Caller, type Command } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import type { TestPlatform, UndoExample, Who } from '@plinth/testing'
import { tracker } from '@plinth/progress'
import { authApp } from '../modules/auth/_accounts.ts'
import { examples as undoable } from '../undo/examples.ts'
import { assistantExamples } from './assistant-examples.ts'
import { crashModules } from './command-modules.ts'
import { fileExamples } from './file-examples.ts'

type App = TestPlatform

/** A call of a command, with the rows that it needs. */
export interface Call {
  readonly input: unknown
  readonly caller: Caller
}

/** A command to be interrupted, as often as calls of it are made. */
export interface CrashExample {
  readonly command: Command
  readonly make: (app: App) => Promise<Call>
}

export const crashApp = () => authApp({ modules: crashModules })

const all = { isSuperAdmin: true, features: ['*'] }

function fromUndo({ command, input, as = all }: UndoExample): CrashExample {
  return {
    command,
    make: async (app) => ({
      input: typeof input === 'function' ? await input(app) : input,
      caller: app.callerOf(as),
    }),
  }
}

const commandOf = (id: string): Command =>
  crashModules.flatMap(({ commands = [] }) => commands).find((command) => command.id === id)!

const as =
  (who: Who, input: (app: App) => unknown = () => ({})): CrashExample['make'] =>
  async (app) => ({ input: await input(app), caller: app.callerOf(who) })

/** What the platform runs for everybody, after something was made for it to do. */
const asPlatform =
  (prepare: (app: App) => Promise<unknown>): CrashExample['make'] =>
  async (app) => {
    await prepare(app)
    return { input: {}, caller: toCaller({ actor: 'platform', reason: 'crash', scope: app.callerOf(all).scope }) }
  }

/** A job of progress, begun or not. */
async function job(app: App, isBegun: boolean): Promise<{ id: string }> {
  const id = await app.platform.actAs(app.callerOf(all), ({ inject }) =>
    inject(tracker).create({ jobType: 'x', name: 'X', totalCount: 10, cancellable: true }),
  )
  if (isBegun) await app.sql(`update progress_jobs set status = 'running', started_at = now() where id = $1`, [id])
  return { id }
}

async function longAgo(app: App, column: string): Promise<void> {
  const { id } = await job(app, true)
  await app.sql(`update progress_jobs set ${column} = now() - interval '40 days' where id = $1`, [id])
}

const pending = (app: App) => job(app, false)
const begun = (app: App) => job(app, true)

const request = () => ({
  email: `${crypto.randomUUID()}@new.example`,
  firstName: 'Ann',
  lastName: 'Founder',
  organizationName: 'New',
  locale: 'de',
  passwordHash: 'x',
  marketingConsent: true,
  ipAddress: null,
})

/** A request for a tenant whose link is about to be followed. */
async function requested(app: App): Promise<{ id: string; tokenHashes: string[]; caller: Caller }> {
  const caller = app.callerOf(all)
  const { id } = (await app.platform.actAs(caller, ({ run }) =>
    run(commandOf('onboarding.requests.submit'), request()),
  )) as { id: string }
  const [row] = await app.sql<{ tokenHash: string; tenantId: string; organizationId: string }>(
    `select token_hash as "tokenHash", tenant_id as "tenantId", organization_id as "organizationId"
      from onboarding_requests where id = $1`,
    [id],
  )
  const { tokenHash, tenantId, organizationId } = row!
  return {
    id,
    tokenHashes: [tokenHash],
    caller: toCaller({ actor: 'platform', reason: 'onboarding', scope: { tenantId, organizationId } }),
  }
}

const onboardings: readonly CrashExample[] = [
  { command: commandOf('onboarding.requests.submit'), make: as(all, request) },
  {
    command: commandOf('onboarding.requests.provision'),
    make: async (app) => {
      const { caller, ...input } = await requested(app)
      return { input: { ...input, chosenHash: null }, caller }
    },
  },
  {
    command: commandOf('onboarding.requests.lift-hold'),
    make: as(all, async (app) => ({ id: (await requested(app)).id })),
  },
  {
    command: commandOf('onboarding.requests.purge'),
    make: asPlatform(async (app) => {
      const { id } = await requested(app)
      await app.sql(`update onboarding_requests set expires_at = now() - interval '1 day' where id = $1`, [id])
    }),
  },
]

const jobs: readonly CrashExample[] = [
  { command: commandOf('progress.jobs.create'), make: as(all, () => ({ jobType: 'x', name: 'X' })) },
  { command: commandOf('progress.jobs.start'), make: as(all, pending) },
  {
    command: commandOf('progress.jobs.advance'),
    make: as(all, async (app) => ({ ...(await begun(app)), processedCount: 3 })),
  },
  {
    command: commandOf('progress.jobs.complete'),
    make: as(all, async (app) => ({ ...(await begun(app)), resultSummary: { x: 1 } })),
  },
  {
    command: commandOf('progress.jobs.fail'),
    make: as(all, async (app) => ({ ...(await begun(app)), errorMessage: 'x' })),
  },
  { command: commandOf('progress.jobs.cancel'), make: as(all, pending) },
  { command: commandOf('progress.jobs.sweep'), make: asPlatform((app) => longAgo(app, 'heartbeat_at')) },
  { command: commandOf('progress.jobs.purge'), make: asPlatform((app) => longAgo(app, 'finished_at')) },
]

/** A key whose hash was stored by a version without key ids. */
async function formerKey(app: App): Promise<Call> {
  const caller = toCaller({ actor: 'platform', reason: 'crash', scope: app.callerOf(all).scope })
  const input = { name: 'Former', description: null, organizationId: null, roles: [], expiresAt: null }
  const { id } = (await app.platform.actAs(app.callerOf(all), ({ run }) =>
    run(commandOf('api_keys.keys.create'), input),
  )) as { id: string }
  const former = id.replaceAll('-', '').repeat(2)
  await app.sql('update api_keys set key_hash = $2 where id = $1', [id, former])
  return { input: { id, former, keyHash: `renewed ${id}` }, caller }
}

const keys: readonly CrashExample[] = [
  { command: createSessionKey, make: as({ ...all, userId: crypto.randomUUID() }) },
  { command: commandOf('api_keys.keys.renew_hash'), make: formerKey },
]

/** An account, and a caller who is its owner. */
async function owner(app: App) {
  const userId = await addUser(superAdminOf(app))
  return { userId, caller: app.callerOf({ ...all, userId }) }
}

const signIns: readonly CrashExample[] = [
  {
    command: addFactor,
    make: async (app) => {
      const { userId, caller } = await owner(app)
      const factor = { kind: 'totp', enrollmentId: crypto.randomUUID(), secret: 'a secret', step: 1 }
      return { input: { userId, sessionId: null, name: 'App', locale: 'en', factor }, caller }
    },
  },
  {
    command: openSession,
    make: async (app) => {
      const { userId, caller } = await owner(app)
      const device = { userAgent: 'x', ipAddress: 'x', deviceHash: 'x', isKnown: false }
      const by = { method: 'sso', challenge: null }
      return { input: { userId, email: 'x', organizationId: null, remember: true, device, by }, caller }
    },
  },
]

/** Every undoable command of all modules, those of progress, files, onboarding and the assistant, session keys and sign-ins, each once or more. */
export const examples: readonly CrashExample[] = [
  ...undoable.map(fromUndo),
  ...onboardings,
  ...jobs,
  ...keys,
  ...signIns,
  ...fileExamples,
  ...assistantExamples,
]
