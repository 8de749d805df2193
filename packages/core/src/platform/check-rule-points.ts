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
    if (rules?.writes === 'gone' || !(input instanceof z.ZodObject)) continue
    const unknown = settable.find((field) => !(field in input.shape))
    if (unknown !== undefined)
      throw brokenSetup(`Rules may set '${unknown}' of '${entityType}', which command '${id}' does not take`)
  }
}
