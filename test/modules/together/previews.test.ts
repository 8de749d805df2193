import type { Caller } from '@plinth/core'
import { type CommandPreview, internalRequests, type WriteMode } from '@plinth/core/http'
import type { TestPlatform, UndoExample } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openTogether } from './_platform.ts'

/** Rows of every recorded table, the log, and the queue. */
const counted = ({ sql }: TestPlatform) =>
  sql(`select (select count(*) from plinth.changes) as changes, (select count(*) from plinth.action_log) as entries,
    (select count(*) from plinth_jobs.job) as jobs, (select count(*) from plinth.kept_secrets) as secrets`)

interface Run extends Pick<UndoExample, 'command' | 'input'> {
  readonly caller: Caller
  readonly writes: WriteMode
}

/** What no two runs agree in: the secrets that they reveal. No assistant may call them. */
const random = [
  'api_keys.keys.create',
  'api_keys.keys.create_for_service_account',
  'api_keys.keys.rotate',
  'webhooks.endpoints.create',
]

async function run(app: TestPlatform, { command, caller, input, writes }: Run) {
  await app.platform.actAs(caller, ({ inject }) =>
    inject(internalRequests).work({ credential: { identify: async () => caller, ip: '' }, writes }, (ctx) =>
      ctx.run(command, input as never),
    ),
  )
}

test(
  'every undoable command is shown without a trace, and confirmed as it was shown',
  { timeout: 300_000 },
  async () => {
    await using app = await openTogether()
    const failures: string[] = []
    const examples = app.fixtures.undo.examples.filter(({ command }) => !random.includes(command.id))
    for (const example of examples) {
      const name = `${example.command.id} ${example.name ?? ''}`
      const input: unknown = typeof example.input === 'function' ? await example.input(app) : example.input
      const caller = app.callerOf(example.as ?? { features: ['*'] })
      // Rows that were made before are not of this moment.
      app.clock.advance(61_000)
      const before = await counted(app)
      const [once, twice]: [CommandPreview[], CommandPreview[]] = [[], []]
      await run(app, { ...example, caller, input, writes: { kind: 'dry-run', previews: once } })
      app.clock.advance(61_000)
      await run(app, { ...example, caller, input, writes: { kind: 'dry-run', previews: twice } })
      expect(await counted(app), name).toEqual(before)
      expect(once[0]!.changes.length + once[0]!.moreChanges, name).toBeGreaterThan(0)
      const fingerprints = once.map(({ fingerprint }) => fingerprint)
      const confirmed: CommandPreview[] = []
      await run(app, {
        ...example,
        caller,
        input,
        writes: { kind: 'expected', fingerprints, previews: confirmed },
      }).catch((error: Error) => {
        const [shown, now] = [once, confirmed].map((previews) => JSON.stringify(previews[0]?.changes))
        failures.push(`${name}: ${error.message}\n  shown ${shown}\n  now   ${now}`)
      })
    }
    expect(failures).toEqual([])
    expect(examples.length).toBeGreaterThan(20)
  },
)
