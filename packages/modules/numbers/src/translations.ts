import type { Translations } from '@plinth/core/http'

/** What the module declares and throws, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Numbers: 'Nummern',
    'Number series': 'Nummernkreise',
    'View number series': 'Nummernkreise ansehen',
    'Manage number series': 'Nummernkreise verwalten',
    'Update number series': 'Nummernkreis geändert',
    'Number series not found': 'Nummernkreis nicht gefunden',
    'The next number must be at least {number}': 'Die nächste Nummer muss mindestens {number} sein',
    'Number {number} has been taken by another record since':
      'Nummer {number} hat inzwischen ein anderer Datensatz erhalten',
    'Number {number} cannot be taken again before those below it':
      'Nummer {number} kann erst wieder vergeben werden, wenn es die davor sind',
    'A pattern has at most 50 characters': 'Ein Muster hat höchstens 50 Zeichen',
    'In braces, a pattern can have yyyy, yy, mm and zeros for the number: {yyyy}-{00000}':
      'In geschweiften Klammern kann ein Muster yyyy, yy, mm und Nullen für die Nummer haben: {yyyy}-{00000}',
    'A pattern is one line of letters, digits and punctuation':
      'Ein Muster ist eine Zeile aus Buchstaben, Ziffern und Satzzeichen',
    'A pattern has one place for the number: {00000}': 'Ein Muster hat eine Stelle für die Nummer: {00000}',
    'A digit beside the number would be read as part of it':
      'Eine Ziffer neben der Nummer würde als Teil der Nummer gelesen',
    'The numbers begin anew each year, so the pattern needs {yyyy} or {yy}':
      'Die Nummern beginnen jedes Jahr neu, daher braucht das Muster {yyyy} oder {yy}',
    'The numbers begin anew each month, so the pattern needs {mm}':
      'Die Nummern beginnen jeden Monat neu, daher braucht das Muster {mm}',
    // Texts of the API document.
    'List the number series of the selected organization and of the tenant, with the numbers that come next.':
      'Nummernkreise der gewählten Organisation und des Mandanten auflisten, mit den nächsten Nummern.',
    'Change the pattern of a number series, or the number that it goes on with.':
      'Muster eines Nummernkreises ändern, oder die Nummer, mit der er weitergeht.',
    '`{yyyy}`, `{yy}` and `{mm}` stand for the day, zeros for the number: `RE-{yyyy}-{00000}`. Null restores the default.':
      '`{yyyy}`, `{yy}` und `{mm}` stehen für den Tag, Nullen für die Nummer: `RE-{yyyy}-{00000}`. Null stellt die Vorgabe wieder her.',
    'The next number, at least the one that would be next.':
      'Die nächste Nummer, mindestens die, die die nächste wäre.',
  },
  es: {
    Numbers: 'Números',
    'Number series': 'Series de numeración',
    'View number series': 'Ver series de numeración',
    'Manage number series': 'Gestionar series de numeración',
    'Update number series': 'Modificar serie de numeración',
    'Number series not found': 'Serie de numeración no encontrada',
    'The next number must be at least {number}': 'El siguiente número debe ser como mínimo {number}',
    'Number {number} has been taken by another record since':
      'Entretanto, otro registro ha recibido el número {number}',
    'Number {number} cannot be taken again before those below it':
      'El número {number} no puede volver a asignarse antes que los anteriores',
    'A pattern has at most 50 characters': 'Un patrón tiene como máximo 50 caracteres',
    'In braces, a pattern can have yyyy, yy, mm and zeros for the number: {yyyy}-{00000}':
      'Entre llaves, un patrón puede tener yyyy, yy, mm y ceros para el número: {yyyy}-{00000}',
    'A pattern is one line of letters, digits and punctuation':
      'Un patrón es una línea de letras, cifras y signos de puntuación',
    'A pattern has one place for the number: {00000}': 'Un patrón tiene un lugar para el número: {00000}',
    'A digit beside the number would be read as part of it': 'Una cifra junto al número se leería como parte de él',
    'The numbers begin anew each year, so the pattern needs {yyyy} or {yy}':
      'Los números vuelven a empezar cada año, así que el patrón necesita {yyyy} o {yy}',
    'The numbers begin anew each month, so the pattern needs {mm}':
      'Los números vuelven a empezar cada mes, así que el patrón necesita {mm}',
    // Texts of the API document.
    'List the number series of the selected organization and of the tenant, with the numbers that come next.':
      'Listar las series de numeración de la organización seleccionada y del inquilino, con los números siguientes.',
    'Change the pattern of a number series, or the number that it goes on with.':
      'Modificar el patrón de una serie de numeración o el número con el que continúa.',
    '`{yyyy}`, `{yy}` and `{mm}` stand for the day, zeros for the number: `RE-{yyyy}-{00000}`. Null restores the default.':
      '`{yyyy}`, `{yy}` y `{mm}` representan la fecha; los ceros, el número: `RE-{yyyy}-{00000}`. Null restablece el valor predeterminado.',
    'The next number, at least the one that would be next.':
      'El siguiente número; como mínimo, el que tocaría a continuación.',
  },
  pl: {
    Numbers: 'Numery',
    'Number series': 'Serie numerów',
    'View number series': 'Przeglądanie serii numerów',
    'Manage number series': 'Zarządzanie seriami numerów',
    'Update number series': 'Zmiana serii numerów',
    'Number series not found': 'Nie znaleziono serii numerów',
    'The next number must be at least {number}': 'Następny numer musi wynosić co najmniej {number}',
    'Number {number} has been taken by another record since': 'Numer {number} otrzymał w międzyczasie inny rekord',
    'Number {number} cannot be taken again before those below it':
      'Numeru {number} nie można ponownie nadać przed niższymi numerami',
    'A pattern has at most 50 characters': 'Wzorzec ma najwyżej 50 znaków',
    'In braces, a pattern can have yyyy, yy, mm and zeros for the number: {yyyy}-{00000}':
      'W nawiasach klamrowych wzorzec może mieć yyyy, yy, mm i zera oznaczające numer: {yyyy}-{00000}',
    'A pattern is one line of letters, digits and punctuation':
      'Wzorzec to jeden wiersz liter, cyfr i znaków interpunkcyjnych',
    'A pattern has one place for the number: {00000}': 'Wzorzec ma jedno miejsce na numer: {00000}',
    'A digit beside the number would be read as part of it': 'Cyfra obok numeru byłaby odczytana jako jego część',
    'The numbers begin anew each year, so the pattern needs {yyyy} or {yy}':
      'Numery zaczynają się od nowa co roku, więc wzorzec wymaga {yyyy} lub {yy}',
    'The numbers begin anew each month, so the pattern needs {mm}':
      'Numery zaczynają się od nowa co miesiąc, więc wzorzec wymaga {mm}',
    // Texts of the API document.
    'List the number series of the selected organization and of the tenant, with the numbers that come next.':
      'Pobierz serie numerów wybranej organizacji i najemcy wraz z następnymi numerami.',
    'Change the pattern of a number series, or the number that it goes on with.':
      'Zmień wzorzec serii numerów lub numer, od którego będzie kontynuowana.',
    '`{yyyy}`, `{yy}` and `{mm}` stand for the day, zeros for the number: `RE-{yyyy}-{00000}`. Null restores the default.':
      '`{yyyy}`, `{yy}` i `{mm}` oznaczają datę, a zera numer: `RE-{yyyy}-{00000}`. Null przywraca wartość domyślną.',
    'The next number, at least the one that would be next.':
      'Następny numer, co najmniej ten, który i tak byłby następny.',
  },
}
