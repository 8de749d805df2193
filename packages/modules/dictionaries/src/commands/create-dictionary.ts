import { type CommandContext, conflict, defineCommand } from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { beforeRevert } from '../before-revert.ts'
import { events, features } from '../contract.ts'
import { Dictionary } from '../entities.ts'
import { DictionaryFields } from '../fields.ts'
import { WrittenDictionary } from '../views.ts'

/** The published error for a key that another dictionary of the organization already has. */
export const keyTaken = {
  dictionaries_key_unique: () => conflict('A dictionary with this key already exists'),
}

/** Creates a dictionary in the selected organization. */
export const createDictionary = defineCommand({
  id: 'dictionaries.dictionaries.create',
  label: 'Create dictionary',
  access: features.manage,
  resource: 'dictionaries.dictionary',
  input: DictionaryFields,
  output: WrittenDictionary,
  constraints: keyTaken,
  beforeRevert,
  async run(ctx) {
    const { input, from, scope } = ctx
    requireOrganization(scope)
    const dictionary = await from.create(Dictionary, { ...input, description: input.description || null })
    emitDictionary(ctx, 'created', dictionary)
    return dictionary
  },
})

/** Emits what happened to a dictionary. */
export function emitDictionary(
  { emit, scope: { tenantId } }: Pick<CommandContext, 'emit' | 'scope'>,
  what: 'created' | 'updated' | 'deleted',
  { id, organizationId }: { readonly id: string; readonly organizationId: string | null },
): void {
  emit(events[`dictionary.${what}`], { id, organizationId, tenantId })
}
