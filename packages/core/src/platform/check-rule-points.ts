import { z } from 'zod'
import type { Module } from '../define/module.ts'
import type { RulePoint } from '../define/rule-point.ts'
import { brokenSetup } from '../errors.ts'

/** Refuses two rule points of one name, and fields that rules may set but that no input takes. */
export function checkRulePoints(modules: readonly Module[]): void {
  const points = new Map<string, RulePoint>()
  for (const { id, rules, input } of modules.flatMap((module) => module.commands ?? [])) {
    const point = rules?.point()
    if (!point) continue
    const { entityType, settable } = point
    if ((points.get(entityType) ?? point) !== point) throw brokenSetup(`Two rule points have the name '${entityType}'`)
    points.set(entityType, point)
    if ('before' in point.data.shape)
      throw brokenSetup(`The rule point '${entityType}' has a field 'before', where rules find what was`)
    const fields = fieldsOf(input as z.ZodType)
    if (rules?.writes === 'gone' || !fields) continue
    const unknown = settable.find((field) => !(field in fields))
    if (unknown !== undefined)
      throw brokenSetup(`Rules may set '${unknown}' of '${entityType}', which command '${id}' does not take`)
  }
}

/** The members of an input, also behind a transformation. */
function fieldsOf(input: z.ZodType): object | undefined {
  if (input instanceof z.ZodPipe) return fieldsOf(input.in as z.ZodType)
  return input instanceof z.ZodObject ? input.shape : undefined
}
