import { defineModule, type Module, provide } from '@plinth/core'
import { events, features } from './contract.ts'
import { BusinessRule, RuleSet, RuleSetMember } from './entities.ts'
import { rules } from './migrations/0001-rules.ts'
import { type BusinessRulesOptions, settings, toSettings } from './settings.ts'

/** Rules that customers change without a deploy (section 4.7 of the published API). */
export function businessRules(options: BusinessRulesOptions = {}): Module {
  const made = toSettings(options)
  return defineModule({
    id: 'business_rules',
    title: 'Business Rules',
    requires: [],
    entities: [BusinessRule, RuleSet, RuleSetMember],
    migrations: [rules],
    features,
    events,
    roles: { admin: ['business_rules.*'] },
    services: [provide(settings, () => made)],
  })
}
