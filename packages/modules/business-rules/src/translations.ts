import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Rule: 'Regel',
    Set: 'Regelsatz',
    Rules: 'Regeln',
    Executions: 'Ausführungen',
    'Notice of a rule': 'Mitteilung einer Regel',
    'Business Rules': 'Geschäftsregeln',
    'View business rules': 'Geschäftsregeln ansehen',
    'Manage business rules': 'Geschäftsregeln verwalten',
    'Execute business rules': 'Geschäftsregeln ausführen',
    'View rule execution logs': 'Protokolle der Regelausführungen ansehen',
    'Manage rule sets': 'Regelsätze verwalten',
    'Rules that customers write': 'Regeln, die Kunden schreiben',
    'Rules by type': 'Regeln nach Typ',
    'Rule executions': 'Regelausführungen',
    'Add rule to set': 'Regel zum Satz hinzugefügt',
    'Count a sending': 'Versand gezählt',
    'Create business rule': 'Geschäftsregel angelegt',
    'Create rule set': 'Regelsatz angelegt',
    'Delete business rule': 'Geschäftsregel gelöscht',
    'Delete rule set': 'Regelsatz gelöscht',
    'Keep execution logs': 'Ausführungsprotokolle gespeichert',
    'Remove rule from set': 'Regel aus dem Satz entfernt',
    'Update business rule': 'Geschäftsregel geändert',
    'Update rule in set': 'Regel im Satz geändert',
    'Update rule set': 'Regelsatz geändert',
    // Properties.
    'Rule id': 'Regel-Id',
    'Rule name': 'Name der Regel',
    'Rule type': 'Art der Regel',
    'Rule category': 'Kategorie der Regel',
    'Entity type': 'Entität',
    'Event type': 'Ereignis',
    'Condition expression': 'Bedingung',
    'Success actions': 'Aktionen bei Erfolg',
    'Failure actions': 'Aktionen bei Misserfolg',
    'Effective from': 'Gilt ab',
    'Effective to': 'Gilt bis',
    'Set id': 'Id des Regelsatzes',
    'Set name': 'Name des Regelsatzes',
    'Log count': 'Anzahl der Protokolle',
    'Executed at': 'Ausgeführt am',
    'Entity id': 'Entität',
    // Errors.
    'Policies hide fields of rules from you': 'Regeln verbergen Ihnen Felder von Geschäftsregeln',
    'Policies restrict you, so your rules cannot set values of accounts by which row policies decide.':
      'Regeln schränken Sie ein, daher können Ihre Geschäftsregeln keine Werte von Konten setzen, nach denen Zeilenregeln entscheiden.',
    'Policies hide records or fields from you that a rule about them would see':
      'Regeln verbergen Ihnen Datensätze oder Felder, die eine Geschäftsregel sehen würde',
    'Rule is already a member of this set': 'Die Regel gehört schon zu diesem Satz',
    'Rules have triggered each other too often': 'Regeln haben einander zu oft ausgelöst',
    'More than {most} effects of one execution': 'Mehr als {most} Wirkungen einer Ausführung',
    'More than {most} bytes of effects of one execution': 'Mehr als {most} Bytes an Wirkungen einer Ausführung',
    'More than {most} log lines of one execution': 'Mehr als {most} Protokollzeilen einer Ausführung',
    'More than {most} recipients': 'Mehr als {most} Empfänger',
    'The header {name} holds characters that headers cannot hold':
      'Der Header {name} enthält Zeichen, die Header nicht enthalten können',
    'The body has more than {most} characters': 'Der Inhalt hat mehr als {most} Zeichen',
    'Rule set': 'Regelsatz',
    Member: 'Mitglied',
    'Log entry': 'Protokolleintrag',
    'Invalid JSON body': 'Der Inhalt ist kein gültiges JSON',
    'At most 50 characters': 'Höchstens 50 Zeichen',
    'Invalid year': 'Ungültiges Jahr',
    'Invalid query parameters': 'Ungültige Parameter',
    'Invalid execution context: organizationId: organizationId must be a valid UUID':
      'Ungültiger Kontext der Ausführung: organizationId muss eine gültige UUID sein',
    'Invalid date. Use a format such as 2026-01-31 or 2026-01-31T09:00:00Z':
      'Ungültiges Datum. Benutzen Sie eine Form wie 2026-01-31 oder 2026-01-31T09:00:00Z',
    'Rule id is required': 'Die Id der Regel ist erforderlich',
    'Rule set id is required': 'Die Id des Regelsatzes ist erforderlich',
    'Member id is required': 'Die Id der Mitgliedschaft ist erforderlich',
    'Invalid rule id': 'Ungültige Id der Regel',
    'Invalid rule ID': 'Ungültige Id der Regel',
    'Invalid rule set id': 'Ungültige Id des Regelsatzes',
    // Texts of the API document.
    'List the rules of the organization.': 'Regeln der Organisation auflisten.',
    'Create a rule.': 'Regel anlegen.',
    'Update a rule.': 'Regel ändern.',
    'Delete a rule. Its logs and its memberships of rule sets are kept.':
      'Regel löschen. Ihre Protokolle und Mitgliedschaften in Regelsätzen bleiben.',
    'List the rule sets of the organization.': 'Regelsätze der Organisation auflisten.',
    'Create an empty rule set.': 'Leeren Regelsatz anlegen.',
    'Update a rule set.': 'Regelsatz ändern.',
    'Delete a rule set. Its rules are kept.': 'Regelsatz löschen. Seine Regeln bleiben.',
    'Get a rule with its condition and actions.': 'Regel mit Bedingung und Aktionen lesen.',
    'Get a rule set with its rules in order.': 'Regelsatz mit seinen Regeln in ihrer Reihenfolge lesen.',
    'Add a rule to a rule set.': 'Regel in einen Regelsatz aufnehmen.',
    'Move a rule within a rule set, or enable or disable it there.':
      'Regel in einem Regelsatz verschieben, oder dort ein- oder ausschalten.',
    'Remove a rule from a rule set.': 'Regel aus einem Regelsatz entfernen.',
    'Evaluate the rules for an entity and perform their actions. A dry run performs none.':
      'Regeln für eine Entität auswerten und ihre Aktionen ausführen. Ein Probelauf führt keine aus.',
    'Evaluate one rule, regardless of its entity type and event.':
      'Eine Regel auswerten, unabhängig von Entität und Ereignis.',
    'Evaluate the condition of one rule with several records, whether it is enabled or not. Has no effect.':
      'Bedingung einer Regel mit mehreren Datensätzen auswerten, ob sie eingeschaltet ist oder nicht. Ohne Wirkung.',
    'Find contradictory, unreachable, shadowed and overlapping rules, fields that are unknown or may be missing, and actions that cannot act. Does not run any rule.':
      'Widersprüchliche, unerreichbare, verdeckte und überlappende Regeln finden, Felder, die unbekannt sind oder fehlen können, und Aktionen ohne Wirkung. Führt keine Regel aus.',
    'List rule executions with their results and the reasons for them.':
      'Ausführungen von Regeln mit Ergebnissen und Gründen auflisten.',
    'Get one rule execution with its rule.': 'Ausführung einer Regel mit ihrer Regel lesen.',
    'Get the key with which receivers verify the signatures of webhooks.':
      'Schlüssel lesen, mit dem Empfänger die Signaturen von Webhooks prüfen.',
    'List the entities that rules can be written for, with their events and fields, and what actions can target.':
      'Entitäten auflisten, für die es Regeln geben kann, mit Ereignissen und Feldern, und worauf Aktionen zielen können.',
    'Performed in this order.': 'Werden in dieser Reihenfolge ausgeführt.',
    'Tokens are replaced: {{data.total}}.': 'Platzhalter werden ersetzt: {{data.total}}.',
    'One of debug, info, warn, error. Default: info.': 'Möglich sind debug, info, warn, error. Vorgabe: info.',
    'Users of the tenant by email address or id, and roles by name or id.':
      'Benutzer des Mandanten mit E-Mail-Adresse oder Id, und Rollen mit Namen oder Id.',
    'Tokens are replaced. Default: the name of the rule.': 'Platzhalter werden ersetzt. Vorgabe: der Name der Regel.',
    'Stored, but not used.': 'Wird gespeichert, aber nicht benutzt.',
    'A string that consists of one token is replaced by its value, which keeps its type.':
      'Ein Text, der aus einem einzigen Platzhalter besteht, wird durch dessen Wert ersetzt, der seinen Typ behält.',
    'Tokens are replaced.': 'Platzhalter werden ersetzt.',
    'One of GET, POST, PUT, PATCH, DELETE. Default: POST.':
      'Möglich sind GET, POST, PUT, PATCH, DELETE. Vorgabe: POST.',
    'Tokens in values are replaced.': 'Platzhalter in Werten werden ersetzt.',
    'Sent as JSON. Tokens in strings are replaced. Default: the data that the rule was evaluated on.':
      'Wird als JSON gesendet. Platzhalter in Texten werden ersetzt. Vorgabe: die Daten, mit denen die Regel ausgewertet wurde.',
    'The previous name of `eventName`.': 'Der frühere Name von `eventName`.',
    'The data of the event. Tokens in strings are replaced. Default: {}.':
      'Die Daten des Ereignisses. Platzhalter in Texten werden ersetzt. Vorgabe: {}.',
    'In the order of the records. Fewer than them if it took longer than a second.':
      'In der Reihenfolge der Datensätze. Weniger als diese, wenn es länger als eine Sekunde dauerte.',
  },
  es: {
    Rule: 'Regla',
    Set: 'Conjunto',
    Rules: 'Reglas',
    Executions: 'Ejecuciones',
    'Notice of a rule': 'Aviso de una regla',
    'Business Rules': 'Reglas de negocio',
    'View business rules': 'Ver reglas de negocio',
    'Manage business rules': 'Gestionar reglas de negocio',
    'Execute business rules': 'Ejecutar reglas de negocio',
    'View rule execution logs': 'Ver los registros de ejecución de reglas',
    'Manage rule sets': 'Gestionar conjuntos de reglas',
    'Rules that customers write': 'Reglas que escriben los clientes',
    'Rules by type': 'Reglas por tipo',
    'Rule executions': 'Ejecuciones de reglas',
    'Add rule to set': 'Añadir regla al conjunto',
    'Count a sending': 'Contar un envío',
    'Create business rule': 'Crear regla de negocio',
    'Create rule set': 'Crear conjunto de reglas',
    'Delete business rule': 'Eliminar regla de negocio',
    'Delete rule set': 'Eliminar conjunto de reglas',
    'Keep execution logs': 'Guardar registros de ejecución',
    'Remove rule from set': 'Quitar regla del conjunto',
    'Update business rule': 'Modificar regla de negocio',
    'Update rule in set': 'Modificar regla del conjunto',
    'Update rule set': 'Modificar conjunto de reglas',
    // Properties.
    'Rule id': 'Identificador de la regla',
    'Rule name': 'Nombre de la regla',
    'Rule type': 'Tipo de regla',
    'Rule category': 'Categoría de la regla',
    'Entity type': 'Tipo de entidad',
    'Event type': 'Tipo de evento',
    'Condition expression': 'Condición',
    'Success actions': 'Acciones en caso de éxito',
    'Failure actions': 'Acciones en caso contrario',
    'Effective from': 'Vigente desde',
    'Effective to': 'Vigente hasta',
    'Set id': 'Identificador del conjunto',
    'Set name': 'Nombre del conjunto',
    'Log count': 'Número de registros',
    'Executed at': 'Ejecutado el',
    'Entity id': 'Entidad',
    // Errors.
    'Policies hide fields of rules from you': 'Hay políticas que le ocultan campos de reglas',
    'Policies restrict you, so your rules cannot set values of accounts by which row policies decide.':
      'Las políticas lo restringen, así que sus reglas no pueden fijar valores de cuentas según los que deciden políticas de filas.',
    'Policies hide records or fields from you that a rule about them would see':
      'Hay políticas que le ocultan registros o campos que una regla sí vería',
    'Rule is already a member of this set': 'La regla ya pertenece a este conjunto',
    'Rules have triggered each other too often': 'Las reglas se han activado entre sí demasiadas veces',
    'More than {most} effects of one execution': 'Más de {most} efectos de una ejecución',
    'More than {most} bytes of effects of one execution': 'Más de {most} bytes de efectos de una ejecución',
    'More than {most} log lines of one execution': 'Más de {most} líneas de registro de una ejecución',
    'More than {most} recipients': 'Más de {most} destinatarios',
    'The header {name} holds characters that headers cannot hold':
      'La cabecera {name} contiene caracteres que las cabeceras no admiten',
    'The body has more than {most} characters': 'El cuerpo tiene más de {most} caracteres',
    'Rule set': 'Conjunto de reglas',
    Member: 'Miembro',
    'Log entry': 'Entrada del registro',
    'Invalid JSON body': 'El cuerpo no es JSON válido',
    'At most 50 characters': 'Como máximo 50 caracteres',
    'Invalid year': 'Año no válido',
    'Invalid query parameters': 'Parámetros no válidos',
    'Invalid execution context: organizationId: organizationId must be a valid UUID':
      'Contexto de ejecución no válido: organizationId debe ser un UUID válido',
    'Invalid date. Use a format such as 2026-01-31 or 2026-01-31T09:00:00Z':
      'Fecha no válida. Use un formato como 2026-01-31 o 2026-01-31T09:00:00Z',
    'Rule id is required': 'Se requiere el identificador de la regla',
    'Rule set id is required': 'Se requiere el identificador del conjunto de reglas',
    'Member id is required': 'Se requiere el identificador del miembro',
    'Invalid rule id': 'Identificador de regla no válido',
    'Invalid rule ID': 'Identificador de regla no válido',
    'Invalid rule set id': 'Identificador de conjunto de reglas no válido',
    // Texts of the API document.
    'List the rules of the organization.': 'Listar las reglas de la organización.',
    'Performed in this order.': 'Se ejecutan en este orden.',
    'Tokens are replaced: {{data.total}}.': 'Los marcadores se sustituyen: {{data.total}}.',
    'One of debug, info, warn, error. Default: info.': 'Uno de debug, info, warn, error. Por defecto: info.',
    'Users of the tenant by email address or id, and roles by name or id.':
      'Usuarios del inquilino por dirección de correo o identificador, y roles por nombre o identificador.',
    'Tokens are replaced. Default: the name of the rule.':
      'Los marcadores se sustituyen. Por defecto: el nombre de la regla.',
    'Stored, but not used.': 'Se guarda, pero no se usa.',
    'A string that consists of one token is replaced by its value, which keeps its type.':
      'Una cadena que consiste en un solo marcador se sustituye por su valor, que conserva su tipo.',
    'Tokens are replaced.': 'Los marcadores se sustituyen.',
    'One of GET, POST, PUT, PATCH, DELETE. Default: POST.': 'Uno de GET, POST, PUT, PATCH, DELETE. Por defecto: POST.',
    'Tokens in values are replaced.': 'Los marcadores de los valores se sustituyen.',
    'Sent as JSON. Tokens in strings are replaced. Default: the data that the rule was evaluated on.':
      'Se envía como JSON. Los marcadores de las cadenas se sustituyen. Por defecto: los datos con los que se evaluó la regla.',
    'The previous name of `eventName`.': 'El nombre anterior de `eventName`.',
    'The data of the event. Tokens in strings are replaced. Default: {}.':
      'Los datos del evento. Los marcadores de las cadenas se sustituyen. Por defecto: {}.',
    'Delete a rule. Its logs and its memberships of rule sets are kept.':
      'Eliminar una regla. Se conservan sus registros y su pertenencia a conjuntos de reglas.',
    'List the rule sets of the organization.': 'Listar los conjuntos de reglas de la organización.',
    'Create an empty rule set.': 'Crear un conjunto de reglas vacío.',
    'Update a rule set.': 'Modificar un conjunto de reglas.',
    'Delete a rule set. Its rules are kept.': 'Eliminar un conjunto de reglas. Sus reglas se conservan.',
    'Get a rule with its condition and actions.': 'Obtener una regla con su condición y sus acciones.',
    'Get a rule set with its rules in order.': 'Obtener un conjunto de reglas con sus reglas en orden.',
    'Add a rule to a rule set.': 'Añadir una regla a un conjunto de reglas.',
    'Move a rule within a rule set, or enable or disable it there.':
      'Mover una regla dentro de un conjunto de reglas, o activarla o desactivarla en él.',
    'Remove a rule from a rule set.': 'Quitar una regla de un conjunto de reglas.',
    'Evaluate the rules for an entity and perform their actions. A dry run performs none.':
      'Evaluar las reglas de una entidad y ejecutar sus acciones. Una simulación no ejecuta ninguna.',
    'Evaluate one rule, regardless of its entity type and event.':
      'Evaluar una regla, sin tener en cuenta su tipo de entidad ni su evento.',
    'Evaluate the condition of one rule with several records, whether it is enabled or not. Has no effect.':
      'Evaluar la condición de una regla con varios registros, esté activada o no. No tiene ningún efecto.',
    'In the order of the records. Fewer than them if it took longer than a second.':
      'En el orden de los registros. Menos que ellos si ha tardado más de un segundo.',
    'Find contradictory, unreachable, shadowed and overlapping rules, fields that are unknown or may be missing, and actions that cannot act. Does not run any rule.':
      'Encontrar reglas contradictorias, inalcanzables, ocultas por otras o solapadas, campos desconocidos o que pueden faltar, y acciones que no pueden actuar. No ejecuta ninguna regla.',
    'List rule executions with their results and the reasons for them.':
      'Listar las ejecuciones de reglas con sus resultados y los motivos.',
    'Get one rule execution with its rule.': 'Obtener una ejecución con su regla.',
    'Get the key with which receivers verify the signatures of webhooks.':
      'Obtener la clave con la que los destinatarios verifican las firmas de los webhooks.',
    'List the entities that rules can be written for, with their events and fields, and what actions can target.':
      'Listar las entidades para las que se pueden escribir reglas, con sus eventos y campos, y sobre qué pueden actuar las acciones.',
    'Create a rule.': 'Crear una regla.',
    'Update a rule.': 'Modificar una regla.',
  },
  pl: {
    Rule: 'Reguła',
    Set: 'Zestaw',
    Rules: 'Reguły',
    Executions: 'Wykonania',
    'Notice of a rule': 'Powiadomienie reguły',
    'Business Rules': 'Reguły biznesowe',
    'View business rules': 'Przeglądanie reguł biznesowych',
    'Manage business rules': 'Zarządzanie regułami biznesowymi',
    'Execute business rules': 'Wykonywanie reguł biznesowych',
    'View rule execution logs': 'Przeglądanie dzienników wykonania reguł',
    'Manage rule sets': 'Zarządzanie zestawami reguł',
    'Rules that customers write': 'Reguły tworzone przez klientów',
    'Rules by type': 'Reguły według typu',
    'Rule executions': 'Wykonania reguł',
    'Add rule to set': 'Dodanie reguły do zestawu',
    'Count a sending': 'Zliczenie wysyłki',
    'Create business rule': 'Utworzenie reguły biznesowej',
    'Create rule set': 'Utworzenie zestawu reguł',
    'Delete business rule': 'Usunięcie reguły biznesowej',
    'Delete rule set': 'Usunięcie zestawu reguł',
    'Keep execution logs': 'Zapisanie dzienników wykonania',
    'Remove rule from set': 'Usunięcie reguły z zestawu',
    'Update business rule': 'Zmiana reguły biznesowej',
    'Update rule in set': 'Zmiana reguły w zestawie',
    'Update rule set': 'Zmiana zestawu reguł',
    // Properties.
    'Rule id': 'Identyfikator reguły',
    'Rule name': 'Nazwa reguły',
    'Rule type': 'Typ reguły',
    'Rule category': 'Kategoria reguły',
    'Entity type': 'Typ encji',
    'Event type': 'Typ zdarzenia',
    'Condition expression': 'Warunek',
    'Success actions': 'Akcje po spełnieniu',
    'Failure actions': 'Akcje po niespełnieniu',
    'Effective from': 'Obowiązuje od',
    'Effective to': 'Obowiązuje do',
    'Set id': 'Identyfikator zestawu',
    'Set name': 'Nazwa zestawu',
    'Log count': 'Liczba wpisów dziennika',
    'Executed at': 'Wykonano',
    'Entity id': 'Encja',
    // Errors.
    'Policies hide fields of rules from you': 'Reguły dostępu ukrywają przed Tobą pola reguł biznesowych',
    'Policies restrict you, so your rules cannot set values of accounts by which row policies decide.':
      'Ograniczają Cię reguły dostępu, więc Twoje reguły biznesowe nie mogą ustawiać wartości kont, według których decydują reguły wierszy.',
    'Policies hide records or fields from you that a rule about them would see':
      'Reguły dostępu ukrywają przed Tobą rekordy lub pola, które widziałaby reguła biznesowa',
    'Rule is already a member of this set': 'Reguła należy już do tego zestawu',
    'Rules have triggered each other too often': 'Reguły zbyt wiele razy uruchomiły się nawzajem',
    'More than {most} effects of one execution': 'Liczba skutków jednego wykonania przekracza {most}',
    'More than {most} bytes of effects of one execution': 'Rozmiar skutków jednego wykonania przekracza {most} B',
    'More than {most} log lines of one execution': 'Liczba wierszy dziennika jednego wykonania przekracza {most}',
    'More than {most} recipients': 'Liczba odbiorców przekracza {most}',
    'The header {name} holds characters that headers cannot hold':
      'Nagłówek {name} zawiera znaki niedozwolone w nagłówkach',
    'The body has more than {most} characters': 'Liczba znaków treści przekracza {most}',
    'Rule set': 'Zestaw reguł',
    Member: 'Element',
    'Log entry': 'Wpis dziennika',
    'Invalid JSON body': 'Treść nie jest poprawnym JSON',
    'At most 50 characters': 'Najwyżej 50 znaków',
    'Invalid year': 'Nieprawidłowy rok',
    'Invalid query parameters': 'Nieprawidłowe parametry',
    'Invalid execution context: organizationId: organizationId must be a valid UUID':
      'Nieprawidłowy kontekst wykonania: organizationId musi być poprawnym UUID',
    'Invalid date. Use a format such as 2026-01-31 or 2026-01-31T09:00:00Z':
      'Nieprawidłowa data. Użyj formatu takiego jak 2026-01-31 lub 2026-01-31T09:00:00Z',
    'Rule id is required': 'Wymagany jest identyfikator reguły',
    'Rule set id is required': 'Wymagany jest identyfikator zestawu reguł',
    'Member id is required': 'Wymagany jest identyfikator elementu',
    'Invalid rule id': 'Nieprawidłowy identyfikator reguły',
    'Invalid rule ID': 'Nieprawidłowy identyfikator reguły',
    'Invalid rule set id': 'Nieprawidłowy identyfikator zestawu reguł',
    // Texts of the API document.
    'List the rules of the organization.': 'Pobierz listę reguł organizacji.',
    'Performed in this order.': 'Wykonywane w tej kolejności.',
    'Tokens are replaced: {{data.total}}.': 'Znaczniki są zastępowane: {{data.total}}.',
    'One of debug, info, warn, error. Default: info.': 'Jedna z wartości debug, info, warn, error. Domyślnie: info.',
    'Users of the tenant by email address or id, and roles by name or id.':
      'Użytkownicy najemcy według adresu e-mail lub identyfikatora oraz role według nazwy lub identyfikatora.',
    'Tokens are replaced. Default: the name of the rule.': 'Znaczniki są zastępowane. Domyślnie: nazwa reguły.',
    'Stored, but not used.': 'Zapisywane, ale nieużywane.',
    'A string that consists of one token is replaced by its value, which keeps its type.':
      'Tekst złożony z jednego znacznika jest zastępowany jego wartością, która zachowuje swój typ.',
    'Tokens are replaced.': 'Znaczniki są zastępowane.',
    'One of GET, POST, PUT, PATCH, DELETE. Default: POST.':
      'Jedna z wartości GET, POST, PUT, PATCH, DELETE. Domyślnie: POST.',
    'Tokens in values are replaced.': 'Znaczniki w wartościach są zastępowane.',
    'Sent as JSON. Tokens in strings are replaced. Default: the data that the rule was evaluated on.':
      'Wysyłane jako JSON. Znaczniki w tekstach są zastępowane. Domyślnie: dane, na których oceniono regułę.',
    'The previous name of `eventName`.': 'Poprzednia nazwa `eventName`.',
    'The data of the event. Tokens in strings are replaced. Default: {}.':
      'Dane zdarzenia. Znaczniki w tekstach są zastępowane. Domyślnie: {}.',
    'Delete a rule. Its logs and its memberships of rule sets are kept.':
      'Usuń regułę. Jej dzienniki i przynależność do zestawów reguł pozostają.',
    'List the rule sets of the organization.': 'Pobierz listę zestawów reguł organizacji.',
    'Create an empty rule set.': 'Utwórz pusty zestaw reguł.',
    'Update a rule set.': 'Zmień zestaw reguł.',
    'Delete a rule set. Its rules are kept.': 'Usuń zestaw reguł. Jego reguły pozostają.',
    'Get a rule with its condition and actions.': 'Pobierz regułę z jej warunkiem i akcjami.',
    'Get a rule set with its rules in order.': 'Pobierz zestaw reguł z regułami w ich kolejności.',
    'Add a rule to a rule set.': 'Dodaj regułę do zestawu reguł.',
    'Move a rule within a rule set, or enable or disable it there.':
      'Przenieś regułę w zestawie reguł albo włącz ją lub wyłącz w tym zestawie.',
    'Remove a rule from a rule set.': 'Usuń regułę z zestawu reguł.',
    'Evaluate the rules for an entity and perform their actions. A dry run performs none.':
      'Oceń reguły encji i wykonaj ich akcje. Przebieg próbny nie wykonuje żadnej.',
    'Evaluate one rule, regardless of its entity type and event.':
      'Oceń jedną regułę niezależnie od jej typu encji i zdarzenia.',
    'Evaluate the condition of one rule with several records, whether it is enabled or not. Has no effect.':
      'Oceń warunek jednej reguły na kilku rekordach, niezależnie od tego, czy jest włączona. Nie ma żadnych skutków.',
    'In the order of the records. Fewer than them if it took longer than a second.':
      'W kolejności rekordów. Mniej niż rekordów, jeśli trwało to dłużej niż sekundę.',
    'Find contradictory, unreachable, shadowed and overlapping rules, fields that are unknown or may be missing, and actions that cannot act. Does not run any rule.':
      'Znajdź reguły sprzeczne, nieosiągalne, przesłonięte i nakładające się, pola nieznane lub takie, których może brakować, oraz akcje, które nie mogą zadziałać. Nie uruchamia żadnej reguły.',
    'List rule executions with their results and the reasons for them.':
      'Pobierz listę wykonań reguł z wynikami i ich powodami.',
    'Get one rule execution with its rule.': 'Pobierz jedno wykonanie wraz z jego regułą.',
    'Get the key with which receivers verify the signatures of webhooks.':
      'Pobierz klucz, którym odbiorcy weryfikują podpisy webhooków.',
    'List the entities that rules can be written for, with their events and fields, and what actions can target.':
      'Pobierz encje, dla których można pisać reguły, wraz ze zdarzeniami i polami oraz tym, na czym mogą działać akcje.',
    'Create a rule.': 'Utwórz regułę.',
    'Update a rule.': 'Zmień regułę.',
  },
}
