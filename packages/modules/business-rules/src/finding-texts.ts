import { inLanguage } from './condition-texts.ts'

type Translations = readonly [english: RegExp, texts: Readonly<Record<string, string>>]

const translations: readonly Translations[] = [
  [
    /^The entity has no field (.+)$/,
    {
      de: 'Es gibt kein Feld $1',
      es: 'No hay ningún campo $1',
      pl: 'Nie ma pola $1',
    },
  ],
  [
    /^(.+) may have no value, and then the rule rejects$/,
    {
      de: '$1 kann leer sein, und dann lehnt die Regel ab',
      es: '$1 puede no tener valor, y entonces la regla rechaza',
      pl: '$1 może nie mieć wartości, a wtedy reguła odrzuca',
    },
  ],
  [
    /^(.+) (is .+ cannot be compared with .+), so the rule rejects$/,
    {
      de: '$1 hat einen anderen Typ als der Vergleichswert, daher lehnt die Regel ab',
      es: '$1 es de otro tipo que el valor comparado, así que la regla rechaza',
      pl: '$1 ma inny typ niż porównywana wartość, więc reguła odrzuca',
    },
  ],
  [
    /^(Action \d+: )?(.+) is never (.+)$/,
    {
      de: '$1$2 hat nie den Wert $3',
      es: '$1$2 nunca es $3',
      pl: '$1$2 nigdy nie ma wartości $3',
    },
  ],
  [
    /^(.+) has no value in a condition$/,
    {
      de: '$1 hat in einer Bedingung keinen Wert',
      es: '$1 no tiene valor en una condición',
      pl: '$1 nie ma wartości w warunku',
    },
  ],
  [
    /^(\{\{.+\}\}) has no value$/,
    {
      de: '$1 hat keinen Wert',
      es: '$1 no tiene valor',
      pl: '$1 nie ma wartości',
    },
  ],
  [
    /^(Action \d+: )(.+) cannot be set to (.+)$/,
    {
      de: '$1$2 kann nicht auf $3 gesetzt werden',
      es: '$1$2 no puede tomar el valor $3',
      pl: '$1$2 nie można ustawić na $3',
    },
  ],
  [
    /^(Action \d+: )(.+) cannot be set, because rules can only set (.+)$/,
    {
      de: '$1$2 kann nicht gesetzt werden; Regeln können nur $3 setzen',
      es: '$1$2 no se puede fijar; las reglas solo pueden fijar $3',
      pl: '$1$2 nie można ustawić; reguły mogą ustawiać tylko $3',
    },
  ],
  [
    /^(Action \d+: )(.+) cannot be set, because rules can set no field of this entity$/,
    {
      de: '$1$2 kann nicht gesetzt werden; Regeln können hier kein Feld setzen',
      es: '$1$2 no se puede fijar; las reglas no pueden fijar ningún campo aquí',
      pl: '$1$2 nie można ustawić; reguły nie mogą tu ustawić żadnego pola',
    },
  ],
  [
    /^(Action \d+: )(.+) cannot be set, because nothing can be set after the commit$/,
    {
      de: '$1$2 kann nicht gesetzt werden, denn nach dem Speichern ist es zu spät',
      es: '$1$2 no se puede fijar, porque después de guardar es demasiado tarde',
      pl: '$1$2 nie można ustawić, bo po zapisaniu jest za późno',
    },
  ],
  [
    /^(Action \d+: )(.+) cannot be set, because nothing can be set in what is deleted$/,
    {
      de: '$1$2 kann nicht gesetzt werden, denn der Eintrag wird gelöscht',
      es: '$1$2 no se puede fijar, porque el registro se elimina',
      pl: '$1$2 nie można ustawić, bo rekord jest usuwany',
    },
  ],
  [
    /^(Action \d+: )(.+) cannot be set, because its commands take no fields that rules could set$/,
    {
      de: '$1$2 kann bei diesem Ereignis nicht gesetzt werden',
      es: '$1$2 no se puede fijar en este evento',
      pl: '$1$2 nie można ustawić przy tym zdarzeniu',
    },
  ],
  [
    /^Its effective period ends before it begins$/,
    {
      de: 'Ihr Zeitraum endet, bevor er beginnt',
      es: 'Su periodo termina antes de empezar',
      pl: 'Jej okres kończy się przed początkiem',
    },
  ],
  [
    /^Its condition holds whatever the data$/,
    {
      de: 'Ihre Bedingung ist bei allen Daten erfüllt',
      es: 'Su condición se cumple con cualquier dato',
      pl: 'Jej warunek jest spełniony dla każdych danych',
    },
  ],
  [
    /^Its condition cannot hold$/,
    {
      de: 'Ihre Bedingung kann nie erfüllt sein',
      es: 'Su condición no puede cumplirse',
      pl: 'Jej warunek nigdy nie może być spełniony',
    },
  ],
  [
    /^Its parts exclude each other$/,
    {
      de: 'Ihre Teile schließen sich aus',
      es: 'Sus partes se excluyen',
      pl: 'Jego części się wykluczają',
    },
  ],
  [
    /^It cannot hold$/,
    {
      de: 'Das kann nie erfüllt sein',
      es: 'No puede cumplirse',
      pl: 'To nigdy nie może być spełnione',
    },
  ],
  [
    /^The pattern never matches: (.+)$/,
    {
      de: 'Das Muster passt nie: $1',
      es: 'El patrón nunca coincide: $1',
      pl: 'Wzorzec nigdy nie pasuje: $1',
    },
  ],
  [
    /^Without effect, because (.+) always sets the same fields afterwards$/,
    {
      de: 'Ohne Wirkung, weil $1 danach immer dieselben Felder setzt',
      es: 'Sin efecto, porque $1 siempre fija después los mismos campos',
      pl: 'Bez skutku, bo $1 zawsze potem ustawia te same pola',
    },
  ],
  [
    /^Without effect, because (.+) refuses whenever this rule would$/,
    {
      de: 'Ohne Wirkung, weil $1 immer schon ablehnt, wenn diese Regel es täte',
      es: 'Sin efecto, porque $1 ya rechaza siempre que lo haría esta regla',
      pl: 'Bez skutku, bo $1 odrzuca zawsze, gdy zrobiłaby to ta reguła',
    },
  ],
  [
    /^Both can apply at once and disagree about the transition$/,
    {
      de: 'Beide können zugleich gelten und sind sich uneins, ob abgelehnt wird',
      es: 'Ambas pueden aplicarse a la vez y no coinciden en si se rechaza',
      pl: 'Obie mogą obowiązywać naraz i różnią się co do odrzucenia',
    },
  ],
  [
    /^Both can apply at once and disagree about (.+)$/,
    {
      de: 'Beide können zugleich gelten und setzen $1 verschieden',
      es: 'Ambas pueden aplicarse a la vez y no coinciden en $1',
      pl: 'Obie mogą obowiązywać naraz i różnią się co do $1',
    },
  ],
  [
    /^It names no event, so no command runs it$/,
    {
      de: 'Sie nennt kein Ereignis, daher führt kein Befehl sie aus',
      es: 'No nombra ningún evento, así que ningún comando la ejecuta',
      pl: 'Nie wskazuje zdarzenia, więc żadne polecenie jej nie uruchamia',
    },
  ],
  [
    /^No module has an entity '(.+)', so no command runs it$/,
    {
      de: 'Kein Modul hat eine Entität „$1“, daher führt kein Befehl sie aus',
      es: 'Ningún módulo tiene la entidad «$1», así que ningún comando la ejecuta',
      pl: 'Żaden moduł nie ma encji „$1”, więc żadne polecenie jej nie uruchamia',
    },
  ],
  [
    /^Invalid actions: (Action \d+: )NOTIFY: (.+) is no person, role or confirmed address$/,
    {
      de: '$1$2 ist keine Person, Rolle oder bestätigte Adresse',
      es: '$1$2 no es una persona, un rol ni una dirección confirmada',
      pl: '$1$2 nie jest osobą, rolą ani potwierdzonym adresem',
    },
  ],
  [
    /^(.+) is not set: rules can only set (.+)$/,
    {
      de: '$1 wird nicht gesetzt: Regeln können nur $2 setzen',
      es: '$1 no se fija: las reglas solo pueden fijar $2',
      pl: '$1 nie zostaje ustawione: reguły mogą ustawiać tylko $2',
    },
  ],
  [
    /^(.+) is not set: rules can set no field of this entity$/,
    {
      de: '$1 wird nicht gesetzt: Regeln können hier kein Feld setzen',
      es: '$1 no se fija: las reglas no pueden fijar ningún campo aquí',
      pl: '$1 nie zostaje ustawione: reguły nie mogą tu ustawić żadnego pola',
    },
  ],
  [
    /^(.+) is not set: nothing can be set after the commit$/,
    {
      de: '$1 wird nicht gesetzt: nach dem Speichern ist es zu spät',
      es: '$1 no se fija: después de guardar es demasiado tarde',
      pl: '$1 nie zostaje ustawione: po zapisaniu jest za późno',
    },
  ],
  [
    /^(.+) is not set: nothing can be set in what is deleted$/,
    {
      de: '$1 wird nicht gesetzt: der Eintrag wird gelöscht',
      es: '$1 no se fija: el registro se elimina',
      pl: '$1 nie zostaje ustawione: rekord jest usuwany',
    },
  ],
  [
    /^(.+) is not set: the command takes no fields that rules could set$/,
    {
      de: '$1 wird nicht gesetzt: bei diesem Ereignis können Regeln nichts setzen',
      es: '$1 no se fija: en este evento las reglas no pueden fijar nada',
      pl: '$1 nie zostaje ustawione: przy tym zdarzeniu reguły nic nie ustawiają',
    },
  ],
  [
    /^(.+) is not set: (.+) has no value$/,
    {
      de: '$1 wird nicht gesetzt: $2 hat keinen Wert',
      es: '$1 no se fija: $2 no tiene valor',
      pl: '$1 nie zostaje ustawione: $2 nie ma wartości',
    },
  ],
]

const ACTION: Readonly<Record<string, string>> = { de: 'Aktion', es: 'Acción', pl: 'Akcja' }

/** Translates what the analysis has found; returns anything else as what is said of conditions. */
export function toFindingIn(language: string, message: string): string {
  const found = translations.find(([english]) => english.test(message))
  const text = found?.[1][language]
  if (text === undefined) return inLanguage(language, message)
  // A group that takes no part is empty.
  return message.replace(found![0], text).replace(/^Action (\d+): /, `${ACTION[language]} $1: `)
}

/** What a log says of actions, with their errors translated. */
export function toOutputIn(language: string, output: unknown): unknown {
  const { actionsExecuted } = (output ?? {}) as { readonly actionsExecuted?: unknown }
  if (!Array.isArray(actionsExecuted)) return output
  const results = actionsExecuted.map((result: { readonly error?: unknown }) =>
    typeof result?.error === 'string' ? { ...result, error: toFindingIn(language, result.error) } : result,
  )
  return { ...(output as object), actionsExecuted: results }
}
