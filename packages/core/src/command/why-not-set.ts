import { CUSTOM_PREFIX } from '../define/extensible.ts'
import type { RuleData, RuleHook } from '../define/rule-point.ts'

/** The names of the custom fields among the data of rules. */
export const customNames = (data: RuleData): readonly string[] =>
  Object.keys(data).filter((name) => name.startsWith(CUSTOM_PREFIX))

/** Explains why a command ignores what a rule sets a field to; undefined if it does not. `custom` are its custom fields. */
export function whyNotSet(
  field: string,
  { point, sets, writes }: Pick<RuleHook, 'point' | 'sets' | 'writes'>,
  custom: readonly string[] = [],
): string | undefined {
  if (writes === 'gone') return 'nothing can be set in what is deleted'
  if (sets === false) return 'the command takes no fields that rules could set'
  const { settable } = point()
  const [name = ''] = field.split(/[.[]/)
  if (settable.includes(name) || custom.includes(name)) return undefined
  const names = [...settable, ...custom].join(', ')
  return names === '' ? 'rules can set no field of this entity' : `rules can only set ${names.slice(0, MAX_NAMES)}`
}

const MAX_NAMES = 500
