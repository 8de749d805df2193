import { defineTexts } from '../../kit/texts.ts'

/** Texts of charts, which are loaded when one is shown. */
export const tc = defineTexts({
  en: { total: 'Total', splitBy: 'Split by', notSplit: 'Nothing' },
  de: { total: 'Summe', splitBy: 'Aufgeteilt nach', notSplit: 'Nichts' },
  es: { total: 'Total', splitBy: 'Dividido por', notSplit: 'Nada' },
  pl: { total: 'Razem', splitBy: 'Podział według', notSplit: 'Brak' },
})
