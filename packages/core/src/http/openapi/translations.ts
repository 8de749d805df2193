import type { Translations } from '../../define/texts.ts'

/** What the API document says of every route, in German, Spanish and Polish. */
const WORDS: Readonly<Record<string, readonly [de: string, es: string, pl: string]>> = {
  'Requires `{feature}`.': ['Erfordert `{feature}`.', 'Requiere `{feature}`.', 'Wymaga `{feature}`.'],
  'Requires `{one}` and `{other}`.': [
    'Erfordert `{one}` und `{other}`.',
    'Requiere `{one}` y `{other}`.',
    'Wymaga `{one}` i `{other}`.',
  ],
  'Requires `{feature}`. The caller must have verified their identity within the last {minutes} minutes.': [
    'Erfordert `{feature}`. Der Aufrufer muss seine Identität in den letzten {minutes} Minuten bestätigt haben.',
    'Requiere `{feature}`. Quien llama debe haber verificado su identidad en los últimos {minutes} minutos.',
    'Wymaga `{feature}`. Wywołujący musi potwierdzić tożsamość w ciągu ostatnich {minutes} minut.',
  ],
  'Requires authentication.': ['Erfordert eine Anmeldung.', 'Requiere autenticación.', 'Wymaga uwierzytelnienia.'],
  'Requires authentication. The caller must have verified their identity within the last {minutes} minutes.': [
    'Erfordert eine Anmeldung. Der Aufrufer muss seine Identität in den letzten {minutes} Minuten bestätigt haben.',
    'Requiere autenticación. Quien llama debe haber verificado su identidad en los últimos {minutes} minutos.',
    'Wymaga uwierzytelnienia. Wywołujący musi potwierdzić tożsamość w ciągu ostatnich {minutes} minut.',
  ],
  'Requires no authentication.': [
    'Erfordert keine Anmeldung.',
    'No requiere autenticación.',
    'Nie wymaga uwierzytelnienia.',
  ],
  'Authentication is optional.': [
    'Eine Anmeldung ist möglich.',
    'La autenticación es opcional.',
    'Uwierzytelnienie jest opcjonalne.',
  ],
  'Success.': ['Erfolg.', 'Correcto.', 'Powodzenie.'],
  'Created.': ['Angelegt.', 'Creado.', 'Utworzono.'],
  'Accepted.': ['Angenommen.', 'Aceptado.', 'Przyjęto.'],
  'Received.': ['Empfangen.', 'Recibido.', 'Odebrano.'],
  'Partial content.': ['Teil des Inhalts.', 'Contenido parcial.', 'Część treści.'],
  'Redirect.': ['Weiterleitung.', 'Redirección.', 'Przekierowanie.'],
  'The resource has not changed.': [
    'Die Ressource ist unverändert.',
    'El recurso no ha cambiado.',
    'Zasób nie zmienił się.',
  ],
  'The request is invalid.': ['Die Anfrage ist ungültig.', 'La solicitud no es válida.', 'Żądanie jest nieprawidłowe.'],
  'The request failed.': ['Die Anfrage ist fehlgeschlagen.', 'La solicitud ha fallado.', 'Żądanie nie powiodło się.'],
  'Authentication is missing or invalid.': [
    'Die Anmeldung fehlt oder ist ungültig.',
    'La autenticación falta o no es válida.',
    'Brak uwierzytelnienia lub jest ono nieprawidłowe.',
  ],
  'The caller lacks a required permission.': [
    'Dem Aufrufer fehlt eine Berechtigung.',
    'A quien llama le falta un permiso.',
    'Wywołujący nie ma wymaganego uprawnienia.',
  ],
  'The resource does not exist, or the caller has no access to it.': [
    'Die Ressource gibt es nicht, oder der Aufrufer hat keinen Zugriff darauf.',
    'El recurso no existe o quien llama no tiene acceso a él.',
    'Zasób nie istnieje lub wywołujący nie ma do niego dostępu.',
  ],
  'The request conflicts with the current state of the resource.': [
    'Die Anfrage steht im Widerspruch zum Zustand der Ressource.',
    'La solicitud entra en conflicto con el estado actual del recurso.',
    'Żądanie jest sprzeczne z bieżącym stanem zasobu.',
  ],
  'A precondition of the request is not met.': [
    'Eine Voraussetzung der Anfrage ist nicht erfüllt.',
    'No se cumple una condición previa de la solicitud.',
    'Warunek wstępny żądania nie jest spełniony.',
  ],
  'A business rule or a validation rejects the request.': [
    'Eine Geschäftsregel oder eine Prüfung lehnt die Anfrage ab.',
    'Una regla de negocio o una validación rechaza la solicitud.',
    'Reguła biznesowa lub walidacja odrzuca żądanie.',
  ],
  'The body is too large.': [
    'Der Inhalt der Anfrage ist zu groß.',
    'El cuerpo es demasiado grande.',
    'Treść jest za duża.',
  ],
  'The content type of the body is not supported.': [
    'Der Inhaltstyp der Anfrage wird nicht unterstützt.',
    'El tipo de contenido del cuerpo no se admite.',
    'Typ zawartości treści nie jest obsługiwany.',
  ],
  'The method is not supported.': [
    'Die Methode wird nicht unterstützt.',
    'El método no se admite.',
    'Metoda nie jest obsługiwana.',
  ],
  'Too many requests.': ['Zu viele Anfragen.', 'Demasiadas solicitudes.', 'Zbyt wiele żądań.'],
  'The number of seconds to wait before retrying.': [
    'Die Wartezeit bis zu einem neuen Versuch, in Sekunden.',
    'Los segundos que hay que esperar antes de reintentar.',
    'Liczba sekund do odczekania przed ponowieniem.',
  ],
  'The server encountered an error.': [
    'Im Server ist ein Fehler aufgetreten.',
    'El servidor ha encontrado un error.',
    'Na serwerze wystąpił błąd.',
  ],
  'The server is temporarily unavailable.': [
    'Der Server ist vorübergehend nicht verfügbar.',
    'El servidor no está disponible temporalmente.',
    'Serwer jest chwilowo niedostępny.',
  ],
  'The operation and its undo token.': [
    'Der Vorgang und sein Token zum Rückgängigmachen.',
    'La operación y su token para deshacerla.',
    'Operacja i jej token cofnięcia.',
  ],
  'Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again.': [
    'Macht Wiederholungen sicher: Eine erneute Anfrage mit demselben Schlüssel innerhalb von 24 Stunden erhält dieselbe Antwort.',
    'Permite reintentar sin riesgo: una solicitud repetida con la misma clave en 24 horas devuelve la primera respuesta.',
    'Umożliwia bezpieczne ponawianie: żądanie z tym samym kluczem w ciągu 24 godzin zwraca pierwszą odpowiedź.',
  ],
  'The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.':
    [
      'Das `updatedAt` der Fassung, auf der die Änderung beruht. Wurde die Ressource seither geändert, ist die Antwort 409.',
      'El `updatedAt` de la versión en la que se basa el cambio. Si el recurso ha cambiado desde entonces, la respuesta es 409.',
      'Wartość `updatedAt` wersji, na której opiera się zmiana. Jeśli zasób od tego czasu zmieniono, odpowiedzią jest 409.',
    ],
  'Instead of `id`: up to {count} records.': [
    'Statt `id`: bis zu {count} Datensätze.',
    'En lugar de `id`: hasta {count} registros.',
    'Zamiast `id`: do {count} rekordów.',
  ],
  'The versions of these records that the change is based on.': [
    'Die Fassungen dieser Datensätze, auf denen die Änderung beruht.',
    'Las versiones de estos registros en las que se basa el cambio.',
    'Wersje tych rekordów, na których opiera się zmiana.',
  ],
  'The query parameters can be sent in a JSON body instead. If both are sent, the body takes precedence.': [
    'Die Parameter können stattdessen als JSON im Inhalt der Anfrage stehen. Steht beides da, gilt der Inhalt.',
    'Los parámetros pueden enviarse en un cuerpo JSON. Si se envían ambos, prevalece el cuerpo.',
    'Parametry można wysłać w treści JSON. Jeśli wysłano jedno i drugie, obowiązuje treść.',
  ],
  'Up to {count} values, separated by commas.': [
    'Bis zu {count} Werte, durch Kommas getrennt.',
    'Hasta {count} valores, separados por comas.',
    'Do {count} wartości, oddzielonych przecinkami.',
  ],
  'Up to {count} ids, separated by commas.': [
    'Bis zu {count} Ids, durch Kommas getrennt.',
    'Hasta {count} identificadores, separados por comas.',
    'Do {count} identyfikatorów, oddzielonych przecinkami.',
  ],
  'Exports all pages of the list as a file, with the same filters and order: `csv` as text/csv, `xml` as application/xml, `markdown` as text/markdown, `json` as one JSON array, `jsonl` as one JSON object a line, `xlsx` and `ods` as spreadsheets with typed cells. With any other value, the list itself is returned.':
    [
      'Exportiert alle Seiten der Liste als Datei, mit denselben Filtern und derselben Reihenfolge: `csv` als text/csv, `xml` als application/xml, `markdown` als text/markdown, `json` als JSON-Array, `jsonl` als ein JSON-Objekt je Zeile, `xlsx` und `ods` als Tabellen mit typisierten Zellen. Bei jedem anderen Wert ist die Antwort die Liste selbst.',
      'Exporta todas las páginas de la lista como archivo, con los mismos filtros y el mismo orden: `csv` como text/csv, `xml` como application/xml, `markdown` como text/markdown, `json` como un array JSON, `jsonl` como un objeto JSON por línea, `xlsx` y `ods` como hojas de cálculo con celdas tipadas. Con cualquier otro valor se devuelve la propia lista.',
      'Eksportuje wszystkie strony listy do pliku, z tymi samymi filtrami i kolejnością: `csv` jako text/csv, `xml` jako application/xml, `markdown` jako text/markdown, `json` jako jedną tablicę JSON, `jsonl` jako jeden obiekt JSON w wierszu, `xlsx` i `ods` jako arkusze z typowanymi komórkami. Przy każdej innej wartości zwracana jest sama lista.',
    ],
  'The value of a custom field.': [
    'Der Wert eines eigenen Feldes.',
    'El valor de un campo personalizado.',
    'Wartość pola niestandardowego.',
  ],
  'The values of the custom fields, by key.': [
    'Die Werte der eigenen Felder, nach Schlüssel.',
    'Los valores de los campos personalizados, por clave.',
    'Wartości pól niestandardowych według klucza.',
  ],
  'The custom fields in their defined order.': [
    'Die eigenen Felder in ihrer Reihenfolge.',
    'Los campos personalizados en su orden definido.',
    'Pola niestandardowe w zdefiniowanej kolejności.',
  ],
  'To sort by a custom field, use `cf_<key>`.': [
    'Nach einem eigenen Feld sortiert `cf_<key>`.',
    'Para ordenar por un campo personalizado, use `cf_<key>`.',
    'Aby sortować według pola niestandardowego, użyj `cf_<key>`.',
  ],
  'Sent to endpoints that have subscribed to `{event}`.': [
    'Wird an Endpunkte gesendet, die `{event}` abonniert haben.',
    'Se envía a los destinos suscritos a `{event}`.',
    'Wysyłane do punktów końcowych, które subskrybują `{event}`.',
  ],
  'This and the totals are included if `page` or `pageSize` was sent.': [
    'Dies und die Gesamtzahlen sind enthalten, wenn `page` oder `pageSize` gesendet wurde.',
    'Esto y los totales se incluyen si se envió `page` o `pageSize`.',
    'Ta wartość i sumy są podawane, jeśli wysłano `page` lub `pageSize`.',
  ],
  'Compares a field with `value`, or with the field named by `valueField`.': [
    'Vergleicht ein Feld mit `value`, oder mit dem Feld, das `valueField` nennt.',
    'Compara un campo con `value` o con el campo que indica `valueField`.',
    'Porównuje pole z `value` albo z polem wskazanym przez `valueField`.',
  ],
  'Groups can be nested {depth} levels deep.': [
    'Gruppen können {depth} Ebenen tief verschachtelt sein.',
    'Los grupos se pueden anidar hasta {depth} niveles.',
    'Grupy można zagnieżdżać do {depth} poziomów.',
  ],
  'A group of conditions or a comparison. Without a condition, the rule always applies.': [
    'Eine Gruppe von Bedingungen oder ein Vergleich. Ohne Bedingung gilt die Regel immer.',
    'Un grupo de condiciones o una comparación. Sin condición, la regla se aplica siempre.',
    'Grupa warunków lub porównanie. Bez warunku reguła obowiązuje zawsze.',
  ],
  'An IANA time zone such as `Europe/Berlin`, or `UTC`.': [
    'Eine Zeitzone der IANA wie `Europe/Berlin`, oder `UTC`.',
    'Una zona horaria de la IANA, como `Europe/Berlin`, o `UTC`.',
    'Strefa czasowa IANA, na przykład `Europe/Berlin`, albo `UTC`.',
  ],
  'One of the languages of the platform, by default `en`, `de`, `es` and `pl`.': [
    'Eine der Sprachen der Plattform, ohne eigene Auswahl `en`, `de`, `es` und `pl`.',
    'Uno de los idiomas de la plataforma; por defecto, `en`, `de`, `es` y `pl`.',
    'Jeden z języków platformy, domyślnie `en`, `de`, `es` i `pl`.',
  ],
  'The email of the user, or the name of the team or role.': [
    'Die E-Mail-Adresse des Benutzers, oder der Name des Teams oder der Rolle.',
    'El correo del usuario, o el nombre del equipo o del rol.',
    'Adres e-mail użytkownika albo nazwa zespołu lub roli.',
  ],
  'The id of the user, team or role.': [
    'Die Id des Benutzers, Teams oder der Rolle.',
    'El identificador del usuario, del equipo o del rol.',
    'Identyfikator użytkownika, zespołu lub roli.',
  ],
  'Null for no end.': ['Null für kein Ende.', 'Null si no tiene fin.', 'Null, jeśli bezterminowo.'],
  'Only records that are shared with the caller.': [
    'Nur Datensätze, die mit dem Aufrufer geteilt sind.',
    'Solo los registros compartidos con quien llama.',
    'Tylko rekordy udostępnione wywołującemu.',
  ],
}

const inLanguage = (index: 0 | 1 | 2) =>
  Object.fromEntries(Object.entries(WORDS).map(([english, told]) => [english, told[index]]))

export const documentTranslations: Translations = { de: inLanguage(0), es: inLanguage(1), pl: inLanguage(2) }
