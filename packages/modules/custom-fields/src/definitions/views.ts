import { z } from 'zod'

const Group = z.object({ code: z.string(), title: z.string().optional(), hint: z.string().optional() })

/** A field as forms read it. */
export const FieldView = z.object({
  key: z.string(),
  kind: z.string(),
  label: z.string(),
  description: z.string().optional(),
  multi: z.boolean(),
  options: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).optional(),
  optionsUrl: z.string().optional(),
  filterable: z.boolean(),
  searchable: z.boolean().optional(),
  encrypted: z.boolean().optional(),
  formEditable: z.boolean(),
  listVisible: z.boolean(),
  editor: z.string().optional(),
  input: z.string().optional(),
  dictionaryId: z.uuid().optional(),
  dictionaryInlineCreate: z.boolean().optional(),
  relatedEntityId: z.string().optional(),
  defaultValue: z.unknown().optional(),
  priority: z.number(),
  validation: z.array(z.looseObject({ rule: z.string(), message: z.string() })).optional(),
  maxAttachmentSizeMb: z.number().optional(),
  acceptExtensions: z.array(z.string()).optional(),
  personal: z.boolean().optional(),
  entityId: z.string(),
  updatedAt: z.string(),
  fieldset: z.string().optional(),
  fieldsets: z.array(z.string()).optional(),
  group: Group.optional(),
})
export type FieldView = z.output<typeof FieldView>

/** A group of fields as forms read it. */
export const FieldsetView = z.object({
  code: z.string(),
  label: z.string(),
  icon: z.string().optional(),
  description: z.string().optional(),
  groups: z.array(Group).optional(),
})

/** A definition as returned to its writer. */
export const SavedDefinition = z.object({
  id: z.uuid(),
  key: z.string(),
  kind: z.string(),
  configJson: z.record(z.string(), z.unknown()),
  isActive: z.boolean(),
})
