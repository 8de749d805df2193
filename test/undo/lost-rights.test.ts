import { type Command, PlatformError, signedIn } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { type Persona, runLogged, tenantA, type TestPlatform, revertLogged, type UndoExample } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openTogether } from '../modules/together/_platform.ts'
import { ofEachCommand } from './examples.ts'

/** Anybody who is signed in may run these; what they then may undo is tested beside them. */
const OPEN_TO_ALL = [
  'auth.profile.settings',
  'auth.sidebars.save',
  'auth.list_views.create',
  'auth.list_views.update',
  'auth.list_views.delete',
  'attachments.record_files.create',
  'attachments.record_files.delete',
  'auth.shares.create',
  'auth.shares.delete',
]

const everything: Persona = { isSuperAdmin: true, features: ['*'] }
/** Every right but those of one command; of a command that requires several, all but one. */
const without = (app: TestPlatform, command: Command): Persona => {
  const isEnough = (features: string[]) => hasAccess(app.callerOf({ features }).actor, command.access)
  const all = app.platform.modules.flatMap(({ features }) => Object.values(features ?? {}).map(({ id }) => id))
  const kept = all.filter((id) => !isEnough([id]))
  if (!isEnough(kept)) return { features: kept }
  const needed = kept.find((id) => !isEnough(kept.filter((other) => other !== id)))
  return { features: kept.filter((id) => id !== needed) }
}
const elsewhere: Persona = { features: ['*'], organizationIds: [tenantA.otherOrganization] }

type Attempt = Parameters<typeof revertLogged>[2]

async function refusal(app: TestPlatform, who: Persona, attempt: Attempt): Promise<string> {
  const error = await revertLogged(app, app.callerOf(who), attempt).then(
    () => 'it worked',
    (thrown: unknown) => thrown,
  )
  return error instanceof PlatformError ? error.code : String(error)
}

/** Whether an entry moved rows of an organization, or organizations. */
async function isOfOrganization(app: TestPlatform, entryId: string): Promise<boolean> {
  const rows = await app.sql(
    `select from plinth.changes where entry_id = $1 and (table_name = 'organizations'
      or coalesce(after, before) ->> 'organization_id' is not null)`,
    [entryId],
  )
  return rows.length > 0
}

/** Where somebody who lost the right, or is confined elsewhere, undid or redid something; and how much was placed. */
async function findWrong(app: TestPlatform, tried: readonly UndoExample[]) {
  const wrong: string[] = []
  let confined = 0
  for (const { command, input, as, name } of tried) {
    const made: unknown = typeof input === 'function' ? await input(app) : input
    const { id: entryId } = await runLogged(app, app.callerOf(as ?? everything), { command, input: made })
    const isPlaced = await isOfOrganization(app, entryId)
    if (isPlaced) confined++
    for (const direction of ['undo', 'redo'] as const) {
      const attempt = { entryId, direction }
      const withoutFeature =
        command.access === signedIn ? 'forbidden' : await refusal(app, without(app, command), attempt)
      if (withoutFeature !== 'forbidden')
        wrong.push(`${direction} of ${command.id}, ${name}, without its feature: ${withoutFeature}`)
      const far = isPlaced ? await refusal(app, elsewhere, attempt) : 'forbidden'
      if (far !== 'forbidden') wrong.push(`${direction} of ${command.id}, ${name}, from elsewhere: ${far}`)
      // What is somebody's own is theirs alone to take back.
      await revertLogged(app, app.callerOf(as ?? everything), attempt)
    }
  }
  return { wrong, confined }
}

test(
  'whoever has lost the right, or is confined elsewhere, undoes and redoes nothing (decision: Undo with current permissions)',
  { timeout: 240_000 },
  async () => {
    await using app = await openTogether()
    // All of a command's examples are undone by the same right.
    const examples = ofEachCommand(app.fixtures.undo.examples)
    const { wrong, confined } = await findWrong(app, examples)
    expect(wrong).toEqual([])
    expect(confined).toBeGreaterThan(20)
    const open = examples.filter(({ command }) => command.access === signedIn).map(({ command }) => command.id)
    expect([...new Set(open)]).toEqual(OPEN_TO_ALL)
  },
)
