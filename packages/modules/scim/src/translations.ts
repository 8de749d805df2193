import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Provisioning: 'Bereitstellung',
    'Provision accounts by SCIM': 'Konten per SCIM bereitstellen',
    'Manage provisioning': 'Bereitstellung verwalten',
    'Provisioning by SCIM': 'Bereitstellung per SCIM',
    'Change provisioned group': 'Bereitgestellte Gruppe geändert',
    'Change provisioned user': 'Bereitgestellten Benutzer geändert',
    'Deprovision group': 'Gruppe entfernt',
    'Deprovision user': 'Benutzer entfernt',
    'Map group': 'Gruppe zugeordnet',
    'Provision group': 'Gruppe bereitgestellt',
    'Provision user': 'Benutzer bereitgestellt',
    'Reactivate deprovisioned users': 'Entfernte Benutzer reaktiviert',
    // Errors.
    Group: 'Gruppe',
    'Groups apply to the whole tenant.': 'Gruppen gelten für den ganzen Mandanten.',
    'Only service accounts can provision: use a key of a service account.':
      'Nur Dienstkonten können bereitstellen: Benutzen Sie einen Schlüssel eines Dienstkontos.',
    'You cannot provision users who have more permissions than you.':
      'Sie können keine Benutzer bereitstellen, die mehr Berechtigungen haben als Sie.',
    'At most {most} attributes can be named.': 'Höchstens {most} Attribute können genannt werden.',
    'This list cannot be filtered.': 'Diese Liste lässt sich nicht filtern.',
    // Texts of the API document.
    'Get the supported features of SCIM.': 'Unterstützte Funktionen von SCIM lesen.',
    'List the resource types.': 'Arten von Ressourcen auflisten.',
    'Get a resource type.': 'Art von Ressourcen lesen.',
    'List the schemas.': 'Schemas auflisten.',
    'Get a schema.': 'Schema lesen.',
    'List the users of the identity provider.': 'Benutzer des Identitätsanbieters auflisten.',
    'Search the users of the identity provider with a body instead of a query.':
      'Benutzer des Identitätsanbieters suchen, mit dem Inhalt der Anfrage statt mit Parametern.',
    'Create a user.': 'Benutzer anlegen.',
    'Get a user.': 'Benutzer lesen.',
    'Replace a user.': 'Benutzer ersetzen.',
    'Update parts of a user.': 'Benutzer teilweise ändern.',
    'Delete a user.': 'Benutzer löschen.',
    'List the groups of the identity provider.': 'Gruppen des Identitätsanbieters auflisten.',
    'Search the groups of the identity provider with a body instead of a query.':
      'Gruppen des Identitätsanbieters suchen, mit dem Inhalt der Anfrage statt mit Parametern.',
    'Create a group.': 'Gruppe anlegen.',
    'Get a group.': 'Gruppe lesen.',
    'Replace a group.': 'Gruppe ersetzen.',
    'Update parts of a group.': 'Gruppe teilweise ändern.',
    'Delete a group.': 'Gruppe löschen.',
    'Search the users and groups of the identity provider.': 'Benutzer und Gruppen des Identitätsanbieters suchen.',
    'Perform several changes in one request.': 'Mehrere Änderungen in einer Anfrage ausführen.',
    'List the groups of all identity providers, with the role and the team that their members get.':
      'Gruppen aller Identitätsanbieter auflisten, mit der Rolle und dem Team, die ihre Mitglieder bekommen.',
    'Set the role that members of a group get, or the team that they belong to.':
      'Rolle festlegen, die Mitglieder einer Gruppe bekommen, oder das Team, zu dem sie gehören.',
    'Reactivate all users that an identity provider has deactivated since a given time, as one action.':
      'Alle Benutzer wieder aktivieren, die ein Identitätsanbieter seit einem Zeitpunkt deaktiviert hat, als ein Vorgang.',
  },
  es: {
    Provisioning: 'Aprovisionamiento',
    'Provision accounts by SCIM': 'Aprovisionar cuentas por SCIM',
    'Manage provisioning': 'Gestionar el aprovisionamiento',
    'Provisioning by SCIM': 'Aprovisionamiento por SCIM',
    'Change provisioned group': 'Cambiar grupo aprovisionado',
    'Change provisioned user': 'Cambiar usuario aprovisionado',
    'Deprovision group': 'Desaprovisionar grupo',
    'Deprovision user': 'Desaprovisionar usuario',
    'Map group': 'Asignar grupo',
    'Provision group': 'Aprovisionar grupo',
    'Provision user': 'Aprovisionar usuario',
    'Reactivate deprovisioned users': 'Reactivar usuarios desaprovisionados',
    // Errors.
    Group: 'Grupo',
    'Groups apply to the whole tenant.': 'Los grupos se aplican a todo el inquilino.',
    'Only service accounts can provision: use a key of a service account.':
      'Solo las cuentas de servicio pueden aprovisionar: use una clave de una cuenta de servicio.',
    'You cannot provision users who have more permissions than you.':
      'No puede aprovisionar usuarios que tienen más permisos que usted.',
    'At most {most} attributes can be named.': 'Se pueden indicar como máximo {most} atributos.',
    'This list cannot be filtered.': 'Esta lista no se puede filtrar.',
    // Texts of the API document.
    'Get the supported features of SCIM.': 'Obtener las funciones de SCIM admitidas.',
    'List the resource types.': 'Listar los tipos de recursos.',
    'Get a resource type.': 'Obtener un tipo de recurso.',
    'List the schemas.': 'Listar los esquemas.',
    'Get a schema.': 'Obtener un esquema.',
    'List the users of the identity provider.': 'Listar los usuarios del proveedor de identidad.',
    'Search the users of the identity provider with a body instead of a query.':
      'Buscar usuarios del proveedor de identidad con un cuerpo en lugar de parámetros.',
    'Get a user.': 'Obtener un usuario.',
    'Replace a user.': 'Sustituir un usuario.',
    'Update parts of a user.': 'Modificar partes de un usuario.',
    'List the groups of the identity provider.': 'Listar los grupos del proveedor de identidad.',
    'Search the groups of the identity provider with a body instead of a query.':
      'Buscar grupos del proveedor de identidad con un cuerpo en lugar de parámetros.',
    'Create a group.': 'Crear un grupo.',
    'Get a group.': 'Obtener un grupo.',
    'Replace a group.': 'Sustituir un grupo.',
    'Update parts of a group.': 'Modificar partes de un grupo.',
    'Delete a group.': 'Eliminar un grupo.',
    'Search the users and groups of the identity provider.': 'Buscar usuarios y grupos del proveedor de identidad.',
    'Perform several changes in one request.': 'Realizar varios cambios en una sola solicitud.',
    'List the groups of all identity providers, with the role and the team that their members get.':
      'Listar los grupos de todos los proveedores de identidad, con el rol y el equipo que reciben sus miembros.',
    'Set the role that members of a group get, or the team that they belong to.':
      'Definir el rol que reciben los miembros de un grupo o el equipo al que pertenecen.',
    'Reactivate all users that an identity provider has deactivated since a given time, as one action.':
      'Reactivar, como una sola acción, todos los usuarios que un proveedor de identidad ha desactivado desde un momento dado.',
    'Create a user.': 'Crear un usuario.',
    'Delete a user.': 'Eliminar un usuario.',
  },
  pl: {
    Provisioning: 'Udostępnianie kont',
    'Provision accounts by SCIM': 'Udostępnianie kont przez SCIM',
    'Manage provisioning': 'Zarządzanie udostępnianiem kont',
    'Provisioning by SCIM': 'Udostępnianie kont przez SCIM',
    'Change provisioned group': 'Zmiana grupy przez SCIM',
    'Change provisioned user': 'Zmiana użytkownika przez SCIM',
    'Deprovision group': 'Usunięcie grupy przez SCIM',
    'Deprovision user': 'Dezaktywacja użytkownika przez SCIM',
    'Map group': 'Przypisanie grupy',
    'Provision group': 'Utworzenie grupy przez SCIM',
    'Provision user': 'Utworzenie użytkownika przez SCIM',
    'Reactivate deprovisioned users': 'Przywrócenie dezaktywowanych użytkowników',
    // Errors.
    Group: 'Grupa',
    'Groups apply to the whole tenant.': 'Grupy dotyczą całego najemcy.',
    'Only service accounts can provision: use a key of a service account.':
      'Udostępniać konta mogą tylko konta usług: użyj klucza konta usługi.',
    'You cannot provision users who have more permissions than you.':
      'Nie możesz udostępniać kont użytkowników, którzy mają więcej uprawnień.',
    'At most {most} attributes can be named.': 'Liczba podanych atrybutów to najwyżej {most}.',
    'This list cannot be filtered.': 'Tej listy nie można filtrować.',
    // Texts of the API document.
    'Get the supported features of SCIM.': 'Pobierz obsługiwane funkcje SCIM.',
    'List the resource types.': 'Pobierz listę typów zasobów.',
    'Get a resource type.': 'Pobierz typ zasobu.',
    'List the schemas.': 'Pobierz listę schematów.',
    'Get a schema.': 'Pobierz schemat.',
    'List the users of the identity provider.': 'Pobierz listę użytkowników dostawcy tożsamości.',
    'Search the users of the identity provider with a body instead of a query.':
      'Wyszukaj użytkowników dostawcy tożsamości za pomocą treści żądania zamiast parametrów.',
    'Get a user.': 'Pobierz użytkownika.',
    'Replace a user.': 'Zastąp użytkownika.',
    'Update parts of a user.': 'Zmień część danych użytkownika.',
    'List the groups of the identity provider.': 'Pobierz listę grup dostawcy tożsamości.',
    'Search the groups of the identity provider with a body instead of a query.':
      'Wyszukaj grupy dostawcy tożsamości za pomocą treści żądania zamiast parametrów.',
    'Create a group.': 'Utwórz grupę.',
    'Get a group.': 'Pobierz grupę.',
    'Replace a group.': 'Zastąp grupę.',
    'Update parts of a group.': 'Zmień część danych grupy.',
    'Delete a group.': 'Usuń grupę.',
    'Search the users and groups of the identity provider.': 'Wyszukaj użytkowników i grupy dostawcy tożsamości.',
    'Perform several changes in one request.': 'Wykonaj kilka zmian w jednym żądaniu.',
    'List the groups of all identity providers, with the role and the team that their members get.':
      'Pobierz grupy wszystkich dostawców tożsamości wraz z rolą i zespołem, które otrzymują ich członkowie.',
    'Set the role that members of a group get, or the team that they belong to.':
      'Ustaw rolę, którą otrzymują członkowie grupy, lub zespół, do którego należą.',
    'Reactivate all users that an identity provider has deactivated since a given time, as one action.':
      'Przywróć w jednym działaniu wszystkich użytkowników, których dostawca tożsamości dezaktywował od podanej chwili.',
    'Create a user.': 'Utwórz użytkownika.',
    'Delete a user.': 'Usuń użytkownika.',
  },
}
