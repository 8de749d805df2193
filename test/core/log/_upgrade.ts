import { defineCommand, defineMigration, defineModule, type Migration, Ok, open, sql } from '@plinth/core'
import { runLogged, type TestPlatform, revertLogged } from '@plinth/testing'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'
import { callerA } from '../_lab/lab.ts'

const tickets = defineMigration(
  'desk.tickets',
  `select plinth.tenant_table('tickets', $$
    body text, note text, price numeric, digits integer generated always as (length(price::text)) stored$$)`,
)

/** Does what a test says, as one entry of the log. */
export const exec = defineCommand({
  id: 'desk.tickets.exec',
  access: open,
  input: z.object({ text: z.string() }),
  output: Ok,
  async run({ input, db }) {
    await sql.raw(input.text).execute(db)
    return { ok: true as const }
  },
})

const deskWith = (...more: Migration[]) =>
  defineModule({ id: 'desk', title: 'Desk', commands: [exec], migrations: [tickets, ...more] })

/** A desk of tickets in an older version, which a test writes to and then migrates. */
export async function openUpgrade() {
  const app = await testApp({ modules: [deskWith()] })
  return {
    ...withActions(app),
    /** Puts a row there that no entry knows of. */
    async insert({ body, note = null, price = null }: { body: string; note?: string | null; price?: bigint | null }) {
      const rows = await app.sql(
        `insert into tickets (id, tenant_id, body, note, price) values (gen_random_uuid(), $1, $2, $3, $4) returning id`,
        [callerA.scope.tenantId, body, note, price?.toString()],
      )
      return rows[0]!['id'] as string
    },
    /** The next version on the same database. */
    migrate: async (...more: Migration[]) =>
      withActions(await testApp({ modules: [deskWith(...more)], databaseUrl: app.databaseUrl })),
  }
}

function withActions(app: TestPlatform) {
  return {
    ...app,
    run: async (text: string) => (await runLogged(app, callerA, { command: exec, input: { text } })).id,
    revert: (direction: 'undo' | 'redo', entryId: string) => revertLogged(app, callerA, { direction, entryId }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}
