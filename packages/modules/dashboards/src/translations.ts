import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    'Whether only the newest of the rows are summed up, because row policies decide on each of them.':
      'Ob nur die neuesten der Zeilen zusammengefasst sind, weil Zeilenregeln über jede von ihnen entscheiden.',
    Layout: 'Anordnung',
    'Admin Dashboards': 'Dashboards der Verwaltung',
    'View dashboard': 'Dashboard ansehen',
    'Customize dashboard layout': 'Dashboard anpassen',
    'Manage dashboard widget availability': 'Verfügbarkeit von Widgets verwalten',
    'View analytics widgets': 'Auswertungen ansehen',
    Dashboards: 'Dashboards',
    Welcome: 'Willkommen',
    'Welcome, {{user}}!': 'Willkommen, {{user}}!',
    'Arrange this page as you like.': 'Ordnen Sie diese Seite an, wie Sie möchten.',
    'Greets whoever opens the dashboard.': 'Begrüßt alle, die das Dashboard öffnen.',
    Notes: 'Notizen',
    'Keeps what you want to remember.': 'Bewahrt auf, was Sie sich merken möchten.',
    'Arrange dashboard': 'Dashboard angeordnet',
    'Assign widgets to role': 'Widgets einer Rolle zugewiesen',
    'Assign widgets to user': 'Widgets einem Benutzer zugewiesen',
    'Change dashboard item': 'Dashboard-Element geändert',
    Chart: 'Diagramm',
    'Counts or adds up records of a kind, over time or by a property.':
      'Zählt oder summiert Einträge einer Art, über die Zeit oder nach einer Eigenschaft.',
    // Errors.
    'Layout item': 'Element',
    'The layout takes more than 64 KB': 'Die Anordnung belegt mehr als 64 KB',
    'Layout item IDs must be unique': 'Die Ids der Elemente müssen eindeutig sein',
    'Invalid metric field: {field} for entity type: {type}':
      'Ungültiges Feld der Kennzahl: {field} für die Entität: {type}',
    'Invalid filter field: {field} for entity type: {type}':
      'Ungültiges Feld des Filters: {field} für die Entität: {type}',
    'Invalid filter value: {filter}': 'Ungültiger Wert des Filters: {filter}',
    'splitBy needs groupBy': 'splitBy braucht groupBy',
    'Invalid dateRange field: {field} for entity type: {type}':
      'Ungültiges Feld für dateRange: {field} für die Entität: {type}',
    'Invalid groupBy field: {field}': 'Ungültiges Feld für groupBy: {field}',
    'Invalid splitBy field: {field}': 'Ungültiges Feld für splitBy: {field}',
    'Invalid entity type: {type}': 'Ungültige Entität: {type}',
    'The amounts of {field} are in {currencies}, so there is no {aggregate}: group or filter by their currency':
      'Die Beträge von {field} sind in {currencies}, deshalb gibt es kein {aggregate}: Gruppieren oder filtern Sie nach der Währung',
    'Dashboards belong to users': 'Dashboards gehören Benutzern',
    'Invalid request payload': 'Ungültiger Inhalt der Anfrage',
    'An error occurred while processing your request': 'Bei der Verarbeitung der Anfrage ist ein Fehler aufgetreten',
    'Invalid layout payload': 'Ungültige Anordnung',
    'Whether a field that it names does not exist, or does not fit.': 'Ob ein genanntes Feld fehlt oder nicht passt.',
    'Unknown widgets': 'Unbekannte Widgets',
    // Texts of the API document.
    "Get the caller's dashboard.": 'Eigenes Dashboard lesen.',
    "Replace the layout of the caller's dashboard.": 'Anordnung des eigenen Dashboards ersetzen.',
    "Update the size or settings of an item on the caller's dashboard.":
      'Größe oder Einstellungen eines Elements des eigenen Dashboards ändern.',
    'List the dashboard widgets of all modules.': 'Widgets aller Module auflisten.',
    'Get the widgets assigned to a role.': 'Widgets einer Rolle lesen.',
    'Assign widgets to a role. An empty list removes the assignment.':
      'Widgets einer Rolle zuweisen. Eine leere Liste hebt die Zuweisung auf.',
    'Get the widgets assigned to a user, and the widgets that the user sees.':
      'Widgets lesen, die einem Benutzer zugewiesen sind, und die er sieht.',
    'Assign widgets to a user that replace those of their roles, or remove the assignment.':
      'Einem Benutzer Widgets statt derer seiner Rollen zuweisen, oder die Zuweisung aufheben.',
    'Get the data of a widget.': 'Daten eines Widgets lesen.',
    'Get the data of several widgets, read at the same point in time.':
      'Daten mehrerer Widgets lesen, alle zum selben Zeitpunkt.',
    'List the entities whose data the caller can ask for, with their fields.':
      'Entitäten auflisten, deren Daten der Aufrufer abfragen kann, mit ihren Feldern.',
    'Splits each group by a second field, into the 7 largest values and the rest. Needs `groupBy`.':
      'Teilt jede Gruppe nach einem zweiten Feld, in die 7 größten Werte und den Rest. Braucht `groupBy`.',
    'With `splitBy`: the value of each of `series`, in their order.':
      'Mit `splitBy`: der Wert jeder der `series`, in deren Reihenfolge.',
    'With `splitBy`: the values that groups are split by, largest first.':
      'Mit `splitBy`: die Werte, nach denen Gruppen geteilt sind, die größten zuerst.',
    'Whether it stands for all values that have no series of their own.':
      'Ob sie für alle Werte steht, die keine eigene Reihe haben.',
    'With `dateRange`: its first and its last day.': 'Mit `dateRange`: sein erster und sein letzter Tag.',
    'In percent. Null if the value compared with is 0.': 'In Prozent. Null, wenn der Vergleichswert 0 ist.',
  },
  es: {
    'Whether only the newest of the rows are summed up, because row policies decide on each of them.':
      'Si solo se resumen las filas más recientes, porque las políticas de filas deciden sobre cada una de ellas.',
    Layout: 'Disposición',
    'Admin Dashboards': 'Paneles de administración',
    'View dashboard': 'Ver el panel',
    'Customize dashboard layout': 'Personalizar la disposición del panel',
    'Manage dashboard widget availability': 'Gestionar la disponibilidad de widgets',
    'View analytics widgets': 'Ver widgets de análisis',
    Dashboards: 'Paneles',
    Welcome: 'Bienvenida',
    'Welcome, {{user}}!': '¡Hola, {{user}}!',
    'Arrange this page as you like.': 'Organice esta página como quiera.',
    'Greets whoever opens the dashboard.': 'Saluda a quien abre el panel.',
    Notes: 'Notas',
    'Keeps what you want to remember.': 'Guarda lo que quiere recordar.',
    'Arrange dashboard': 'Organizar panel',
    'Assign widgets to role': 'Asignar widgets a un rol',
    'Assign widgets to user': 'Asignar widgets a un usuario',
    'Change dashboard item': 'Cambiar elemento del panel',
    Chart: 'Gráfico',
    'Counts or adds up records of a kind, over time or by a property.':
      'Cuenta o suma registros de un tipo, a lo largo del tiempo o según una propiedad.',
    // Errors.
    'Layout item': 'Elemento',
    'The layout takes more than 64 KB': 'La disposición ocupa más de 64 KB',
    'Layout item IDs must be unique': 'Los identificadores de los elementos deben ser únicos',
    'Invalid metric field: {field} for entity type: {type}':
      'Campo de métrica no válido: {field} para el tipo de entidad: {type}',
    'Invalid filter field: {field} for entity type: {type}':
      'Campo de filtro no válido: {field} para el tipo de entidad: {type}',
    'Invalid filter value: {filter}': 'Valor de filtro no válido: {filter}',
    'splitBy needs groupBy': 'splitBy requiere groupBy',
    'Invalid dateRange field: {field} for entity type: {type}':
      'Campo de dateRange no válido: {field} para el tipo de entidad: {type}',
    'Invalid groupBy field: {field}': 'Campo de groupBy no válido: {field}',
    'Invalid splitBy field: {field}': 'Campo de splitBy no válido: {field}',
    'Invalid entity type: {type}': 'Tipo de entidad no válido: {type}',
    'The amounts of {field} are in {currencies}, so there is no {aggregate}: group or filter by their currency':
      'Los importes de {field} están en {currencies}, por lo que no hay {aggregate}: agrupe o filtre por su moneda',
    'Dashboards belong to users': 'Los paneles pertenecen a usuarios',
    'Invalid request payload': 'Contenido de la solicitud no válido',
    'An error occurred while processing your request': 'Se ha producido un error al procesar la solicitud',
    'Invalid layout payload': 'Disposición no válida',
    'Whether a field that it names does not exist, or does not fit.':
      'Si un campo indicado no existe o no es adecuado.',
    'Unknown widgets': 'Widgets desconocidos',
    // Texts of the API document.
    "Get the caller's dashboard.": 'Obtener el panel propio.',
    "Replace the layout of the caller's dashboard.": 'Sustituir la disposición del panel propio.',
    "Update the size or settings of an item on the caller's dashboard.":
      'Modificar el tamaño o los ajustes de un elemento del panel propio.',
    'List the dashboard widgets of all modules.': 'Listar los widgets de panel de todos los módulos.',
    'Get the widgets assigned to a role.': 'Obtener los widgets asignados a un rol.',
    'Assign widgets to a role. An empty list removes the assignment.':
      'Asignar widgets a un rol. Una lista vacía elimina la asignación.',
    'Get the widgets assigned to a user, and the widgets that the user sees.':
      'Obtener los widgets asignados a un usuario y los que este ve.',
    'Assign widgets to a user that replace those of their roles, or remove the assignment.':
      'Asignar a un usuario widgets que sustituyen a los de sus roles, o quitar la asignación.',
    'Get the data of a widget.': 'Obtener los datos de un widget.',
    'Splits each group by a second field, into the 7 largest values and the rest. Needs `groupBy`.':
      'Divide cada grupo por un segundo campo, en los 7 valores mayores y el resto. Requiere `groupBy`.',
    'With `splitBy`: the value of each of `series`, in their order.':
      'Con `splitBy`: el valor de cada una de las `series`, en su orden.',
    'With `splitBy`: the values that groups are split by, largest first.':
      'Con `splitBy`: los valores por los que se dividen los grupos, de mayor a menor.',
    'Whether it stands for all values that have no series of their own.':
      'Si representa todos los valores que no tienen una serie propia.',
    'With `dateRange`: its first and its last day.': 'Con `dateRange`: su primer y su último día.',
    'In percent. Null if the value compared with is 0.': 'En porcentaje. Null si el valor de comparación es 0.',
    'Get the data of several widgets, read at the same point in time.':
      'Obtener los datos de varios widgets, leídos en el mismo momento.',
    'List the entities whose data the caller can ask for, with their fields.':
      'Listar las entidades cuyos datos puede consultar quien llama, con sus campos.',
  },
  pl: {
    'Whether only the newest of the rows are summed up, because row policies decide on each of them.':
      'Czy zsumowano tylko najnowsze wiersze, ponieważ reguły wierszy decydują o każdym z nich.',
    Layout: 'Układ',
    'Admin Dashboards': 'Pulpity administracyjne',
    'View dashboard': 'Przeglądanie pulpitu',
    'Customize dashboard layout': 'Dostosowywanie układu pulpitu',
    'Manage dashboard widget availability': 'Zarządzanie dostępnością widżetów',
    'View analytics widgets': 'Przeglądanie widżetów analitycznych',
    Dashboards: 'Pulpity',
    Welcome: 'Witamy',
    'Welcome, {{user}}!': 'Witamy, {{user}}!',
    'Arrange this page as you like.': 'Ułóż tę stronę według własnego uznania.',
    'Greets whoever opens the dashboard.': 'Wita każdego, kto otwiera pulpit.',
    Notes: 'Notatki',
    'Keeps what you want to remember.': 'Przechowuje to, co warto zapamiętać.',
    'Arrange dashboard': 'Ułożenie pulpitu',
    'Assign widgets to role': 'Przypisanie widżetów do roli',
    'Assign widgets to user': 'Przypisanie widżetów do użytkownika',
    'Change dashboard item': 'Zmiana elementu pulpitu',
    Chart: 'Wykres',
    'Counts or adds up records of a kind, over time or by a property.':
      'Zlicza lub sumuje rekordy danego rodzaju, w czasie lub według właściwości.',
    // Errors.
    'Layout item': 'Element',
    'The layout takes more than 64 KB': 'Układ zajmuje więcej niż 64 KB',
    'Layout item IDs must be unique': 'Identyfikatory elementów układu muszą być niepowtarzalne',
    'Invalid metric field: {field} for entity type: {type}': 'Nieprawidłowe pole miary: {field} dla typu encji: {type}',
    'Invalid filter field: {field} for entity type: {type}':
      'Nieprawidłowe pole filtra: {field} dla typu encji: {type}',
    'Invalid filter value: {filter}': 'Nieprawidłowa wartość filtra: {filter}',
    'splitBy needs groupBy': 'splitBy wymaga groupBy',
    'Invalid dateRange field: {field} for entity type: {type}':
      'Nieprawidłowe pole dateRange: {field} dla typu encji: {type}',
    'Invalid groupBy field: {field}': 'Nieprawidłowe pole groupBy: {field}',
    'Invalid splitBy field: {field}': 'Nieprawidłowe pole splitBy: {field}',
    'Invalid entity type: {type}': 'Nieprawidłowy typ encji: {type}',
    'The amounts of {field} are in {currencies}, so there is no {aggregate}: group or filter by their currency':
      'Kwoty w {field} są w {currencies}, więc nie ma wyniku {aggregate}: pogrupuj lub filtruj według waluty',
    'Dashboards belong to users': 'Pulpity należą do użytkowników',
    'Invalid request payload': 'Nieprawidłowa treść żądania',
    'An error occurred while processing your request': 'Podczas przetwarzania żądania wystąpił błąd',
    'Invalid layout payload': 'Nieprawidłowy układ',
    'Whether a field that it names does not exist, or does not fit.': 'Czy podane pole nie istnieje lub nie pasuje.',
    'Unknown widgets': 'Nieznane widżety',
    // Texts of the API document.
    "Get the caller's dashboard.": 'Pobierz własny pulpit.',
    "Replace the layout of the caller's dashboard.": 'Zastąp układ własnego pulpitu.',
    "Update the size or settings of an item on the caller's dashboard.":
      'Zmień rozmiar lub ustawienia elementu własnego pulpitu.',
    'List the dashboard widgets of all modules.': 'Pobierz listę widżetów pulpitu ze wszystkich modułów.',
    'Get the widgets assigned to a role.': 'Pobierz widżety przypisane do roli.',
    'Assign widgets to a role. An empty list removes the assignment.':
      'Przypisz widżety do roli. Pusta lista usuwa przypisanie.',
    'Get the widgets assigned to a user, and the widgets that the user sees.':
      'Pobierz widżety przypisane do użytkownika oraz te, które widzi.',
    'Assign widgets to a user that replace those of their roles, or remove the assignment.':
      'Przypisz użytkownikowi widżety, które zastępują widżety jego ról, lub usuń przypisanie.',
    'Get the data of a widget.': 'Pobierz dane widżetu.',
    'Splits each group by a second field, into the 7 largest values and the rest. Needs `groupBy`.':
      'Dzieli każdą grupę według drugiego pola na 7 największych wartości i resztę. Wymaga `groupBy`.',
    'With `splitBy`: the value of each of `series`, in their order.':
      'Z `splitBy`: wartość każdej z `series`, w ich kolejności.',
    'With `splitBy`: the values that groups are split by, largest first.':
      'Z `splitBy`: wartości, według których dzielone są grupy, od największych.',
    'Whether it stands for all values that have no series of their own.':
      'Czy oznacza wszystkie wartości, które nie mają własnej serii.',
    'With `dateRange`: its first and its last day.': 'Z `dateRange`: jego pierwszy i ostatni dzień.',
    'In percent. Null if the value compared with is 0.': 'W procentach. Null, jeśli wartość porównywana wynosi 0.',
    'Get the data of several widgets, read at the same point in time.':
      'Pobierz dane kilku widżetów odczytane w tej samej chwili.',
    'List the entities whose data the caller can ask for, with their fields.':
      'Pobierz encje, o których dane może pytać wywołujący, wraz z ich polami.',
  },
}
