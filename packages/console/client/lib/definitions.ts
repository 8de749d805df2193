import type { ApiError } from './api.ts'
import { memberName, type TextKey, textOr } from './i18n.ts'

/** The kinds of custom fields. */
export const KINDS = [
  'text',
  'multiline',
  'integer',
  'float',
  'boolean',
  'select',
  'date',
  'datetime',
  'relation',
  'attachment',
  'currency',
  'dictionary',
] as const
export type Kind = (typeof KINDS)[number]

export interface Check {
  readonly rule: string
  readonly message: string
  readonly param?: unknown
}

export interface Option {
  readonly value: string | number
  readonly label: string
}

export interface Config {
  readonly label?: string
  readonly description?: string
  readonly options?: readonly Option[]
  readonly multi?: boolean
  readonly formEditable?: boolean
  readonly listVisible?: boolean
  readonly filterable?: boolean
  readonly searchable?: boolean
  readonly personal?: boolean
  readonly priority?: number
  readonly dictionaryId?: string
  readonly relatedEntityId?: string
  readonly validation?: readonly Check[]
  readonly group?: { readonly code: string; readonly title?: string }
}

/** A definition as those who manage it read it. */
export interface Definition {
  readonly id: string
  readonly key: string
  readonly kind: Kind
  readonly configJson: Config
  readonly isActive: boolean
  /** Null for a definition of the whole tenant. */
  readonly organizationId: string | null
  readonly isInherited: boolean
  readonly updatedAt: string
}

export interface Managed {
  readonly items: readonly Definition[]
  readonly deletedKeys: readonly string[]
}

export interface Entity {
  readonly entityId: string
  readonly source: 'code' | 'custom'
  readonly label: string
  readonly description?: string
  /** The field by which people know a record. */
  readonly labelField?: string
  readonly defaultEditor?: string
  readonly showInSidebar?: boolean
  /** Whether records have owners. */
  readonly owned?: boolean
  readonly updatedAt?: string
  readonly count: number
}

/** What an entity is called: `catalog:catalog_product` as "Products". */
export const entityName = ({ entityId, source, label }: Entity): string =>
  source === 'custom' ? label : textOr(`entity.${entityId}`, memberName(entityId.split(':')[1] ?? entityId))

export const kindText = (kind: Kind): TextKey => `kind.${kind}`

/** A label as the key of a field: "Driving licence" as `driving_licence`. */
export const toKey = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100)

/** Fields in the order of forms and lists. */
export const inOrder = (all: readonly Definition[]): readonly Definition[] =>
  all.toSorted((a, b) => priorityOf(a) - priorityOf(b) || (a.key < b.key ? -1 : 1))

const priorityOf = ({ configJson: { priority = 0 } }: Definition) => priority

/** What is wrong, with the first reason that the API gives for a member. */
export function reasonOf({ message, body }: ApiError): string {
  const details = body['details'] as { fieldErrors?: Readonly<Record<string, readonly string[]>> } | undefined
  const reason = Object.values(details?.fieldErrors ?? {}).flat()[0]
  return reason ? `${message}: ${reason}` : message
}
