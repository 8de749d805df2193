import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Actions: 'Aktionen',
    'Audit & Action Logs': 'Prüf- und Aktionsprotokolle',
    'View own audit logs': 'Eigene Protokolle ansehen',
    'View audit logs of the tenant': 'Protokolle des Mandanten ansehen',
    'Undo own actions': 'Eigene Aktionen rückgängig machen',
    'Undo actions of others': 'Aktionen anderer rückgängig machen',
    'Redo own actions': 'Eigene Aktionen wiederholen',
    'Redo actions of others': 'Aktionen anderer wiederholen',
    'Verify the audit trail': 'Prüfprotokoll verifizieren',
    'Manage how long logs are kept': 'Aufbewahrung der Protokolle verwalten',
    'What was done and read': 'Was geändert und gelesen wurde',
    'Review what was changed': 'Änderungen prüfen',
    'Reports what was changed recently, by whom, and which changes can be undone.':
      'Berichtet, was zuletzt von wem geändert wurde und welche Änderungen sich rückgängig machen lassen.',
    Activity: 'Aktivität',
    'Changes made, day by day.': 'Änderungen pro Tag.',
    'Most active people': 'Aktivste Personen',
    'Purge accesses': 'Zugriffe aufräumen',
    'Update log retention': 'Aufbewahrung des Protokolls geändert',
    // Summaries of routes.
    "List entries of the access log: the caller's own, or those of any user with `audit_logs.view_tenant`.":
      'Einträge des Zugriffsprotokolls auflisten: die eigenen, oder mit `audit_logs.view_tenant` die jedes Benutzers.',
    "List entries of the action log: the caller's own, or those of all users with `audit_logs.view_tenant`.":
      'Einträge des Änderungsprotokolls auflisten: die eigenen, oder mit `audit_logs.view_tenant` die aller Benutzer.',
    'Count the newest 20,000 entries of the action log that the filters find, by day, hour of the week and kind.':
      'Die neuesten 20.000 Einträge des Änderungsprotokolls, die die Filter finden, nach Tag, Stunde der Woche und Art zählen.',
    'Undo an action with the undo token from its response.':
      'Vorgang mit dem Token aus seiner Antwort rückgängig machen.',
    'Redo an action that was undone.': 'Rückgängig gemachten Vorgang wiederherstellen.',
    "Verify a part of the tenant's action log against its hash chain. Pass `next` to continue.":
      'Teil des Änderungsprotokolls des Mandanten anhand seiner Hashkette prüfen. Mit `next` geht es weiter.',
    'Export the action log as newline-delimited JSON, newest entries first.':
      'Änderungsprotokoll als ein JSON-Objekt je Zeile exportieren, die neuesten Einträge zuerst.',
    'Export the access log of one actor as newline-delimited JSON, newest entries first.':
      'Zugriffsprotokoll eines Handelnden als ein JSON-Objekt je Zeile exportieren, die neuesten Einträge zuerst.',
    'Get how many days the logs are kept in the database, and whether the access log uses the default. Null means forever.':
      'Lesen, wie viele Tage die Protokolle in der Datenbank bleiben, und ob für das Zugriffsprotokoll die Vorgabe gilt. Null heißt für immer.',
    'Set how many days the logs are kept. Null restores the default.':
      'Festlegen, wie viele Tage die Protokolle bleiben. Null stellt die Vorgabe wieder her.',
  },
  es: {
    Actions: 'Acciones',
    'Audit & Action Logs': 'Registros de auditoría y de acciones',
    'View own audit logs': 'Ver los registros propios',
    'View audit logs of the tenant': 'Ver los registros del inquilino',
    'Undo own actions': 'Deshacer las acciones propias',
    'Undo actions of others': 'Deshacer acciones de otras personas',
    'Redo own actions': 'Rehacer las acciones propias',
    'Redo actions of others': 'Rehacer acciones de otras personas',
    'Verify the audit trail': 'Verificar el registro de auditoría',
    'Manage how long logs are kept': 'Gestionar cuánto tiempo se conservan los registros',
    'What was done and read': 'Qué se hizo y qué se leyó',
    'Review what was changed': 'Revisar los cambios',
    'Reports what was changed recently, by whom, and which changes can be undone.':
      'Informa de lo que se ha cambiado recientemente, quién lo hizo y qué cambios se pueden deshacer.',
    Activity: 'Actividad',
    'Changes made, day by day.': 'Cambios realizados por día.',
    'Most active people': 'Personas más activas',
    'Purge accesses': 'Limpiar accesos',
    'Update log retention': 'Cambiar la retención del registro',
  },
  pl: {
    Actions: 'Działania',
    'Audit & Action Logs': 'Dzienniki audytu i działań',
    'View own audit logs': 'Przeglądanie własnych dzienników',
    'View audit logs of the tenant': 'Przeglądanie dzienników najemcy',
    'Undo own actions': 'Cofanie własnych działań',
    'Undo actions of others': 'Cofanie działań innych osób',
    'Redo own actions': 'Ponawianie własnych działań',
    'Redo actions of others': 'Ponawianie działań innych osób',
    'Verify the audit trail': 'Weryfikacja dziennika audytu',
    'Manage how long logs are kept': 'Zarządzanie okresem przechowywania dzienników',
    'What was done and read': 'Co zrobiono i co odczytano',
    'Review what was changed': 'Przegląd zmian',
    'Reports what was changed recently, by whom, and which changes can be undone.':
      'Informuje, co ostatnio zmieniono, kto to zrobił i które zmiany można cofnąć.',
    Activity: 'Aktywność',
    'Changes made, day by day.': 'Zmiany dzień po dniu.',
    'Most active people': 'Najaktywniejsze osoby',
    'Purge accesses': 'Usunięcie starych dostępów',
    'Update log retention': 'Zmiana czasu przechowywania dziennika',
  },
}
