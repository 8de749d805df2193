import { type CommandContext, type Context, defineCommand, Ok, sql } from '@plinth/core'
import type { StoredRow } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Dictionary } from '../entities.ts'
import { DictionaryRowId } from '../fields.ts'
import { shippedEntries } from '../shipped-dictionaries.ts'

/** Stores the entries of a shipped dictionary, so that they can be changed. */
export const storeEntries = defineCommand({
  id: 'dictionaries.entries.store',
  label: 'Store system entries',
  access: features.manage,
  resource: 'dictionaries.dictionary',
  undoable: { because: 'the entries are the same as before' },
  input: z.object({ dictionaryId: DictionaryRowId }),
  output: Ok,
  target: ({ input: { dictionaryId } }) => ({ id: dictionaryId }),
  async run(ctx) {
    const [dictionary] = await ctx.from.lockAll(Dictionary, { id: ctx.input.dictionaryId })
    if (dictionary) await assureStored(ctx, dictionary)
    return { ok: true as const }
  },
})

/**
 * Stores the entries of the dictionary that a write names in its path, if they are still those of the code. It has a command of its
 * own, so that undoing the write neither removes them nor conflicts with writes to other entries.
 */
export async function storeEntriesFirst(
  { widenScope, scope, actAs }: Context,
  { dictionaryId }: Readonly<Record<string, string>>,
): Promise<void> {
  const id = DictionaryRowId.safeParse(dictionaryId)
  if (!id.success) return
  const unstored = await widenScope('tenant', 'store the entries of a shipped dictionary', ({ from }) =>
    from(Dictionary, 'd')
      .select('d.id')
      .where('d.id', '=', id.data)
      .where('d.entriesFrom', 'is not', null)
      .executeTakeFirst(),
  )
  if (!unstored) return
  const whole = { tenantId: scope.tenantId, organizationId: null, organizationIds: null }
  await actAs({ actor: 'platform', reason: 'shipped entries', scope: whole }, ({ run }) =>
    run(storeEntries, { dictionaryId: id.data }),
  )
}

/** Stores the entries of a locked dictionary, if they are still those of the code; returns the dictionary as it is then. */
export async function assureStored(
  { from, db, scope }: Pick<CommandContext, 'from' | 'db' | 'scope'>,
  dictionary: StoredRow<Dictionary>,
): Promise<StoredRow<Dictionary>> {
  const { id, entriesFrom, createdAt } = dictionary
  if (entriesFrom === null) return dictionary
  const entries = shippedEntries({ id, entriesFrom, createdAt })
  // Hundreds of rows in one statement. Hosts of the version before may have added some.
  await sql`
    insert into dictionary_entries (id, tenant_id, organization_id, dictionary_id, value, normalized_value, label, "position", created_at, updated_at)
    select id, ${scope.tenantId}::uuid, null, ${id}::uuid, value, "normalizedValue", label, "position", "createdAt", "updatedAt"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      r (id uuid, value text, "normalizedValue" text, label text, "position" integer, "createdAt" timestamptz, "updatedAt" timestamptz)
    on conflict (tenant_id, dictionary_id, normalized_value) do nothing`.execute(db)
  return from.change(Dictionary, dictionary, { entriesFrom: null })
}
