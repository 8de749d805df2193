import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    'The expiry date is in the past': 'Das Ablaufdatum liegt in der Vergangenheit',
    'The key has expired.': 'Der Schlüssel ist abgelaufen.',
    'API Keys': 'API-Schlüssel',
    'View API keys': 'API-Schlüssel ansehen',
    'Create API keys': 'API-Schlüssel anlegen',
    'Delete API keys': 'API-Schlüssel löschen',
    'View service accounts': 'Dienstkonten ansehen',
    'Manage service accounts and their keys': 'Dienstkonten und ihre Schlüssel verwalten',
    'API keys': 'API-Schlüssel',
    'Change service account': 'Dienstkonto geändert',
    'Create API key': 'API-Schlüssel angelegt',
    'Create key of service account': 'Schlüssel eines Dienstkontos angelegt',
    'Create service account': 'Dienstkonto angelegt',
    'Create session key': 'Sitzungsschlüssel angelegt',
    'Delete API key': 'API-Schlüssel gelöscht',
    'Delete service account': 'Dienstkonto gelöscht',
    'Purge session keys': 'Sitzungsschlüssel aufräumen',
    'Renew the hash of an API key': 'Hash eines API-Schlüssels erneuert',
    'Rotate API key': 'API-Schlüssel ersetzt',
    // Errors.
    'Service account': 'Dienstkonto',
    'API key': 'API-Schlüssel',
    'Service accounts cannot create keys.': 'Dienstkonten können keine Schlüssel anlegen.',
    'Role {name} not found': 'Rolle {name} nicht gefunden',
    'A chain of keys created by keys can have at most {most} keys':
      'Schlüssel, die Schlüssel anlegen, bilden eine Kette von höchstens {most}',
    'No key could be created. Please try again':
      'Es konnte kein Schlüssel angelegt werden. Bitte versuchen Sie es erneut',
    'Only users can create keys for service accounts.': 'Nur Benutzer können Schlüssel für Dienstkonten anlegen.',
    'Only the person for whom a key acts can rotate it.':
      'Nur die Person, für die ein Schlüssel handelt, kann ihn ersetzen.',
    'Tenant context required': 'Ein Mandant muss gewählt sein',
    // Texts of the API document.
    'List the API keys that the caller can see.': 'API-Schlüssel auflisten, die der Aufrufer sehen darf.',
    'Create an API key. Only this response contains its secret.':
      'API-Schlüssel anlegen. Nur diese Antwort enthält sein Geheimnis.',
    'Replace an API key by one with the same rights. Only this response contains its secret.':
      'API-Schlüssel durch einen mit denselben Rechten ersetzen. Nur diese Antwort enthält sein Geheimnis.',
    'Revoke an API key. Takes effect immediately.': 'API-Schlüssel widerrufen. Gilt sofort.',
    'List the service accounts that the caller can see.': 'Dienstkonten auflisten, die der Aufrufer sehen darf.',
    'Create a service account, an account for a program with its own roles.':
      'Dienstkonto anlegen: ein Konto für ein Programm mit eigenen Rollen.',
    'Update the name or roles of a service account, or deactivate it.':
      'Namen oder Rollen eines Dienstkontos ändern, oder es deaktivieren.',
    'Delete a service account. Its keys and tokens stop working immediately.':
      'Dienstkonto löschen. Seine Schlüssel und Token gelten sofort nicht mehr.',
    'Create a key for a service account. Only this response contains its secret.':
      'Schlüssel für ein Dienstkonto anlegen. Nur diese Antwort enthält sein Geheimnis.',
    'Exchange the id and a key of a service account for an access token that is valid for 15 minutes.':
      'Id und Schlüssel eines Dienstkontos gegen ein Zugriffstoken tauschen, das 15 Minuten gilt.',
    'An ISO 8601 date or time (UTC if it has no offset). Null or an empty string means never.':
      'Ein Datum oder Zeitpunkt nach ISO 8601 (ohne Abstand zu UTC in UTC). Null oder ein leerer Text heißt nie.',
  },
  es: {
    'The expiry date is in the past': 'La fecha de caducidad ya ha pasado',
    'The key has expired.': 'La clave ha caducado.',
    'API Keys': 'Claves de API',
    'View API keys': 'Ver claves de API',
    'Create API keys': 'Crear claves de API',
    'Delete API keys': 'Eliminar claves de API',
    'View service accounts': 'Ver cuentas de servicio',
    'Manage service accounts and their keys': 'Gestionar cuentas de servicio y sus claves',
    'API keys': 'Claves de API',
    'Change service account': 'Cambiar cuenta de servicio',
    'Create API key': 'Crear clave de API',
    'Create key of service account': 'Crear clave de cuenta de servicio',
    'Create service account': 'Crear cuenta de servicio',
    'Create session key': 'Crear clave de sesión',
    'Delete API key': 'Eliminar clave de API',
    'Delete service account': 'Eliminar cuenta de servicio',
    'Purge session keys': 'Limpiar claves de sesión',
    'Renew the hash of an API key': 'Renovar el hash de una clave de API',
    'Rotate API key': 'Rotar clave de API',
    // Errors.
    'Service account': 'Cuenta de servicio',
    'API key': 'Clave de API',
    'Service accounts cannot create keys.': 'Las cuentas de servicio no pueden crear claves.',
    'Role {name} not found': 'Rol {name} no encontrado',
    'A chain of keys created by keys can have at most {most} keys':
      'Una cadena de claves creadas por claves puede tener como máximo {most} claves',
    'No key could be created. Please try again': 'No se pudo crear ninguna clave. Inténtelo de nuevo',
    'Only users can create keys for service accounts.':
      'Solo los usuarios pueden crear claves para cuentas de servicio.',
    'Only the person for whom a key acts can rotate it.':
      'Solo la persona en cuyo nombre actúa una clave puede rotarla.',
    'Tenant context required': 'Hay que seleccionar un inquilino',
    // Texts of the API document.
    'List the API keys that the caller can see.': 'Listar las claves de API que puede ver quien llama.',
    'Create an API key. Only this response contains its secret.':
      'Crear una clave de API. Solo esta respuesta contiene su secreto.',
    'An ISO 8601 date or time (UTC if it has no offset). Null or an empty string means never.':
      'Una fecha o una fecha con hora según ISO 8601 (en UTC si no indica el desfase). Null o una cadena vacía significa nunca.',
    'Replace an API key by one with the same rights. Only this response contains its secret.':
      'Sustituir una clave de API por otra con los mismos permisos. Solo esta respuesta contiene su secreto.',
    'Revoke an API key. Takes effect immediately.': 'Revocar una clave de API. Tiene efecto inmediato.',
    'List the service accounts that the caller can see.': 'Listar las cuentas de servicio que puede ver quien llama.',
    'Create a service account, an account for a program with its own roles.':
      'Crear una cuenta de servicio: una cuenta para un programa con roles propios.',
    'Update the name or roles of a service account, or deactivate it.':
      'Modificar el nombre o los roles de una cuenta de servicio, o desactivarla.',
    'Delete a service account. Its keys and tokens stop working immediately.':
      'Eliminar una cuenta de servicio. Sus claves y tokens dejan de funcionar de inmediato.',
    'Create a key for a service account. Only this response contains its secret.':
      'Crear una clave para una cuenta de servicio. Solo esta respuesta contiene su secreto.',
    'Exchange the id and a key of a service account for an access token that is valid for 15 minutes.':
      'Canjear el identificador y una clave de una cuenta de servicio por un token de acceso válido durante 15 minutos.',
  },
  pl: {
    'The expiry date is in the past': 'Data wygaśnięcia jest w przeszłości',
    'The key has expired.': 'Klucz wygasł.',
    'API Keys': 'Klucze API',
    'View API keys': 'Przeglądanie kluczy API',
    'Create API keys': 'Tworzenie kluczy API',
    'Delete API keys': 'Usuwanie kluczy API',
    'View service accounts': 'Przeglądanie kont usług',
    'Manage service accounts and their keys': 'Zarządzanie kontami usług i ich kluczami',
    'API keys': 'Klucze API',
    'Change service account': 'Zmiana konta usługi',
    'Create API key': 'Utworzenie klucza API',
    'Create key of service account': 'Utworzenie klucza konta usługi',
    'Create service account': 'Utworzenie konta usługi',
    'Create session key': 'Utworzenie klucza sesji',
    'Delete API key': 'Usunięcie klucza API',
    'Delete service account': 'Usunięcie konta usługi',
    'Purge session keys': 'Usunięcie starych kluczy sesji',
    'Renew the hash of an API key': 'Odnowienie skrótu klucza API',
    'Rotate API key': 'Rotacja klucza API',
    // Errors.
    'Service account': 'Konto usługi',
    'API key': 'Klucz API',
    'Service accounts cannot create keys.': 'Konta usług nie mogą tworzyć kluczy.',
    'Role {name} not found': 'Nie znaleziono roli {name}',
    'A chain of keys created by keys can have at most {most} keys':
      'Łańcuch kluczy tworzonych przez klucze może mieć ich najwyżej {most}',
    'No key could be created. Please try again': 'Nie udało się utworzyć klucza. Spróbuj ponownie',
    'Only users can create keys for service accounts.': 'Tylko użytkownicy mogą tworzyć klucze kont usług.',
    'Only the person for whom a key acts can rotate it.': 'Klucz może wymienić tylko osoba, w której imieniu działa.',
    'Tenant context required': 'Należy wybrać najemcę',
    // Texts of the API document.
    'List the API keys that the caller can see.': 'Pobierz listę kluczy API, które widzi wywołujący.',
    'Create an API key. Only this response contains its secret.':
      'Utwórz klucz API. Tylko ta odpowiedź zawiera jego sekret.',
    'An ISO 8601 date or time (UTC if it has no offset). Null or an empty string means never.':
      'Data lub data z godziną w formacie ISO 8601 (bez przesunięcia: UTC). Null lub pusty tekst oznacza nigdy.',
    'Replace an API key by one with the same rights. Only this response contains its secret.':
      'Zastąp klucz API kluczem o tych samych uprawnieniach. Tylko ta odpowiedź zawiera jego sekret.',
    'Revoke an API key. Takes effect immediately.': 'Unieważnij klucz API. Działa natychmiast.',
    'List the service accounts that the caller can see.': 'Pobierz listę kont usług, które widzi wywołujący.',
    'Create a service account, an account for a program with its own roles.':
      'Utwórz konto usługi, czyli konto programu z własnymi rolami.',
    'Update the name or roles of a service account, or deactivate it.':
      'Zmień nazwę lub role konta usługi albo wyłącz je.',
    'Delete a service account. Its keys and tokens stop working immediately.':
      'Usuń konto usługi. Jego klucze i tokeny natychmiast przestają działać.',
    'Create a key for a service account. Only this response contains its secret.':
      'Utwórz klucz konta usługi. Tylko ta odpowiedź zawiera jego sekret.',
    'Exchange the id and a key of a service account for an access token that is valid for 15 minutes.':
      'Wymień identyfikator i klucz konta usługi na token dostępu ważny przez 15 minut.',
  },
}
