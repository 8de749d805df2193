import { defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { listCurrencies, type SystemEntry } from '../currencies.ts'
import { Dictionary } from '../entities.ts'
import { normalize } from '../fields.ts'
import { units } from '../units.ts'

/** The dictionaries that every tenant has, for all of its organizations. */
const shipped = () => [
  { key: 'currency', name: 'Currencies', entries: listCurrencies() },
  { key: 'unit', name: 'Units of measure', entries: units },
]

/** Adds the shipped dictionaries that the tenant lacks. */
export const seedDictionaries = defineCommand({
  id: 'dictionaries.dictionaries.seed',
  label: 'Add system dictionaries',
  access: features.manage,
  resource: 'dictionaries.dictionary',
  undoable: { because: 'every tenant has these dictionaries' },
  input: z.object({}),
  output: Ok,
  target: () => ({ id: null }),
  async run(ctx) {
    const { db, from, scope, now } = ctx
    const time = now().toISOString()
    for (const { key, name, entries } of shipped()) {
      const row = { key, name, description: null, organizationId: null, isSystem: true, entrySortMode: 'position_asc' }
      const added = await from
        .insert(Dictionary, row)
        .onConflict((on) => on.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) continue
      // Hundreds of rows in one statement.
      await sql`
        insert into dictionary_entries (id, tenant_id, organization_id, dictionary_id, value, normalized_value, label, "position", created_at, updated_at)
        select gen_random_uuid(), ${scope.tenantId}::uuid, null, ${added.id}::uuid, value, normalized, label, "position", ${time}, ${time}
        from jsonb_to_recordset(${JSON.stringify(toRows(entries))}::jsonb)
          r (value text, normalized text, label text, "position" integer)`.execute(db)
    }
    return { ok: true as const }
  },
})

const toRows = (entries: readonly SystemEntry[]) =>
  entries.map(({ value, label }, position) => ({ value, label, normalized: normalize(value), position }))
