import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
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
    // Summaries of routes.
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
  },
  es: {
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
  },
  pl: {
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
  },
}
