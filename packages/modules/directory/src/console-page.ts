import { consolePages } from '@plinth/points'
import { features } from './contract.ts'

/** The page of what a tenant chooses: time zone, language, first day of the week and currency. */
export const ownPage = consolePages.of({
  path: 'directory/settings',
  settings: '/directory/settings',
  title: {
    en: 'Language and time zone',
    de: 'Sprache und Zeitzone',
    es: 'Idioma y zona horaria',
    pl: 'Język i strefa czasowa',
  },
  icon: 'globe',
  access: features['settings.manage'],
  labels: {
    timeZone: { en: 'Time zone', de: 'Zeitzone', es: 'Zona horaria', pl: 'Strefa czasowa' },
    language: { en: 'Language', de: 'Sprache', es: 'Idioma', pl: 'Język' },
    weekStart: {
      en: 'First day of the week',
      de: 'Erster Tag der Woche',
      es: 'Primer día de la semana',
      pl: 'Pierwszy dzień tygodnia',
    },
    currency: { en: 'Currency', de: 'Währung', es: 'Moneda', pl: 'Waluta' },
  },
})
