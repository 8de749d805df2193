import { defineTexts } from '../../kit/texts.ts'

/** Texts of the chart of organizations, and of the drawer of one. */
export const to = defineTexts({
  en: {
    below: 'Organizations below',
    belowOf: '{count} below {name}',
    state: 'State',
    keys: 'Arrow keys lead to what is above, below and beside.',
  },
  de: {
    below: 'Organisationen darunter',
    belowOf: '{count} unter {name}',
    state: 'Status',
    keys: 'Pfeiltasten führen zu dem, was darüber, darunter und daneben ist.',
  },
  es: {
    below: 'Organizaciones por debajo',
    belowOf: '{count} por debajo de {name}',
    state: 'Estado',
    keys: 'Las flechas llevan a lo que hay encima, debajo y al lado.',
  },
  pl: {
    below: 'Organizacje poniżej',
    belowOf: '{count} poniżej {name}',
    state: 'Stan',
    keys: 'Strzałki prowadzą do tego, co jest wyżej, niżej i obok.',
  },
})
