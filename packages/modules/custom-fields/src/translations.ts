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
    // Summaries of routes.
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
  },
}
