import type { Definition } from './load-definitions.ts'
import type { FieldView } from './views.ts'

/** A definition as forms read it: properties that are not set are left out. */
export function toFieldView({ key, kind, config, entityId, updatedAt }: Definition): FieldView {
  const { fieldsets = [], fieldset = fieldsets[0] } = config
  const shown = {
    key,
    kind,
    label: config.label || key,
    description: config.description,
    multi: config.multi === true,
    options: config.options?.length ? config.options : undefined,
    optionsUrl: config.optionsUrl,
    filterable: config.filterable === true,
    searchable: config.searchable,
    encrypted: config.encrypted,
    formEditable: config.formEditable,
    listVisible: config.listVisible,
    editor: config.editor,
    input: config.input,
    dictionaryId: config.dictionaryId,
    dictionaryInlineCreate: config.dictionaryInlineCreate,
    relatedEntityId: config.relatedEntityId,
    defaultValue: config.defaultValue,
    priority: config.priority ?? 0,
    validation: config.validation,
    maxAttachmentSizeMb: config.maxAttachmentSizeMb,
    acceptExtensions: config.acceptExtensions,
    personal: config.personal,
    entityId,
    updatedAt,
    fieldset,
    fieldsets: fieldsets.length > 0 ? fieldsets : undefined,
    group: config.group,
  }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as FieldView
}
