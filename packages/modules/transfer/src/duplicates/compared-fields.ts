import { CUSTOM_PREFIX } from '@plinth/core/data'
import type { Draft } from '../rows/draft.ts'
import type { Plan } from '../rows/plan.ts'
import type { Field } from '../targets/fields.ts'
import { toEmail, toName, toPhone, type Traits } from './likeness.ts'

/** The fields by which rows are compared with records, as far as the file has them and the importer may read them. */
export interface ComparedFields {
  readonly email: Field | undefined
  readonly phone: Field | undefined
  /** The parts of a name. */
  readonly names: readonly Field[]
}

const EMAIL = /^(?:e ?mail|.*email)(?: ?address)?$/
const PHONE = /phone|mobile|^tel$|telefon|telephone/
const NAMES = ['name', 'title', 'displayname', 'fullname', 'companyname', 'company', 'label']
const PARTS = [
  ['firstname', 'lastname'],
  ['givenname', 'familyname'],
  ['forename', 'surname'],
]

/** Chooses these fields by what they are called. */
export function comparedFields({ columns }: Pick<Plan, 'columns'>): ComparedFields {
  const fields = columns
    .filter(({ field, lookUp }) => !lookUp && field.kind === 'text' && !field.isList && !field.options)
    .map(({ field }) => field)
  const named = (wanted: string) => fields.find(({ name }) => simplify(name) === wanted)
  const parts = PARTS.map((names) => names.flatMap((name) => named(name) ?? [])).find(({ length }) => length === 2)
  const whole = NAMES.flatMap((name) => named(name) ?? [])[0] ?? fields.find(({ isRequired }) => isRequired)
  return {
    email: fields.find(({ name }) => EMAIL.test(simplify(name))),
    phone: fields.find(({ name }) => PHONE.test(simplify(name))),
    names: parts ?? (whole ? [whole] : []),
  }
}

const simplify = (name: string) =>
  name
    .replace(CUSTOM_PREFIX, '')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

/** What a row is compared by. */
export const traitsOfDraft = (fields: ComparedFields, { values }: Draft): Traits =>
  toTraits(fields, (field) => values.get(field))

/** What something with these values is compared by. */
export function toTraits({ email, phone, names }: ComparedFields, valueOf: (field: Field) => unknown): Traits {
  const textOf = (field: Field | undefined) => {
    const value = field && valueOf(field)
    return typeof value === 'string' ? value : ''
  }
  const parts = names.map(textOf)
  return {
    email: toEmail(textOf(email)),
    phone: toPhone(textOf(phone)),
    // Half of a name is that of many.
    name: parts.includes('') ? undefined : toName(parts.join(' ')),
  }
}
