import { defineTexts } from '../../kit/texts.ts'

/** What is stored and names fields that are gone or hidden. */
export const tf = defineTexts({
  en: {
    title: 'Problems',
    text: 'What names a field that is gone, or that its owner may not read any more.',
    none: 'No problems',
    noneText: 'Policies, rules, charts, views, exports and webhooks name only fields that their owners may read.',
    gone: 'Field is gone',
    hidden: 'Hidden from the owner',
    owner: 'Owner: {name}',
    some: 'Rules, charts, views, exports or webhooks name fields that are gone or hidden from their owners: {count}.',
    show: 'Show problems',
  },
  de: {
    title: 'Probleme',
    text: 'Was ein Feld nennt, das es nicht mehr gibt oder das sein Besitzer nicht mehr lesen darf.',
    none: 'Keine Probleme',
    noneText: 'Regeln, Diagramme, Ansichten, Exporte und Webhooks nennen nur Felder, die ihre Besitzer lesen dürfen.',
    gone: 'Feld gibt es nicht mehr',
    hidden: 'Vor dem Besitzer verborgen',
    owner: 'Besitzer: {name}',
    some: 'Regeln, Diagramme, Ansichten, Exporte oder Webhooks nennen Felder, die es nicht mehr gibt oder die ihren Besitzern verborgen sind: {count}.',
    show: 'Probleme anzeigen',
  },
  es: {
    title: 'Problemas',
    text: 'Lo que nombra un campo que ya no existe o que su propietario ya no puede leer.',
    none: 'Sin problemas',
    noneText:
      'Políticas, reglas, gráficos, vistas, exportaciones y webhooks solo nombran campos que sus propietarios pueden leer.',
    gone: 'El campo ya no existe',
    hidden: 'Oculto para el propietario',
    owner: 'Propietario: {name}',
    some: 'Reglas, gráficos, vistas, exportaciones o webhooks nombran campos que ya no existen o que están ocultos para sus propietarios: {count}.',
    show: 'Mostrar problemas',
  },
  pl: {
    title: 'Problemy',
    text: 'To, co nazywa pole, którego już nie ma albo którego właściciel nie może już czytać.',
    none: 'Brak problemów',
    noneText: 'Reguły, wykresy, widoki, eksporty i webhooki nazywają tylko pola, które ich właściciele mogą czytać.',
    gone: 'Pola już nie ma',
    hidden: 'Ukryte przed właścicielem',
    owner: 'Właściciel: {name}',
    some: 'Reguły, wykresy, widoki, eksporty lub webhooki nazywają pola, których już nie ma albo które są ukryte przed właścicielami: {count}.',
    show: 'Pokaż problemy',
  },
})
