import { consolePages } from '@plinth/points'
import { features } from './contract.ts'

/** The page of number series in the console. */
export const ownPage = consolePages.of({
  path: 'numbers',
  resource: '/numbers/series',
  kind: 'numbers.series',
  title: { en: 'Number series', de: 'Nummernkreise', es: 'Series de numeración', pl: 'Serie numerów' },
  icon: 'list',
  access: features.view,
  label: 'title',
  columns: ['title', 'example', 'pattern', 'next', 'period'],
  labels: {
    key: { en: 'Key', de: 'Schlüssel', es: 'Clave', pl: 'Klucz' },
    pattern: { en: 'Pattern', de: 'Muster', es: 'Patrón', pl: 'Wzorzec' },
    next: { en: 'Next number', de: 'Nächste Nummer', es: 'Siguiente número', pl: 'Następny numer' },
    example: { en: 'Next', de: 'Als Nächstes', es: 'Siguiente', pl: 'Następny' },
    per: { en: 'Counted per', de: 'Gezählt je', es: 'Contado por', pl: 'Liczone według' },
    period: { en: 'Begins anew', de: 'Beginnt neu', es: 'Vuelve a empezar', pl: 'Zaczyna się od nowa' },
    gapless: { en: 'Without gaps', de: 'Lückenlos', es: 'Sin huecos', pl: 'Bez luk' },
  },
  choices: {
    per: {
      organization: { en: 'Organization', de: 'Organisation', es: 'Organización', pl: 'Organizacja' },
      tenant: { en: 'Tenant', de: 'Mandant', es: 'Inquilino', pl: 'Dzierżawca' },
    },
    period: {
      year: { en: 'Each year', de: 'Jedes Jahr', es: 'Cada año', pl: 'Co roku' },
      month: { en: 'Each month', de: 'Jeden Monat', es: 'Cada mes', pl: 'Co miesiąc' },
      never: { en: 'Never', de: 'Nie', es: 'Nunca', pl: 'Nigdy' },
    },
  },
})
