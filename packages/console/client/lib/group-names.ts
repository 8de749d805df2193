import { memberName, textIn, textOr } from './i18n.ts'
import type { LocalText } from './types.ts'
import type { GroupKey } from './widgets.ts'

/** What people call a group that has no label of its own: "PDF", "Guard", "Products media". `choices` are named by its module. */
export function groupName(
  of: GroupKey,
  label: string | undefined,
  choices: Readonly<Record<string, LocalText>> = {},
): string {
  if (of === null) return '—'
  const key = String(of)
  if (Object.hasOwn(choices, key)) return textIn(choices[key]!)
  if (label !== undefined && label !== key) return label
  const [, subtype] = /^[a-z]+\/([^;]+)/.exec(key) ?? []
  if (subtype !== undefined) return textOr(`type.${key}`, subtype.replace(/^(x-|vnd\.)/, '').toUpperCase())
  // What people have written themselves stays as it is.
  const isOfCode = /^[A-Z_]+$|^[a-z]+([A-Z][a-z]*)+$/.test(key)
  return textOr(`ruleType.${key}`, textOr(`choice.${key}`, isOfCode ? memberName(key) : key))
}
