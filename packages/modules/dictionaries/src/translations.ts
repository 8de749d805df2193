import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    'A dictionary with this key already exists': 'Ein Wörterbuch mit diesem Schlüssel gibt es schon',
    'An entry with this value already exists.': 'Einen Eintrag mit diesem Wert gibt es schon.',
    Dictionary: 'Wörterbuch',
    Entry: 'Eintrag',
    Dictionaries: 'Wörterbücher',
    'View dictionaries': 'Wörterbücher ansehen',
    'Manage dictionaries': 'Wörterbücher verwalten',
    'Add system dictionaries': 'Systemwörterbücher angelegt',
    'Create dictionary': 'Wörterbuch angelegt',
    'Create dictionary entry': 'Wörterbucheintrag angelegt',
    'Delete dictionary': 'Wörterbuch gelöscht',
    'Delete dictionary entry': 'Wörterbucheintrag gelöscht',
    'Reorder dictionary entries': 'Wörterbucheinträge umgeordnet',
    'Set default dictionary entry': 'Standardeintrag festgelegt',
    'Store system entries': 'Systemeinträge gespeichert',
    'Update dictionary': 'Wörterbuch geändert',
    'Update dictionary entry': 'Wörterbucheintrag geändert',
    // Errors.
    'Dictionary entry': 'Wörterbucheintrag',
    'The dictionary is in use by {use}': 'Das Wörterbuch wird benutzt von {use}',
    'An entry is listed twice': 'Ein Eintrag steht zweimal da',
    'A dictionary can have at most {most} entries': 'Ein Wörterbuch kann höchstens {most} Einträge haben',
    'The dictionaries of a tenant can have at most {most} entries together':
      'Die Wörterbücher eines Mandanten können zusammen höchstens {most} Einträge haben',
    'The entries of a tenant can have at most {most} MiB of values and labels together':
      'Die Werte und Bezeichnungen aller Einträge eines Mandanten können höchstens {most} MiB belegen',
    'This dictionary is required and cannot be deleted.': 'Dieses Wörterbuch ist nötig und kann nicht gelöscht werden.',
    'This dictionary is required and cannot be modified.':
      'Dieses Wörterbuch ist nötig und kann nicht geändert werden.',
    'The currency dictionary is required and cannot be modified or deleted.':
      'Das Wörterbuch der Währungen ist nötig und kann weder geändert noch gelöscht werden.',
    'Use lowercase letters, numbers, hyphen, or underscore.':
      'Benutzen Sie Kleinbuchstaben, Ziffern, Bindestrich oder Unterstrich.',
    'Color must be a valid six-digit hex code like #3366ff':
      'Die Farbe muss ein sechsstelliger Hexadezimalcode wie #3366ff sein',
    'Provide at least one field to update.': 'Geben Sie mindestens ein Feld an, das sich ändert.',
    // Texts of the API document.
    'List the dictionaries of the selected organizations, and those that they inherit.':
      'Wörterbücher der gewählten Organisationen auflisten, und die geerbten.',
    'Create a dictionary in the selected organization.': 'Wörterbuch in der gewählten Organisation anlegen.',
    'Get a dictionary.': 'Wörterbuch lesen.',
    'Update a dictionary.': 'Wörterbuch ändern.',
    'Delete a dictionary with its entries. Not possible while it is in use.':
      'Wörterbuch mit seinen Einträgen löschen. Nicht möglich, solange es benutzt wird.',
    'List the entries of a dictionary in order.': 'Einträge eines Wörterbuchs in ihrer Reihenfolge auflisten.',
    'Add an entry to a dictionary.': 'Eintrag in ein Wörterbuch aufnehmen.',
    'Update an entry.': 'Eintrag ändern.',
    'Delete an entry. Records keep its value as text.': 'Eintrag löschen. Datensätze behalten seinen Wert als Text.',
    'Reorder the entries of a dictionary, which is then sorted by that order.':
      'Einträge eines Wörterbuchs umordnen, das danach so sortiert ist.',
    'Set or clear the default entry of a dictionary.': 'Standardeintrag eines Wörterbuchs festlegen oder entfernen.',
    'List the currencies of ISO 4217 as options.': 'Währungen nach ISO 4217 als Auswahl auflisten.',
  },
  es: {
    'A dictionary with this key already exists': 'Ya existe un diccionario con esta clave',
    'An entry with this value already exists.': 'Ya existe una entrada con este valor.',
    Dictionary: 'Diccionario',
    Entry: 'Entrada',
    Dictionaries: 'Diccionarios',
    'View dictionaries': 'Ver diccionarios',
    'Manage dictionaries': 'Gestionar diccionarios',
    'Add system dictionaries': 'Añadir diccionarios del sistema',
    'Create dictionary': 'Crear diccionario',
    'Create dictionary entry': 'Crear entrada de diccionario',
    'Delete dictionary': 'Eliminar diccionario',
    'Delete dictionary entry': 'Eliminar entrada de diccionario',
    'Reorder dictionary entries': 'Reordenar entradas de diccionario',
    'Set default dictionary entry': 'Establecer entrada predeterminada',
    'Store system entries': 'Guardar entradas del sistema',
    'Update dictionary': 'Modificar diccionario',
    'Update dictionary entry': 'Modificar entrada de diccionario',
    // Errors.
    'Dictionary entry': 'Entrada de diccionario',
    'The dictionary is in use by {use}': 'El diccionario está en uso por {use}',
    'An entry is listed twice': 'Hay una entrada repetida',
    'A dictionary can have at most {most} entries': 'Un diccionario puede tener como máximo {most} entradas',
    'The dictionaries of a tenant can have at most {most} entries together':
      'Los diccionarios de un inquilino pueden tener en total como máximo {most} entradas',
    'The entries of a tenant can have at most {most} MiB of values and labels together':
      'Los valores y etiquetas de las entradas de un inquilino pueden ocupar en total como máximo {most} MiB',
    'This dictionary is required and cannot be deleted.': 'Este diccionario es necesario y no se puede eliminar.',
    'This dictionary is required and cannot be modified.': 'Este diccionario es necesario y no se puede modificar.',
    'The currency dictionary is required and cannot be modified or deleted.':
      'El diccionario de monedas es necesario y no se puede modificar ni eliminar.',
    'Use lowercase letters, numbers, hyphen, or underscore.': 'Use minúsculas, cifras, guion o guion bajo.',
    'Color must be a valid six-digit hex code like #3366ff':
      'El color debe ser un código hexadecimal de seis cifras como #3366ff',
    'Provide at least one field to update.': 'Indique al menos un campo que modificar.',
    // Texts of the API document.
    'List the dictionaries of the selected organizations, and those that they inherit.':
      'Listar los diccionarios de las organizaciones seleccionadas y los que heredan.',
    'Create a dictionary in the selected organization.': 'Crear un diccionario en la organización seleccionada.',
    'Get a dictionary.': 'Obtener un diccionario.',
    'Delete a dictionary with its entries. Not possible while it is in use.':
      'Eliminar un diccionario con sus entradas. No es posible mientras esté en uso.',
    'List the entries of a dictionary in order.': 'Listar las entradas de un diccionario en su orden.',
    'Add an entry to a dictionary.': 'Añadir una entrada a un diccionario.',
    'Delete an entry. Records keep its value as text.':
      'Eliminar una entrada. Los registros conservan su valor como texto.',
    'Reorder the entries of a dictionary, which is then sorted by that order.':
      'Reordenar las entradas de un diccionario, que queda con ese orden.',
    'Set or clear the default entry of a dictionary.':
      'Establecer o quitar la entrada predeterminada de un diccionario.',
    'List the currencies of ISO 4217 as options.': 'Listar las monedas de ISO 4217 como opciones.',
    'Update a dictionary.': 'Modificar un diccionario.',
    'Update an entry.': 'Modificar una entrada.',
  },
  pl: {
    'A dictionary with this key already exists': 'Słownik o tym kluczu już istnieje',
    'An entry with this value already exists.': 'Wpis o tej wartości już istnieje.',
    Dictionary: 'Słownik',
    Entry: 'Wpis',
    Dictionaries: 'Słowniki',
    'View dictionaries': 'Przeglądanie słowników',
    'Manage dictionaries': 'Zarządzanie słownikami',
    'Add system dictionaries': 'Dodanie słowników systemowych',
    'Create dictionary': 'Utworzenie słownika',
    'Create dictionary entry': 'Utworzenie wpisu słownika',
    'Delete dictionary': 'Usunięcie słownika',
    'Delete dictionary entry': 'Usunięcie wpisu słownika',
    'Reorder dictionary entries': 'Zmiana kolejności wpisów słownika',
    'Set default dictionary entry': 'Ustawienie domyślnego wpisu słownika',
    'Store system entries': 'Zapisanie wpisów systemowych',
    'Update dictionary': 'Zmiana słownika',
    'Update dictionary entry': 'Zmiana wpisu słownika',
    // Errors.
    'Dictionary entry': 'Wpis słownika',
    'The dictionary is in use by {use}': 'Słownik jest używany przez {use}',
    'An entry is listed twice': 'Wpis występuje dwa razy',
    'A dictionary can have at most {most} entries': 'Liczba wpisów słownika to najwyżej {most}',
    'The dictionaries of a tenant can have at most {most} entries together':
      'Łączna liczba wpisów w słownikach najemcy to najwyżej {most}',
    'The entries of a tenant can have at most {most} MiB of values and labels together':
      'Wartości i etykiety wszystkich wpisów najemcy mogą zajmować najwyżej {most} MiB',
    'This dictionary is required and cannot be deleted.': 'Ten słownik jest wymagany i nie można go usunąć.',
    'This dictionary is required and cannot be modified.': 'Ten słownik jest wymagany i nie można go zmienić.',
    'The currency dictionary is required and cannot be modified or deleted.':
      'Słownik walut jest wymagany i nie można go zmienić ani usunąć.',
    'Use lowercase letters, numbers, hyphen, or underscore.': 'Użyj małych liter, cyfr, łącznika lub podkreślenia.',
    'Color must be a valid six-digit hex code like #3366ff':
      'Kolor musi być sześciocyfrowym kodem szesnastkowym, na przykład #3366ff',
    'Provide at least one field to update.': 'Podaj co najmniej jedno pole do zmiany.',
    // Texts of the API document.
    'List the dictionaries of the selected organizations, and those that they inherit.':
      'Pobierz słowniki wybranych organizacji oraz te, które dziedziczą.',
    'Create a dictionary in the selected organization.': 'Utwórz słownik w wybranej organizacji.',
    'Get a dictionary.': 'Pobierz słownik.',
    'Delete a dictionary with its entries. Not possible while it is in use.':
      'Usuń słownik wraz z wpisami. Nie jest to możliwe, dopóki jest używany.',
    'List the entries of a dictionary in order.': 'Pobierz wpisy słownika w ich kolejności.',
    'Add an entry to a dictionary.': 'Dodaj wpis do słownika.',
    'Delete an entry. Records keep its value as text.': 'Usuń wpis. Rekordy zachowują jego wartość jako tekst.',
    'Reorder the entries of a dictionary, which is then sorted by that order.':
      'Zmień kolejność wpisów słownika, która odtąd go porządkuje.',
    'Set or clear the default entry of a dictionary.': 'Ustaw lub usuń domyślny wpis słownika.',
    'List the currencies of ISO 4217 as options.': 'Pobierz waluty ISO 4217 jako opcje.',
    'Update a dictionary.': 'Zmień słownik.',
    'Update an entry.': 'Zmień wpis.',
  },
}
