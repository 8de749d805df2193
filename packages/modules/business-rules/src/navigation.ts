import { navigation } from '@plinth/points'
import { features } from './contract.ts'

const group = {
  id: 'business_rules',
  name: { en: 'Business Rules', de: 'Geschäftsregeln', es: 'Reglas de negocio', pl: 'Reguły biznesowe' },
}

/** The module's back-office pages. */
export const ownNavigation = navigation.of(
  {
    group,
    href: '/backend/business_rules/rules',
    title: { en: 'Rules', de: 'Regeln', es: 'Reglas', pl: 'Reguły' },
    access: features.view,
    order: 10,
  },
  {
    group,
    href: '/backend/business_rules/sets',
    title: { en: 'Rule sets', de: 'Regelsätze', es: 'Conjuntos de reglas', pl: 'Zestawy reguł' },
    access: features.view,
    order: 20,
  },
  {
    group,
    href: '/backend/business_rules/logs',
    title: { en: 'Execution logs', de: 'Ausführungsprotokoll', es: 'Registro de ejecuciones', pl: 'Dziennik wykonań' },
    access: features.view_logs,
    order: 30,
  },
)
