import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    'The field has values: delete it instead': 'Das Feld hat Werte: Löschen Sie es stattdessen',
    'The kind of a field that has values cannot be changed in this way':
      'Die Art eines Feldes mit Werten kann so nicht geändert werden',
    Entity: 'Entität',
    Definition: 'Feld',
    'Custom Fields': 'Benutzerdefinierte Felder',
    'View custom fields': 'Benutzerdefinierte Felder ansehen',
    'Manage custom fields and entities': 'Benutzerdefinierte Felder und Entitäten verwalten',
    'View records of custom entities': 'Datensätze benutzerdefinierter Entitäten ansehen',
    'Manage records of custom entities': 'Datensätze benutzerdefinierter Entitäten verwalten',
    'Custom fields': 'Benutzerdefinierte Felder',
    'Create record': 'Datensatz angelegt',
    'Delete custom entity': 'Eigene Entität gelöscht',
    'Delete custom field': 'Feld gelöscht',
    'Delete record': 'Datensatz gelöscht',
    Record: 'Datensatz',
    'Restore custom field': 'Feld wiederhergestellt',
    'Save custom entity': 'Eigene Entität gespeichert',
    'Save custom field': 'Feld gespeichert',
    'Save custom fields': 'Felder gespeichert',
    'Save encrypted fields': 'Verschlüsselte Felder gespeichert',
    'Update record': 'Datensatz geändert',
    // Errors.
    'A key is listed twice': 'Ein Schlüssel steht zweimal da',
    'A code is listed twice': 'Ein Code steht zweimal da',
    'System entities cannot be registered as custom entities':
      'Entitäten von Modulen können keine eigenen Entitäten werden',
    'Records are available for custom entities only': 'Datensätze gibt es hier nur für eigene Entitäten',
    'Only callers with access to all organizations can define fields for the whole tenant':
      'Nur wer Zugriff auf alle Organisationen hat, kann Felder für den ganzen Mandanten festlegen',
    'Custom fields are not supported for this entity': 'Diese Entität kann keine eigenen Felder haben',
    'dictionaryId is required for dictionary custom fields': 'dictionaryId ist für Felder mit Wörterbuch erforderlich',
    'An entity can have at most {most} custom fields in a tenant':
      'Eine Entität kann in einem Mandanten höchstens {most} eigene Felder haben',
    'The custom fields of a tenant can have at most {most} MiB of settings together':
      'Die eigenen Felder eines Mandanten können zusammen höchstens {most} MiB an Einstellungen haben',
    'Use the form module:entity': 'Benutzen Sie die Form module:entity',
    'snake_case only': 'Nur snake_case',
    'This key is reserved': 'Dieser Schlüssel ist reserviert',
    'Invalid URL': 'Ungültige URL',
    'The validation rules take too many steps to check these values':
      'Die Prüfregeln brauchen für diese Werte zu viele Schritte',
    'entityId and key are required': 'entityId und key sind erforderlich',
    'Must be a currency code': 'Muss ein Währungscode sein',
    'Must be a date like 2026-01-31': 'Muss ein Datum wie 2026-01-31 sein',
    'Must be a time like 2026-01-31T12:00:00Z': 'Muss ein Zeitpunkt wie 2026-01-31T12:00:00Z sein',
    'Must be text': 'Muss ein Text sein',
    'Must have at most {most} characters': 'Darf höchstens {most} Zeichen haben',
    'Must be a whole number': 'Muss eine ganze Zahl sein',
    'Has more digits than a number can hold': 'Hat mehr Stellen, als eine Zahl haben kann',
    'Must be a number': 'Muss eine Zahl sein',
    'Must be true or false': 'Muss true oder false sein',
    'Must be one of the options': 'Muss eine der Möglichkeiten sein',
    'Must be an id': 'Muss eine Id sein',
    'Values of the kind {kind} cannot be searched': 'Werte der Art {kind} lassen sich nicht durchsuchen',
    'Encrypted values cannot be searched': 'Verschlüsselte Werte lassen sich nicht durchsuchen',
    'The rules take too many steps: send shorter values, or fewer at once':
      'Die Regeln brauchen zu viele Schritte: Senden Sie kürzere Werte, oder weniger auf einmal',
    'Invalid pattern: {reason}': 'Ungültiges Muster: {reason}',
    'The patterns of all fields together can have at most {most} characters':
      'Die Muster aller Felder zusammen können höchstens {most} Zeichen haben',
    'Must be a single value': 'Muss ein einzelner Wert sein',
    'Must be a value of the dictionary': 'Muss ein Wert des Wörterbuchs sein',
    'The encryption of the field has changed since': 'Die Verschlüsselung des Feldes wurde seither geändert',
    'The kind of the field has changed since': 'Die Art des Feldes wurde seither geändert',
    'Must have at most {most} values': 'Darf höchstens {most} Werte haben',
    'Must be the id of a record that exists': 'Muss die Id eines vorhandenen Datensatzes sein',
    // Texts of the API document.
    "List the custom fields of entities that apply to the caller's organization.":
      'Eigene Felder von Entitäten auflisten, die für die Organisation des Aufrufers gelten.',
    "List the definitions of an entity's custom fields, and the keys of deleted ones.":
      'Definitionen der eigenen Felder einer Entität auflisten, und die Schlüssel gelöschter.',
    'Create a custom field, or replace its definition.': 'Eigenes Feld anlegen, oder seine Definition ersetzen.',
    'Create or replace several custom fields, and set their order and groups.':
      'Mehrere eigene Felder anlegen oder ersetzen, und ihre Reihenfolge und Gruppen festlegen.',
    'Delete a custom field. Its values are kept, and return if it is restored.':
      'Eigenes Feld löschen. Seine Werte bleiben und kehren mit ihm zurück.',
    'Restore a deleted custom field with its values.': 'Gelöschtes eigenes Feld mit seinen Werten wiederherstellen.',
    'List the entities that can have custom fields: those of modules, and custom entities.':
      'Entitäten auflisten, die eigene Felder haben können: die von Modulen und eigene Entitäten.',
    'Create or update a custom entity.': 'Eigene Entität anlegen oder ändern.',
    'Delete a custom entity. Its records are kept.': 'Eigene Entität löschen. Ihre Datensätze bleiben.',
    'List the custom entities in the sidebar.': 'Eigene Entitäten in der Seitenleiste auflisten.',
    'List records of an entity as options for a relation field.':
      'Datensätze einer Entität als Auswahl für ein Beziehungsfeld auflisten.',
    'List the custom fields of an entity that are encrypted.': 'Verschlüsselte eigene Felder einer Entität auflisten.',
    'Set which custom fields of an entity are encrypted.':
      'Festlegen, welche eigenen Felder einer Entität verschlüsselt sind.',
    'List records of a custom entity, filtered and sorted by its fields.':
      'Datensätze einer eigenen Entität auflisten, nach ihren Feldern gefiltert und sortiert.',
    'Create a record of a custom entity.': 'Datensatz einer eigenen Entität anlegen.',
    'Update values of a record of a custom entity.': 'Werte eines Datensatzes einer eigenen Entität ändern.',
    'Delete records of a custom entity with their files.':
      'Datensätze einer eigenen Entität mit ihren Dateien löschen.',
    'List with whom a record is shared, newest first.':
      'Auflisten, mit wem ein Datensatz geteilt ist, die neuesten zuerst.',
    'Share a record with a user, a team or a role, or change how it is shared.':
      'Datensatz mit einem Benutzer, einem Team oder einer Rolle teilen, oder ändern, wie er geteilt ist.',
    'Stop sharing a record with somebody.': 'Datensatz mit jemandem nicht mehr teilen.',
    'Whether records have owners. Absent: as it is.': 'Ob Datensätze Besitzer haben. Fehlt es, bleibt es, wie es ist.',
    'The id of the entity. Further parameters filter by its fields: `size=`, `size_in=` and `size_not=` with several values, and for numbers, dates and times `size_gte=`, `size_gt=`, `size_lte=` and `size_lt=`.':
      'Die Id der Entität. Weitere Parameter filtern nach ihren Feldern: `size=`, `size_in=` und `size_not=` mit mehreren Werten, und für Zahlen, Tage und Zeitpunkte `size_gte=`, `size_gt=`, `size_lte=` und `size_lt=`.',
    "Words in `searchable` fields. If the entity has none, a part of the record's title.":
      'Wörter in Feldern mit `searchable`. Hat die Entität keine, ein Teil des Titels des Datensatzes.',
    'Ids of users, separated by commas, if records of the entity have owners.':
      'Ids von Benutzern, durch Kommas getrennt, wenn Datensätze der Entität Besitzer haben.',
    '`me` for what is shared with the caller, unless the entity has a field of this name.':
      '`me` für das, was mit dem Aufrufer geteilt ist, wenn die Entität kein Feld dieses Namens hat.',
    'The user to whom the record belongs, if records of the entity have owners.':
      'Der Benutzer, dem der Datensatz gehört, wenn Datensätze der Entität Besitzer haben.',
    'Instead of `recordId`: up to 1000 records.': 'Statt `recordId`: bis zu 1000 Datensätze.',
  },
  es: {
    'The field has values: delete it instead': 'El campo tiene valores: elimínelo en su lugar',
    'The kind of a field that has values cannot be changed in this way':
      'El tipo de un campo con valores no se puede cambiar así',
    Entity: 'Entidad',
    Definition: 'Campo',
    'Custom Fields': 'Campos personalizados',
    'View custom fields': 'Ver campos personalizados',
    'Manage custom fields and entities': 'Gestionar campos y entidades personalizados',
    'View records of custom entities': 'Ver registros de entidades personalizadas',
    'Manage records of custom entities': 'Gestionar registros de entidades personalizadas',
    'Custom fields': 'Campos personalizados',
    'Create record': 'Crear registro',
    'Delete custom entity': 'Eliminar entidad propia',
    'Delete custom field': 'Eliminar campo',
    'Delete record': 'Eliminar registro',
    Record: 'Registro',
    'Restore custom field': 'Restaurar campo',
    'Save custom entity': 'Guardar entidad propia',
    'Save custom field': 'Guardar campo',
    'Save custom fields': 'Guardar campos',
    'Save encrypted fields': 'Guardar campos cifrados',
    'Update record': 'Modificar registro',
    // Errors.
    'A key is listed twice': 'Hay una clave repetida',
    'A code is listed twice': 'Hay un código repetido',
    'System entities cannot be registered as custom entities':
      'Las entidades del sistema no se pueden registrar como entidades personalizadas',
    'Records are available for custom entities only': 'Solo hay registros de entidades personalizadas',
    'Only callers with access to all organizations can define fields for the whole tenant':
      'Solo quien tiene acceso a todas las organizaciones puede definir campos para todo el inquilino',
    'Custom fields are not supported for this entity': 'Esta entidad no admite campos personalizados',
    'dictionaryId is required for dictionary custom fields':
      'dictionaryId es obligatorio para los campos de diccionario',
    'An entity can have at most {most} custom fields in a tenant':
      'Una entidad puede tener como máximo {most} campos personalizados en un inquilino',
    'The custom fields of a tenant can have at most {most} MiB of settings together':
      'Los campos personalizados de un inquilino pueden tener en total como máximo {most} MiB de ajustes',
    'Use the form module:entity': 'Use la forma module:entity',
    'snake_case only': 'Solo snake_case',
    'This key is reserved': 'Esta clave está reservada',
    'Invalid URL': 'URL no válida',
    'The validation rules take too many steps to check these values':
      'Las reglas de validación requieren demasiados pasos para comprobar estos valores',
    'entityId and key are required': 'Se requieren entityId y key',
    'Must be a currency code': 'Debe ser un código de moneda',
    'Must be a date like 2026-01-31': 'Debe ser una fecha como 2026-01-31',
    'Must be a time like 2026-01-31T12:00:00Z': 'Debe ser una fecha con hora como 2026-01-31T12:00:00Z',
    'Must be text': 'Debe ser un texto',
    'Must have at most {most} characters': 'Debe tener como máximo {most} caracteres',
    'Must be a whole number': 'Debe ser un número entero',
    'Has more digits than a number can hold': 'Tiene más cifras de las que admite un número',
    'Must be a number': 'Debe ser un número',
    'Must be true or false': 'Debe ser true o false',
    'Must be one of the options': 'Debe ser una de las opciones',
    'Must be an id': 'Debe ser un identificador',
    'Values of the kind {kind} cannot be searched': 'Los valores del tipo {kind} no se pueden buscar',
    'Encrypted values cannot be searched': 'Los valores cifrados no se pueden buscar',
    'The rules take too many steps: send shorter values, or fewer at once':
      'Las reglas requieren demasiados pasos: envíe valores más cortos o menos a la vez',
    'Invalid pattern: {reason}': 'Patrón no válido: {reason}',
    'The patterns of all fields together can have at most {most} characters':
      'Los patrones de todos los campos pueden tener en total como máximo {most} caracteres',
    'Must be a single value': 'Debe ser un solo valor',
    'Must be a value of the dictionary': 'Debe ser un valor del diccionario',
    'The encryption of the field has changed since': 'El cifrado del campo ha cambiado desde entonces',
    'The kind of the field has changed since': 'El tipo del campo ha cambiado desde entonces',
    'Must have at most {most} values': 'Debe tener como máximo {most} valores',
    'Must be the id of a record that exists': 'Debe ser el identificador de un registro existente',
    // Texts of the API document.
    "List the custom fields of entities that apply to the caller's organization.":
      'Listar los campos personalizados de entidades que se aplican a la organización de quien llama.',
    "List the definitions of an entity's custom fields, and the keys of deleted ones.":
      'Listar las definiciones de los campos personalizados de una entidad y las claves de los eliminados.',
    'Create a custom field, or replace its definition.': 'Crear un campo personalizado o sustituir su definición.',
    'Create or replace several custom fields, and set their order and groups.':
      'Crear o sustituir varios campos personalizados y definir su orden y sus grupos.',
    'Delete a custom field. Its values are kept, and return if it is restored.':
      'Eliminar un campo personalizado. Sus valores se conservan y vuelven si se restaura.',
    'Restore a deleted custom field with its values.': 'Restaurar un campo personalizado eliminado con sus valores.',
    'List the entities that can have custom fields: those of modules, and custom entities.':
      'Listar las entidades que pueden tener campos personalizados: las de los módulos y las entidades personalizadas.',
    'Create or update a custom entity.': 'Crear o modificar una entidad personalizada.',
    'Whether records have owners. Absent: as it is.': 'Si los registros tienen propietario. Si falta, no cambia.',
    'Delete a custom entity. Its records are kept.': 'Eliminar una entidad personalizada. Sus registros se conservan.',
    'List the custom entities in the sidebar.': 'Listar las entidades personalizadas de la barra lateral.',
    'List records of an entity as options for a relation field.':
      'Listar registros de una entidad como opciones de un campo de relación.',
    'List the custom fields of an entity that are encrypted.':
      'Listar los campos personalizados de una entidad que están cifrados.',
    'Set which custom fields of an entity are encrypted.':
      'Definir qué campos personalizados de una entidad están cifrados.',
    'List records of a custom entity, filtered and sorted by its fields.':
      'Listar los registros de una entidad personalizada, filtrados y ordenados por sus campos.',
    'The id of the entity. Further parameters filter by its fields: `size=`, `size_in=` and `size_not=` with several values, and for numbers, dates and times `size_gte=`, `size_gt=`, `size_lte=` and `size_lt=`.':
      'El identificador de la entidad. Otros parámetros filtran por sus campos: `size=`, `size_in=` y `size_not=` con varios valores y, para números, fechas y horas, `size_gte=`, `size_gt=`, `size_lte=` y `size_lt=`.',
    "Words in `searchable` fields. If the entity has none, a part of the record's title.":
      'Palabras de los campos `searchable`. Si la entidad no tiene ninguno, una parte del título del registro.',
    'Ids of users, separated by commas, if records of the entity have owners.':
      'Identificadores de usuarios, separados por comas, si los registros de la entidad tienen propietario.',
    '`me` for what is shared with the caller, unless the entity has a field of this name.':
      '`me` para lo que se ha compartido con quien llama, salvo que la entidad tenga un campo con este nombre.',
    'Create a record of a custom entity.': 'Crear un registro de una entidad personalizada.',
    'The user to whom the record belongs, if records of the entity have owners.':
      'El usuario al que pertenece el registro, si los registros de la entidad tienen propietario.',
    'Update values of a record of a custom entity.': 'Modificar valores de un registro de una entidad personalizada.',
    'Delete records of a custom entity with their files.':
      'Eliminar registros de una entidad personalizada con sus archivos.',
    'Instead of `recordId`: up to 1000 records.': 'En lugar de `recordId`: hasta 1000 registros.',
    'List with whom a record is shared, newest first.':
      'Listar con quién se comparte un registro, lo más reciente primero.',
    'Share a record with a user, a team or a role, or change how it is shared.':
      'Compartir un registro con un usuario, un equipo o un rol, o cambiar cómo se comparte.',
    'Stop sharing a record with somebody.': 'Dejar de compartir un registro con alguien.',
  },
  pl: {
    'The field has values: delete it instead': 'Pole ma wartości: usuń je zamiast tego',
    'The kind of a field that has values cannot be changed in this way':
      'Rodzaju pola, które ma wartości, nie można tak zmienić',
    Entity: 'Encja',
    Definition: 'Pole',
    'Custom Fields': 'Pola niestandardowe',
    'View custom fields': 'Przeglądanie pól niestandardowych',
    'Manage custom fields and entities': 'Zarządzanie niestandardowymi polami i encjami',
    'View records of custom entities': 'Przeglądanie rekordów niestandardowych encji',
    'Manage records of custom entities': 'Zarządzanie rekordami niestandardowych encji',
    'Custom fields': 'Pola niestandardowe',
    'Create record': 'Utworzenie rekordu',
    'Delete custom entity': 'Usunięcie własnej encji',
    'Delete custom field': 'Usunięcie pola',
    'Delete record': 'Usunięcie rekordu',
    Record: 'Rekord',
    'Restore custom field': 'Przywrócenie pola',
    'Save custom entity': 'Zapisanie własnej encji',
    'Save custom field': 'Zapisanie pola',
    'Save custom fields': 'Zapisanie pól',
    'Save encrypted fields': 'Zapisanie pól szyfrowanych',
    'Update record': 'Zmiana rekordu',
    // Errors.
    'A key is listed twice': 'Klucz występuje dwa razy',
    'A code is listed twice': 'Kod występuje dwa razy',
    'System entities cannot be registered as custom entities':
      'Encji systemowych nie można zarejestrować jako encji niestandardowych',
    'Records are available for custom entities only': 'Rekordy są dostępne tylko dla encji niestandardowych',
    'Only callers with access to all organizations can define fields for the whole tenant':
      'Pola dla całego najemcy może definiować tylko ktoś z dostępem do wszystkich organizacji',
    'Custom fields are not supported for this entity': 'Ta encja nie obsługuje pól niestandardowych',
    'dictionaryId is required for dictionary custom fields': 'dictionaryId jest wymagane dla pól słownikowych',
    'An entity can have at most {most} custom fields in a tenant':
      'Liczba pól niestandardowych encji u jednego najemcy to najwyżej {most}',
    'The custom fields of a tenant can have at most {most} MiB of settings together':
      'Ustawienia wszystkich pól niestandardowych najemcy mogą zajmować najwyżej {most} MiB',
    'Use the form module:entity': 'Użyj postaci module:entity',
    'snake_case only': 'Tylko snake_case',
    'This key is reserved': 'Ten klucz jest zastrzeżony',
    'Invalid URL': 'Nieprawidłowy adres URL',
    'The validation rules take too many steps to check these values':
      'Sprawdzenie tych wartości wymaga od reguł walidacji zbyt wielu kroków',
    'entityId and key are required': 'Wymagane są entityId i key',
    'Must be a currency code': 'Musi być kodem waluty',
    'Must be a date like 2026-01-31': 'Musi być datą, na przykład 2026-01-31',
    'Must be a time like 2026-01-31T12:00:00Z': 'Musi być datą z godziną, na przykład 2026-01-31T12:00:00Z',
    'Must be text': 'Musi być tekstem',
    'Must have at most {most} characters': 'Liczba znaków to najwyżej {most}',
    'Must be a whole number': 'Musi być liczbą całkowitą',
    'Has more digits than a number can hold': 'Ma więcej cyfr, niż może mieć liczba',
    'Must be a number': 'Musi być liczbą',
    'Must be true or false': 'Musi mieć wartość true lub false',
    'Must be one of the options': 'Musi być jedną z opcji',
    'Must be an id': 'Musi być identyfikatorem',
    'Values of the kind {kind} cannot be searched': 'Wartości rodzaju {kind} nie można przeszukiwać',
    'Encrypted values cannot be searched': 'Zaszyfrowanych wartości nie można przeszukiwać',
    'The rules take too many steps: send shorter values, or fewer at once':
      'Reguły wymagają zbyt wielu kroków: wyślij krótsze wartości lub mniej naraz',
    'Invalid pattern: {reason}': 'Nieprawidłowy wzorzec: {reason}',
    'The patterns of all fields together can have at most {most} characters':
      'Łączna liczba znaków wzorców wszystkich pól to najwyżej {most}',
    'Must be a single value': 'Musi być pojedynczą wartością',
    'Must be a value of the dictionary': 'Musi być wartością ze słownika',
    'The encryption of the field has changed since': 'Szyfrowanie pola zmieniło się od tego czasu',
    'The kind of the field has changed since': 'Rodzaj pola zmienił się od tego czasu',
    'Must have at most {most} values': 'Liczba wartości to najwyżej {most}',
    'Must be the id of a record that exists': 'Musi być identyfikatorem istniejącego rekordu',
    // Texts of the API document.
    "List the custom fields of entities that apply to the caller's organization.":
      'Pobierz pola niestandardowe encji, które obowiązują w organizacji wywołującego.',
    "List the definitions of an entity's custom fields, and the keys of deleted ones.":
      'Pobierz definicje pól niestandardowych encji oraz klucze pól usuniętych.',
    'Create a custom field, or replace its definition.': 'Utwórz pole niestandardowe lub zastąp jego definicję.',
    'Create or replace several custom fields, and set their order and groups.':
      'Utwórz lub zastąp kilka pól niestandardowych oraz ustaw ich kolejność i grupy.',
    'Delete a custom field. Its values are kept, and return if it is restored.':
      'Usuń pole niestandardowe. Jego wartości są zachowywane i wracają po jego przywróceniu.',
    'Restore a deleted custom field with its values.': 'Przywróć usunięte pole niestandardowe wraz z wartościami.',
    'List the entities that can have custom fields: those of modules, and custom entities.':
      'Pobierz encje, które mogą mieć pola niestandardowe: encje modułów i encje niestandardowe.',
    'Create or update a custom entity.': 'Utwórz lub zmień encję niestandardową.',
    'Whether records have owners. Absent: as it is.':
      'Czy rekordy mają właścicieli. Bez tej wartości nic się nie zmienia.',
    'Delete a custom entity. Its records are kept.': 'Usuń encję niestandardową. Jej rekordy pozostają.',
    'List the custom entities in the sidebar.': 'Pobierz encje niestandardowe na pasku bocznym.',
    'List records of an entity as options for a relation field.': 'Pobierz rekordy encji jako opcje pola relacji.',
    'List the custom fields of an entity that are encrypted.': 'Pobierz szyfrowane pola niestandardowe encji.',
    'Set which custom fields of an entity are encrypted.': 'Ustaw, które pola niestandardowe encji są szyfrowane.',
    'List records of a custom entity, filtered and sorted by its fields.':
      'Pobierz rekordy encji niestandardowej, filtrowane i sortowane według jej pól.',
    'The id of the entity. Further parameters filter by its fields: `size=`, `size_in=` and `size_not=` with several values, and for numbers, dates and times `size_gte=`, `size_gt=`, `size_lte=` and `size_lt=`.':
      'Identyfikator encji. Dalsze parametry filtrują według jej pól: `size=`, `size_in=` i `size_not=` z kilkoma wartościami, a dla liczb, dat i godzin `size_gte=`, `size_gt=`, `size_lte=` i `size_lt=`.',
    "Words in `searchable` fields. If the entity has none, a part of the record's title.":
      'Słowa w polach `searchable`. Jeśli encja ich nie ma, część tytułu rekordu.',
    'Ids of users, separated by commas, if records of the entity have owners.':
      'Identyfikatory użytkowników oddzielone przecinkami, jeśli rekordy encji mają właścicieli.',
    '`me` for what is shared with the caller, unless the entity has a field of this name.':
      '`me` oznacza to, co udostępniono wywołującemu, chyba że encja ma pole o tej nazwie.',
    'Create a record of a custom entity.': 'Utwórz rekord encji niestandardowej.',
    'The user to whom the record belongs, if records of the entity have owners.':
      'Użytkownik, do którego należy rekord, jeśli rekordy encji mają właścicieli.',
    'Update values of a record of a custom entity.': 'Zmień wartości rekordu encji niestandardowej.',
    'Delete records of a custom entity with their files.': 'Usuń rekordy encji niestandardowej wraz z plikami.',
    'Instead of `recordId`: up to 1000 records.': 'Zamiast `recordId`: do 1000 rekordów.',
    'List with whom a record is shared, newest first.':
      'Pobierz listę osób, zespołów i ról, którym udostępniono rekord, od najnowszych.',
    'Share a record with a user, a team or a role, or change how it is shared.':
      'Udostępnij rekord użytkownikowi, zespołowi lub roli albo zmień sposób udostępnienia.',
    'Stop sharing a record with somebody.': 'Przestań komuś udostępniać rekord.',
  },
}
