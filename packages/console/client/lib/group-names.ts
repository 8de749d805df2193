import { memberName, textOr } from './i18n.ts'
import type { GroupKey } from './widgets.ts'

/** What people call a group that has no label of its own: "PDF", "Guard", "Products media". */
export function groupName(of: GroupKey, label: string | undefined): string {
  if (of === null) return '—'
  const key = String(of)
  if (label !== undefined && label !== key) return label
  const [, subtype] = /^[a-z]+\/([^;]+)/.exec(key) ?? []
  if (subtype !== undefined) return textOr(`type.${key}`, subtype.replace(/^(x-|vnd\.)/, '').toUpperCase())
  // What people have written themselves stays as it is.
  const isOfCode = /^[A-Z_]+$|^[a-z]+([A-Z][a-z]*)+$/.test(key)
  return textOr(`ruleType.${key}`, textOr(`choice.${key}`, isOfCode ? memberName(key) : key))
}
