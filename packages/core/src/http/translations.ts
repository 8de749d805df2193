import type { z } from 'zod'
import type { Locale } from '../define/locales.ts'
import type { Texts, Translations } from '../define/texts.ts'
import { isPlain } from '../plain-object.ts'
import { issuesIn } from './localized-issues.ts'

/** Errors that the platform itself throws, as far as people meet them. */
export const ownTranslations: Translations = {
  de: {
    'The request body is larger than {limit} bytes': 'Die Anfrage ist größer als {limit} Bytes',
    'The body is not valid JSON': 'Der Inhalt ist kein gültiges JSON',
    'Requests that other sites send are refused.': 'Anfragen, die andere Websites senden, werden abgelehnt.',
    'Too many requests are waiting': 'Es warten zu viele Anfragen',
    'The file is too large': 'Die Datei ist zu groß',
    'A file can have at most {size} bytes': 'Eine Datei darf höchstens {size} Bytes haben',
    'This request is still being processed': 'Diese Anfrage wird noch bearbeitet',
    'Other exports of this tenant are running. Please try again when they have ended.':
      'Andere Exporte dieses Mandanten laufen noch. Bitte versuchen Sie es danach erneut.',
    'Not Found': 'Nicht gefunden',
    Unauthorized: 'Nicht angemeldet',
    Forbidden: 'Keine Berechtigung',
    'Too many requests. Please try again later.': 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
    'Not possible in the state {state}': 'Im Zustand {state} nicht möglich',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Sie sehen die Anwendung als jemand anderes: Sie können nichts ändern, und Persönliches wird nicht gezeigt.',
    'Invalid input': 'Ungültige Eingabe',
    'Invalid id': 'Ungültige Id',
    '{record} not found': '{record} nicht gefunden',
    'Already in use': 'Schon vergeben',
    'Still in use': 'Noch in Gebrauch',
    'Validation failed': 'Die Prüfung ist fehlgeschlagen',
    'This refers to something that does not exist, or is still in use':
      'Dies verweist auf etwas, das es nicht gibt, oder ist noch in Gebrauch',
    'This conflicts with an existing record': 'Dies steht im Widerspruch zu einem vorhandenen Datensatz',
    'This record has changed since it was loaded': 'Dieser Datensatz wurde geändert, seit er geladen wurde',
    'The preview is out of date': 'Die Vorschau ist veraltet',
    'Organization out of scope': 'Kein Zugriff auf diese Organisation',
    'Not authorized to target this tenant.': 'Kein Zugriff auf diesen Mandanten.',
    'Please verify your identity.': 'Bitte bestätigen Sie Ihre Identität.',
    'Undo token not available': 'Dies kann nicht rückgängig gemacht werden',
    'Redo target not available': 'Dies kann nicht wiederhergestellt werden',
    'Later changes are in the way': 'Spätere Änderungen stehen dem entgegen',
    'This can only be undone as a whole': 'Dies kann nur als Ganzes rückgängig gemacht werden',
    'The data that this action changed is no longer stored':
      'Die Daten, die dieser Vorgang geändert hat, sind nicht mehr gespeichert',
    'This action changed data outside your organizations.':
      'Dieser Vorgang hat Daten außerhalb Ihrer Organisationen geändert.',
    'This action changed rows that are not visible to you.': 'Dieser Vorgang hat Zeilen geändert, die Sie nicht sehen.',
    'This action changed fields that are not visible to you, or that you may not change.':
      'Dieser Vorgang hat Felder geändert, die Sie nicht sehen oder nicht ändern dürfen.',
    'The request took too long': 'Die Anfrage hat zu lange gedauert',
    'Too many concurrent changes. Please try again': 'Zu viele gleichzeitige Änderungen. Bitte versuchen Sie es erneut',
    'Internal server error': 'Interner Serverfehler',
    'Something went wrong. Please try again later.': 'Etwas ist schiefgegangen. Bitte versuchen Sie es später erneut.',
    'The list has {total} rows, and an export at most {most}. Please filter the list.':
      'Die Liste hat {total} Zeilen, ein Export höchstens {most}. Bitte filtern Sie die Liste.',
    'The expected version is not a date': 'Die erwartete Fassung ist kein Zeitpunkt',
    'This call is not allowed to write': 'Dieser Aufruf darf nichts ändern',
    'Rules set different values for the rows of one command':
      'Regeln setzen für die Zeilen eines Vorgangs unterschiedliche Werte',
    'Rules have set invalid values': 'Regeln haben ungültige Werte gesetzt',
    'You cannot try policies of records that you may not read: {kind}.':
      'Sie können keine Regeln für Datensätze ausprobieren, die Sie nicht lesen dürfen: {kind}.',
    'Policies of this user compare fields or records that you may not read.':
      'Regeln dieses Benutzers vergleichen Felder oder Datensätze, die Sie nicht lesen dürfen.',
    'This Idempotency-Key was used for a different request':
      'Dieser Idempotency-Key wurde für eine andere Anfrage benutzt',
    'Unknown property': 'Unbekannte Eigenschaft',
    'You may not change these fields: {fields}.': 'Sie dürfen diese Felder nicht ändern: {fields}.',
    '{what} refers to something that does not exist': '{what} verweist auf etwas, das es nicht gibt',
    'Does not exist': 'Gibt es nicht',
    'Organization context is required': 'Eine Organisation muss gewählt sein',
    'A list can be filtered by at most {most} custom fields':
      'Eine Liste lässt sich nach höchstens {most} eigenen Feldern filtern',
    '`{name}` can have at most {most} values': '`{name}` kann höchstens {most} Werte haben',
    'Invalid date': 'Ungültiges Datum',
    'At most {digits} digits and {decimals} decimals': 'Höchstens {digits} Stellen und {decimals} Nachkommastellen',
    'Too large': 'Zu groß',
    'One of {options}': 'Möglich sind {options}',
    'Invalid number': 'Ungültige Zahl',
    'Control, invisible and direction characters are not allowed':
      'Steuerzeichen, unsichtbare Zeichen und Zeichen für die Schreibrichtung sind nicht erlaubt',
    'Owner not found': 'Besitzer nicht gefunden',
    'Not found': 'Nicht gefunden',
    'These rows have more than {most} lines. Please ask for fewer rows':
      'Diese Zeilen haben mehr als {most} Positionen. Bitte fragen Sie weniger Zeilen ab',
    'Unknown row': 'Unbekannte Zeile',
    'A header tells the version of one record: send `versions`':
      'Ein Header nennt die Fassung eines einzigen Datensatzes: Senden Sie `versions`',
    'Must be a time zone like Europe/Berlin, or UTC': 'Muss eine Zeitzone wie Europe/Berlin oder UTC sein',
    'Must be a language like en': 'Muss eine Sprache wie en sein',
    'Must be a currency of ISO 4217': 'Muss eine Währung nach ISO 4217 sein',
    'The database does not know this time zone': 'Die Datenbank kennt diese Zeitzone nicht',
    'The database and this host have different rules for this time zone':
      'Die Datenbank und dieser Server rechnen in dieser Zeitzone verschieden',
    'The request body is too large': 'Der Inhalt der Anfrage ist zu groß',
    'The multipart body is invalid': 'Der mehrteilige Inhalt ist ungültig',
    '{host} does not use HTTPS': '{host} benutzt kein HTTPS',
    'The address of {host} is not public': 'Die Adresse von {host} ist nicht öffentlich',
    'Please try again later': 'Bitte versuchen Sie es später erneut',
    'The URL of the webhook is not valid': 'Die URL des Webhooks ist ungültig',
    'The URL of a webhook must not contain a login': 'Die URL eines Webhooks darf keine Anmeldedaten enthalten',
    'Webhooks go to https only': 'Webhooks gehen nur an https',
    'The address of the webhook is not public': 'Die Adresse des Webhooks ist nicht öffentlich',
    'The change could not be recorded. Please try again':
      'Die Änderung konnte nicht protokolliert werden. Bitte versuchen Sie es erneut',
    "This cannot be redone: the job '{job}' is no longer part of this platform":
      'Dies kann nicht wiederhergestellt werden: Den Auftrag „{job}“ gibt es auf dieser Plattform nicht mehr',
    'This cannot be undone or redone, because the command that performed it is no longer part of this platform.':
      'Dies kann weder rückgängig gemacht noch wiederhergestellt werden, weil es den Befehl dafür auf dieser Plattform nicht mehr gibt.',
    'Credentials are never undone or redone': 'Zugangsdaten werden nie rückgängig gemacht oder wiederhergestellt',
    'Undo failed': 'Das Rückgängigmachen ist fehlgeschlagen',
    'Redo failed': 'Das Wiederherstellen ist fehlgeschlagen',
    '{code} is not a currency': '{code} ist keine Währung',
    'Amounts in {one} and {other} do not go together': 'Beträge in {one} und {other} lassen sich nicht verrechnen',
    'An amount is a decimal number such as 12.50': 'Ein Betrag ist eine Dezimalzahl wie 12.50',
    'The list has {total} rows, and a sheet at most {most}. Please filter the list.':
      'Die Liste hat {total} Zeilen, ein Tabellenblatt höchstens {most}. Bitte filtern Sie die Liste.',
    'Idempotency-Key must have 1 to 255 printable characters': 'Idempotency-Key muss 1 bis 255 druckbare Zeichen haben',
    'This request has already been processed, but its response is not available':
      'Diese Anfrage wurde schon bearbeitet, aber ihre Antwort ist nicht mehr vorhanden',
    'Only one can be named': 'Nur eine Angabe ist möglich',
    'The form has more than {most} fields': 'Das Formular hat mehr als {most} Felder',
    'The JSON body is nested deeper than {most} levels': 'Das JSON ist tiefer als {most} Ebenen verschachtelt',
    'An object in the JSON body has more than {most} members': 'Ein Objekt im JSON hat mehr als {most} Eigenschaften',
    'The JSON body has more than {most} lists, objects and members':
      'Das JSON hat mehr als {most} Listen, Objekte und Eigenschaften',
    'The request body was cut off': 'Der Inhalt der Anfrage ist unvollständig',
    'Invalid UUID': 'Ungültige UUID',
    '{name} is required': '{name} ist erforderlich',
    'recipients must not be empty': 'recipients darf nicht leer sein',
    'field cannot be set': 'field kann nicht gesetzt werden',
    'method must be one of {options}': 'method muss eins davon sein: {options}',
    'Unknown logical operator: {operator}': 'Unbekannter logischer Operator: {operator}',
    'A condition must be a group or a comparison': 'Eine Bedingung muss eine Gruppe oder ein Vergleich sein',
    'Unknown operator: {operator}': 'Unbekannter Operator: {operator}',
    'Evaluation exceeded its budget of {steps} steps': 'Die Auswertung braucht mehr als die erlaubten {steps} Schritte',
    'Unknown action type: {type}': 'Unbekannte Aktion: {type}',
    'recipients must be a list with members': 'recipients muss eine Liste mit Einträgen sein',
    'field cannot be set: {field}': 'field kann nicht gesetzt werden: {field}',
    'method is not supported: {method}': 'method wird nicht unterstützt: {method}',
    'MATCHES cannot search this pattern: {pattern}': 'MATCHES kann dieses Muster nicht suchen: {pattern}',
    'Webhooks may not go to {host}; this host allows {hosts}':
      'Webhooks dürfen nicht an {host} gehen; dieser Server erlaubt {hosts}',
    'Webhooks may not go to {host}; this host allows none':
      'Webhooks dürfen nicht an {host} gehen; dieser Server erlaubt keine',
    'The body is not an object': 'Der Inhalt ist kein Objekt',
    'Condition expression exceeds safety limits': 'Die Bedingung überschreitet die Grenzen',
    'Rows of {table} cannot be restored: {reason}':
      'Zeilen von {table} können nicht wiederhergestellt werden: {reason}',
    'Rows cannot be restored: {reason}': 'Zeilen können nicht wiederhergestellt werden: {reason}',
  },
  es: {
    'The request body is larger than {limit} bytes': 'La solicitud tiene más de {limit} bytes',
    'The body is not valid JSON': 'El contenido no es JSON válido',
    'Requests that other sites send are refused.': 'Se rechazan las solicitudes que envían otros sitios.',
    'Too many requests are waiting': 'Hay demasiadas solicitudes en espera',
    'The file is too large': 'El archivo es demasiado grande',
    'A file can have at most {size} bytes': 'Un archivo puede tener como máximo {size} bytes',
    'This request is still being processed': 'Esta solicitud aún se está procesando',
    'Other exports of this tenant are running. Please try again when they have ended.':
      'Hay otras exportaciones de este inquilino en curso. Inténtelo de nuevo cuando terminen.',
    'Not Found': 'No encontrado',
    Unauthorized: 'No autenticado',
    Forbidden: 'Sin autorización',
    'Too many requests. Please try again later.': 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
    'Not possible in the state {state}': 'No es posible en el estado {state}',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Está viendo la aplicación como otra persona: no puede cambiar nada, y lo personal no se muestra.',
    'Invalid input': 'Datos no válidos',
    'Invalid id': 'Identificador no válido',
    '{record} not found': '{record}: no encontrado',
    'Already in use': 'Ya está en uso',
    'Still in use': 'Todavía en uso',
    'Validation failed': 'La validación ha fallado',
    'This refers to something that does not exist, or is still in use':
      'Esto hace referencia a algo que no existe o todavía está en uso',
    'This conflicts with an existing record': 'Esto entra en conflicto con un registro existente',
    'This record has changed since it was loaded': 'Este registro ha cambiado desde que se cargó',
    'The preview is out of date': 'La vista previa está desactualizada',
    'Organization out of scope': 'Organización fuera de su ámbito',
    'Not authorized to target this tenant.': 'Sin autorización para este inquilino.',
    'Please verify your identity.': 'Verifique su identidad.',
    'Undo token not available': 'Esto no se puede deshacer',
    'Redo target not available': 'Esto no se puede rehacer',
    'Later changes are in the way': 'Hay cambios posteriores que lo impiden',
    'This can only be undone as a whole': 'Esto solo se puede deshacer por completo',
    'The data that this action changed is no longer stored': 'Los datos que cambió esta acción ya no se conservan',
    'This action changed data outside your organizations.': 'Esta acción cambió datos fuera de sus organizaciones.',
    'This action changed rows that are not visible to you.': 'Esta acción cambió filas que usted no ve.',
    'This action changed fields that are not visible to you, or that you may not change.':
      'Esta acción cambió campos que usted no ve o no puede cambiar.',
    'The request took too long': 'La solicitud ha tardado demasiado',
    'Too many concurrent changes. Please try again': 'Demasiados cambios simultáneos. Inténtelo de nuevo',
    'Internal server error': 'Error interno del servidor',
    'Something went wrong. Please try again later.': 'Algo ha fallado. Inténtelo de nuevo más tarde.',
    'The list has {total} rows, and an export at most {most}. Please filter the list.':
      'La lista tiene {total} filas, y una exportación como máximo {most}. Filtre la lista.',
    'The expected version is not a date': 'La versión esperada no es una fecha',
    'This call is not allowed to write': 'Esta llamada no puede modificar nada',
    'Rules set different values for the rows of one command':
      'Las reglas asignan valores distintos a las filas de una misma operación',
    'Rules have set invalid values': 'Las reglas han asignado valores no válidos',
    'You cannot try policies of records that you may not read: {kind}.':
      'No puede probar políticas de registros que no puede leer: {kind}.',
    'Policies of this user compare fields or records that you may not read.':
      'Las políticas de este usuario comparan campos o registros que usted no puede leer.',
    'This Idempotency-Key was used for a different request': 'Esta Idempotency-Key se usó para otra solicitud',
    'Unknown property': 'Propiedad desconocida',
    'You may not change these fields: {fields}.': 'No puede modificar estos campos: {fields}.',
    '{what} refers to something that does not exist': '{what} hace referencia a algo que no existe',
    'Does not exist': 'No existe',
    'Organization context is required': 'Hay que seleccionar una organización',
    'A list can be filtered by at most {most} custom fields':
      'Una lista se puede filtrar por un máximo de {most} campos personalizados',
    '`{name}` can have at most {most} values': '`{name}` puede tener como máximo {most} valores',
    'Invalid date': 'Fecha no válida',
    'At most {digits} digits and {decimals} decimals': 'Como máximo {digits} cifras y {decimals} decimales',
    'Too large': 'Demasiado grande',
    'One of {options}': 'Uno de {options}',
    'Invalid number': 'Número no válido',
    'Control, invisible and direction characters are not allowed':
      'No se admiten caracteres de control, invisibles ni de dirección del texto',
    'Owner not found': 'Propietario no encontrado',
    'Not found': 'No encontrado',
    'These rows have more than {most} lines. Please ask for fewer rows':
      'Estas filas tienen más de {most} líneas. Solicite menos filas',
    'Unknown row': 'Fila desconocida',
    'A header tells the version of one record: send `versions`':
      'Una cabecera indica la versión de un solo registro: envíe `versions`',
    'Must be a time zone like Europe/Berlin, or UTC': 'Debe ser una zona horaria como Europe/Berlin, o UTC',
    'Must be a language like en': 'Debe ser un idioma como en',
    'Must be a currency of ISO 4217': 'Debe ser una moneda de ISO 4217',
    'The database does not know this time zone': 'La base de datos no conoce esta zona horaria',
    'The database and this host have different rules for this time zone':
      'La base de datos y este servidor tienen reglas distintas para esta zona horaria',
    'The request body is too large': 'El cuerpo de la solicitud es demasiado grande',
    'The multipart body is invalid': 'El cuerpo multipart no es válido',
    '{host} does not use HTTPS': '{host} no usa HTTPS',
    'The address of {host} is not public': 'La dirección de {host} no es pública',
    'Please try again later': 'Inténtelo de nuevo más tarde',
    'The URL of the webhook is not valid': 'La URL del webhook no es válida',
    'The URL of a webhook must not contain a login': 'La URL de un webhook no puede contener credenciales',
    'Webhooks go to https only': 'Los webhooks solo se envían por https',
    'The address of the webhook is not public': 'La dirección del webhook no es pública',
    'The change could not be recorded. Please try again': 'No se pudo registrar el cambio. Inténtelo de nuevo',
    "This cannot be redone: the job '{job}' is no longer part of this platform":
      'Esto no se puede rehacer: la tarea «{job}» ya no forma parte de esta plataforma',
    'This cannot be undone or redone, because the command that performed it is no longer part of this platform.':
      'Esto no se puede deshacer ni rehacer, porque el comando que lo realizó ya no forma parte de esta plataforma.',
    'Credentials are never undone or redone': 'Las credenciales no se deshacen ni se rehacen nunca',
    'Undo failed': 'No se pudo deshacer',
    'Redo failed': 'No se pudo rehacer',
    '{code} is not a currency': '{code} no es una moneda',
    'Amounts in {one} and {other} do not go together': 'No se pueden combinar importes en {one} y {other}',
    'An amount is a decimal number such as 12.50': 'Un importe es un número decimal como 12.50',
    'The list has {total} rows, and a sheet at most {most}. Please filter the list.':
      'La lista tiene {total} filas, y una hoja como máximo {most}. Filtre la lista.',
    'Idempotency-Key must have 1 to 255 printable characters':
      'Idempotency-Key debe tener de 1 a 255 caracteres imprimibles',
    'This request has already been processed, but its response is not available':
      'Esta solicitud ya se ha procesado, pero su respuesta no está disponible',
    'Only one can be named': 'Solo se puede indicar uno',
    'The form has more than {most} fields': 'El formulario tiene más de {most} campos',
    'The JSON body is nested deeper than {most} levels': 'El cuerpo JSON tiene más de {most} niveles de anidamiento',
    'An object in the JSON body has more than {most} members':
      'Un objeto del cuerpo JSON tiene más de {most} propiedades',
    'The JSON body has more than {most} lists, objects and members':
      'El cuerpo JSON tiene más de {most} listas, objetos y propiedades',
    'The request body was cut off': 'El cuerpo de la solicitud está incompleto',
    'Invalid UUID': 'UUID no válido',
    '{name} is required': 'Se requiere {name}',
    'recipients must not be empty': 'recipients no puede estar vacío',
    'field cannot be set': 'field no se puede asignar',
    'method must be one of {options}': 'method debe ser uno de {options}',
    'Unknown logical operator: {operator}': 'Operador lógico desconocido: {operator}',
    'A condition must be a group or a comparison': 'Una condición debe ser un grupo o una comparación',
    'Unknown operator: {operator}': 'Operador desconocido: {operator}',
    'Evaluation exceeded its budget of {steps} steps': 'La evaluación ha superado el límite de {steps} pasos',
    'Unknown action type: {type}': 'Tipo de acción desconocido: {type}',
    'recipients must be a list with members': 'recipients debe ser una lista con elementos',
    'field cannot be set: {field}': 'field no se puede asignar: {field}',
    'method is not supported: {method}': 'method no se admite: {method}',
    'MATCHES cannot search this pattern: {pattern}': 'MATCHES no puede buscar este patrón: {pattern}',
    'Webhooks may not go to {host}; this host allows {hosts}':
      'Los webhooks no pueden ir a {host}; este servidor permite {hosts}',
    'Webhooks may not go to {host}; this host allows none':
      'Los webhooks no pueden ir a {host}; este servidor no permite ninguno',
    'The body is not an object': 'El cuerpo no es un objeto',
    'Condition expression exceeds safety limits': 'La condición supera los límites de seguridad',
    'Rows of {table} cannot be restored: {reason}': 'No se pueden restaurar filas de {table}: {reason}',
    'Rows cannot be restored: {reason}': 'No se pueden restaurar filas: {reason}',
  },
  pl: {
    'The request body is larger than {limit} bytes': 'Żądanie ma ponad {limit} bajtów',
    'The body is not valid JSON': 'Treść nie jest poprawnym JSON',
    'Requests that other sites send are refused.': 'Żądania wysyłane przez inne witryny są odrzucane.',
    'Too many requests are waiting': 'Zbyt wiele żądań oczekuje',
    'The file is too large': 'Plik jest za duży',
    'A file can have at most {size} bytes': 'Plik może mieć najwyżej {size} bajtów',
    'This request is still being processed': 'To żądanie jest jeszcze przetwarzane',
    'Other exports of this tenant are running. Please try again when they have ended.':
      'Trwają inne eksporty tego najemcy. Spróbuj ponownie, gdy się zakończą.',
    'Not Found': 'Nie znaleziono',
    Unauthorized: 'Nieuwierzytelniony',
    Forbidden: 'Brak uprawnień',
    'Too many requests. Please try again later.': 'Zbyt wiele żądań. Spróbuj ponownie później.',
    'Not possible in the state {state}': 'Niemożliwe w stanie {state}',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Oglądasz aplikację jako inna osoba: nie możesz niczego zmienić, a treści osobiste nie są wyświetlane.',
    'Invalid input': 'Nieprawidłowe dane',
    'Invalid id': 'Nieprawidłowy identyfikator',
    '{record} not found': '{record}: nie znaleziono',
    'Already in use': 'Już w użyciu',
    'Still in use': 'Nadal w użyciu',
    'Validation failed': 'Walidacja nie powiodła się',
    'This refers to something that does not exist, or is still in use':
      'To odwołuje się do czegoś, co nie istnieje lub jest nadal w użyciu',
    'This conflicts with an existing record': 'To jest sprzeczne z istniejącym rekordem',
    'This record has changed since it was loaded': 'Ten rekord zmienił się od czasu wczytania',
    'The preview is out of date': 'Podgląd jest nieaktualny',
    'Organization out of scope': 'Organizacja poza zakresem',
    'Not authorized to target this tenant.': 'Brak uprawnień do tego najemcy.',
    'Please verify your identity.': 'Potwierdź swoją tożsamość.',
    'Undo token not available': 'Tego nie można cofnąć',
    'Redo target not available': 'Tego nie można ponowić',
    'Later changes are in the way': 'Późniejsze zmiany to uniemożliwiają',
    'This can only be undone as a whole': 'To można cofnąć tylko w całości',
    'The data that this action changed is no longer stored':
      'Dane zmienione przez tę operację nie są już przechowywane',
    'This action changed data outside your organizations.': 'Ta operacja zmieniła dane poza Twoimi organizacjami.',
    'This action changed rows that are not visible to you.': 'Ta operacja zmieniła wiersze, których nie widzisz.',
    'This action changed fields that are not visible to you, or that you may not change.':
      'Ta operacja zmieniła pola, których nie widzisz lub nie możesz zmieniać.',
    'The request took too long': 'Żądanie trwało zbyt długo',
    'Too many concurrent changes. Please try again': 'Zbyt wiele jednoczesnych zmian. Spróbuj ponownie',
    'Internal server error': 'Wewnętrzny błąd serwera',
    'Something went wrong. Please try again later.': 'Coś poszło nie tak. Spróbuj ponownie później.',
    'The list has {total} rows, and an export at most {most}. Please filter the list.':
      'Liczba wierszy listy: {total}. Eksport może ich mieć najwyżej {most}. Zawęź listę.',
    'The expected version is not a date': 'Oczekiwana wersja nie jest datą',
    'This call is not allowed to write': 'To wywołanie nie może niczego zmieniać',
    'Rules set different values for the rows of one command':
      'Reguły ustawiają różne wartości dla wierszy jednej operacji',
    'Rules have set invalid values': 'Reguły ustawiły nieprawidłowe wartości',
    'You cannot try policies of records that you may not read: {kind}.':
      'Nie możesz wypróbować reguł rekordów, których nie możesz odczytywać: {kind}.',
    'Policies of this user compare fields or records that you may not read.':
      'Reguły tego użytkownika porównują pola lub rekordy, których nie możesz odczytywać.',
    'This Idempotency-Key was used for a different request': 'Tego Idempotency-Key użyto w innym żądaniu',
    'Unknown property': 'Nieznana właściwość',
    'You may not change these fields: {fields}.': 'Nie możesz zmieniać tych pól: {fields}.',
    '{what} refers to something that does not exist': '{what} odwołuje się do czegoś, co nie istnieje',
    'Does not exist': 'Nie istnieje',
    'Organization context is required': 'Należy wybrać organizację',
    'A list can be filtered by at most {most} custom fields':
      'Liczba pól niestandardowych, według których można filtrować listę, to najwyżej {most}',
    '`{name}` can have at most {most} values': 'Liczba wartości w `{name}` to najwyżej {most}',
    'Invalid date': 'Nieprawidłowa data',
    'At most {digits} digits and {decimals} decimals':
      'Liczba cyfr: najwyżej {digits}, miejsc po przecinku: najwyżej {decimals}',
    'Too large': 'Za duże',
    'One of {options}': 'Możliwe wartości: {options}',
    'Invalid number': 'Nieprawidłowa liczba',
    'Control, invisible and direction characters are not allowed':
      'Znaki sterujące, niewidoczne i kierunku tekstu są niedozwolone',
    'Owner not found': 'Nie znaleziono właściciela',
    'Not found': 'Nie znaleziono',
    'These rows have more than {most} lines. Please ask for fewer rows':
      'Łączna liczba pozycji w tych wierszach przekracza {most}. Zażądaj mniejszej liczby wierszy',
    'Unknown row': 'Nieznany wiersz',
    'A header tells the version of one record: send `versions`':
      'Nagłówek podaje wersję jednego rekordu: wyślij `versions`',
    'Must be a time zone like Europe/Berlin, or UTC': 'Musi być strefą czasową, na przykład Europe/Berlin, albo UTC',
    'Must be a language like en': 'Musi być językiem, na przykład en',
    'Must be a currency of ISO 4217': 'Musi być walutą z ISO 4217',
    'The database does not know this time zone': 'Baza danych nie zna tej strefy czasowej',
    'The database and this host have different rules for this time zone':
      'Baza danych i ten serwer mają różne reguły dla tej strefy czasowej',
    'The request body is too large': 'Treść żądania jest za duża',
    'The multipart body is invalid': 'Treść multipart jest nieprawidłowa',
    '{host} does not use HTTPS': '{host} nie używa HTTPS',
    'The address of {host} is not public': 'Adres {host} nie jest publiczny',
    'Please try again later': 'Spróbuj ponownie później',
    'The URL of the webhook is not valid': 'Adres URL webhooka jest nieprawidłowy',
    'The URL of a webhook must not contain a login': 'Adres URL webhooka nie może zawierać danych logowania',
    'Webhooks go to https only': 'Webhooki są wysyłane tylko przez https',
    'The address of the webhook is not public': 'Adres webhooka nie jest publiczny',
    'The change could not be recorded. Please try again': 'Nie udało się zapisać zmiany w dzienniku. Spróbuj ponownie',
    "This cannot be redone: the job '{job}' is no longer part of this platform":
      'Tego nie można ponowić: zadanie „{job}” nie należy już do tej platformy',
    'This cannot be undone or redone, because the command that performed it is no longer part of this platform.':
      'Tego nie można cofnąć ani ponowić, ponieważ polecenie, które to wykonało, nie należy już do tej platformy.',
    'Credentials are never undone or redone': 'Danych uwierzytelniających nigdy się nie cofa ani nie przywraca',
    'Undo failed': 'Cofnięcie nie powiodło się',
    'Redo failed': 'Ponowienie nie powiodło się',
    '{code} is not a currency': '{code} nie jest walutą',
    'Amounts in {one} and {other} do not go together': 'Kwot w {one} i {other} nie można łączyć',
    'An amount is a decimal number such as 12.50': 'Kwota to liczba dziesiętna, na przykład 12.50',
    'The list has {total} rows, and a sheet at most {most}. Please filter the list.':
      'Liczba wierszy listy: {total}. Arkusz może ich mieć najwyżej {most}. Zawęź listę.',
    'Idempotency-Key must have 1 to 255 printable characters':
      'Idempotency-Key musi mieć od 1 do 255 znaków drukowalnych',
    'This request has already been processed, but its response is not available':
      'To żądanie zostało już przetworzone, ale odpowiedź jest niedostępna',
    'Only one can be named': 'Można podać tylko jedną wartość',
    'The form has more than {most} fields': 'Liczba pól formularza przekracza {most}',
    'The JSON body is nested deeper than {most} levels': 'Liczba poziomów zagnieżdżenia treści JSON przekracza {most}',
    'An object in the JSON body has more than {most} members':
      'Liczba właściwości obiektu w treści JSON przekracza {most}',
    'The JSON body has more than {most} lists, objects and members':
      'Łączna liczba list, obiektów i właściwości w treści JSON przekracza {most}',
    'The request body was cut off': 'Treść żądania jest niekompletna',
    'Invalid UUID': 'Nieprawidłowy UUID',
    '{name} is required': 'Wymagane: {name}',
    'recipients must not be empty': 'recipients nie może być puste',
    'field cannot be set': 'field nie może zostać ustawione',
    'method must be one of {options}': 'method musi mieć jedną z wartości: {options}',
    'Unknown logical operator: {operator}': 'Nieznany operator logiczny: {operator}',
    'A condition must be a group or a comparison': 'Warunek musi być grupą lub porównaniem',
    'Unknown operator: {operator}': 'Nieznany operator: {operator}',
    'Evaluation exceeded its budget of {steps} steps': 'Ocena przekroczyła limit kroków: {steps}',
    'Unknown action type: {type}': 'Nieznany typ akcji: {type}',
    'recipients must be a list with members': 'recipients musi być niepustą listą',
    'field cannot be set: {field}': 'field nie może zostać ustawione: {field}',
    'method is not supported: {method}': 'method nie jest obsługiwane: {method}',
    'MATCHES cannot search this pattern: {pattern}': 'MATCHES nie może wyszukać tego wzorca: {pattern}',
    'Webhooks may not go to {host}; this host allows {hosts}':
      'Webhooków nie można wysyłać do {host}; ten serwer dopuszcza {hosts}',
    'Webhooks may not go to {host}; this host allows none':
      'Webhooków nie można wysyłać do {host}; ten serwer nie dopuszcza żadnych',
    'The body is not an object': 'Treść nie jest obiektem',
    'Condition expression exceeds safety limits': 'Warunek przekracza dozwolone limity',
    'Rows of {table} cannot be restored: {reason}': 'Nie można przywrócić wierszy z {table}: {reason}',
    'Rows cannot be restored: {reason}': 'Nie można przywrócić wierszy: {reason}',
  },
}

/** More messages in one response stay in English, so that nobody makes a host translate hundreds. */
const MOST = 100

type ErrorBody = Readonly<Record<string, unknown>>

/** The body of an error response in a language: its text, the messages of its fields, and the issues of its schema. */
export function toRefusalIn(texts: Texts, language: Locale, body: ErrorBody): ErrorBody {
  if (language === 'en') return body
  const tell = (message: unknown) => (typeof message === 'string' ? texts.message(language, message) : message)
  const told = Object.entries(body).map(([name, value]) => {
    if (name === 'error' || name === 'message') return [name, tell(value)]
    if (name === 'fieldErrors' && isPlain(value) && Object.keys(value).length <= MOST)
      return [name, mapValues(value, tell)]
    if (name === 'details' && isIssues(value) && value.length <= MOST)
      return [name, issuesIn(language, value).map((issue) => ({ ...issue, message: tell(issue.message) }))]
    return [name, value]
  })
  return Object.fromEntries(told) as ErrorBody
}

const mapValues = (values: object, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

const isIssues = (value: unknown): value is z.ZodError['issues'] =>
  Array.isArray(value) && value.every((issue) => isPlain(issue) && 'message' in issue && 'path' in issue)
