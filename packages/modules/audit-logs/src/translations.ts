import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    'Present if there may be more entries; pass it as `cursor` for the next page. For somebody with row policies, there may be more after a page with fewer entries than its limit, too. Only in the order of time.':
      'Vorhanden, wenn es weitere Einträge geben kann; für die nächste Seite als `cursor` übergeben. Für jemanden mit Zeilenregeln kann es auch nach einer Seite mit weniger Einträgen als ihrer Grenze weitere geben. Nur in zeitlicher Reihenfolge.',
    '`nextCursor` of the previous page.': '`nextCursor` der vorigen Seite.',
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
    // Properties.
    'Command id': 'Befehl',
    'Resource kind': 'Art des Datensatzes',
    'Actor user id': 'Person',
    // Errors.
    'This server has no archive': 'Dieser Server hat kein Archiv',
    'These entries are not in the archive, or are already in the database':
      'Diese Einträge sind nicht im Archiv, oder schon in der Datenbank',
    'This server has no archive, so actions are kept forever':
      'Dieser Server hat kein Archiv, deshalb bleiben Vorgänge für immer',
    'Another export of this tenant is in progress. Please try again when it has finished.':
      'Ein anderer Export dieses Mandanten läuft noch. Bitte versuchen Sie es danach erneut.',
    'Invalid undo token': 'Ungültiges Token zum Rückgängigmachen',
    'Invalid cursor': 'Ungültiger Cursor',
    'A cursor needs the order of time': 'Ein Cursor setzt die zeitliche Reihenfolge voraus',
    'Invalid log id': 'Ungültige Id eines Eintrags',
    'The audit trail covers the whole tenant.': 'Das Protokoll umfasst den ganzen Mandanten.',
    '`after` is not the `next` of a verification': '`after` ist nicht das `next` einer Prüfung',
    'A rotation of the secret is signing the trail with the new secret: verify it when the rotation has ended':
      'Das Geheimnis wird gerade ersetzt und das Protokoll neu signiert: Prüfen Sie es danach',
    // Texts of the API document.
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
    '`create`, `edit`, `delete`, or the last part of a command id. Separate several by commas.':
      '`create`, `edit`, `delete` oder der letzte Teil der Id eines Befehls. Mehrere werden durch Kommas getrennt.',
    'A text in the name or resource of an entry, or in what it changed. The newest 2,000 entries that the other filters find are searched.':
      'Ein Text im Namen oder in der Ressource eines Eintrags, oder in dem, was er geändert hat. Durchsucht werden die neuesten 2.000 Einträge, die die anderen Filter finden.',
    'Whose days and hours are meant. Default: that of the caller.':
      'In welcher Zeitzone Tage und Stunden gemeint sind. Vorgabe: die des Aufrufers.',
  },
  es: {
    'Present if there may be more entries; pass it as `cursor` for the next page. For somebody with row policies, there may be more after a page with fewer entries than its limit, too. Only in the order of time.':
      'Presente si puede haber más entradas; páselo como `cursor` para la página siguiente. Para quien tiene políticas de filas, puede haber más también tras una página con menos entradas que su límite. Solo en orden cronológico.',
    '`nextCursor` of the previous page.': '`nextCursor` de la página anterior.',
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
    // Properties.
    'Command id': 'Comando',
    'Resource kind': 'Tipo de registro',
    'Actor user id': 'Persona',
    // Errors.
    'This server has no archive': 'Este servidor no tiene archivo histórico',
    'These entries are not in the archive, or are already in the database':
      'Estas entradas no están en el archivo histórico o ya están en la base de datos',
    'This server has no archive, so actions are kept forever':
      'Este servidor no tiene archivo histórico, por lo que las acciones se conservan para siempre',
    'Another export of this tenant is in progress. Please try again when it has finished.':
      'Hay otra exportación de este inquilino en curso. Inténtelo de nuevo cuando termine.',
    'Invalid undo token': 'Token para deshacer no válido',
    'Invalid cursor': 'Cursor no válido',
    'A cursor needs the order of time': 'Un cursor requiere el orden cronológico',
    'Invalid log id': 'Identificador de entrada no válido',
    'The audit trail covers the whole tenant.': 'El registro de auditoría abarca todo el inquilino.',
    '`after` is not the `next` of a verification': '`after` no es el `next` de una verificación',
    'A rotation of the secret is signing the trail with the new secret: verify it when the rotation has ended':
      'Se está rotando el secreto y firmando de nuevo el registro: verifíquelo cuando termine',
    // Texts of the API document.
    "List entries of the access log: the caller's own, or those of any user with `audit_logs.view_tenant`.":
      'Listar entradas del registro de accesos: las propias o, con `audit_logs.view_tenant`, las de cualquier usuario.',
    "List entries of the action log: the caller's own, or those of all users with `audit_logs.view_tenant`.":
      'Listar entradas del registro de acciones: las propias o, con `audit_logs.view_tenant`, las de todos los usuarios.',
    '`create`, `edit`, `delete`, or the last part of a command id. Separate several by commas.':
      '`create`, `edit`, `delete` o la última parte del identificador de un comando. Si son varios, se separan por comas.',
    'A text in the name or resource of an entry, or in what it changed. The newest 2,000 entries that the other filters find are searched.':
      'Un texto del nombre o del recurso de una entrada, o de lo que cambió. Se buscan en las 2000 entradas más recientes que encuentran los demás filtros.',
    'Count the newest 20,000 entries of the action log that the filters find, by day, hour of the week and kind.':
      'Contar las 20 000 entradas más recientes del registro de acciones que encuentran los filtros, por día, hora de la semana y tipo.',
    'Whose days and hours are meant. Default: that of the caller.':
      'La zona horaria de los días y las horas. Por defecto, la de quien llama.',
    'Undo an action with the undo token from its response.':
      'Deshacer una acción con el token para deshacer de su respuesta.',
    'Redo an action that was undone.': 'Rehacer una acción que se deshizo.',
    "Verify a part of the tenant's action log against its hash chain. Pass `next` to continue.":
      'Verificar una parte del registro de acciones del inquilino con su cadena de hashes. Pase `next` para continuar.',
    'Export the action log as newline-delimited JSON, newest entries first.':
      'Exportar el registro de acciones como JSON delimitado por líneas, con las entradas más recientes primero.',
    'Export the access log of one actor as newline-delimited JSON, newest entries first.':
      'Exportar el registro de accesos de un actor como JSON delimitado por líneas, con las entradas más recientes primero.',
    'Get how many days the logs are kept in the database, and whether the access log uses the default. Null means forever.':
      'Obtener cuántos días se conservan los registros en la base de datos y si el registro de accesos usa el valor predeterminado. Null significa para siempre.',
    'Set how many days the logs are kept. Null restores the default.':
      'Definir cuántos días se conservan los registros. Null restablece el valor predeterminado.',
  },
  pl: {
    'Present if there may be more entries; pass it as `cursor` for the next page. For somebody with row policies, there may be more after a page with fewer entries than its limit, too. Only in the order of time.':
      'Obecny, jeśli może być więcej wpisów; przekaż go jako `cursor`, aby otrzymać następną stronę. Dla osoby z regułami wierszy może być ich więcej także po stronie z mniejszą liczbą wpisów niż jej limit. Tylko w kolejności czasu.',
    '`nextCursor` of the previous page.': '`nextCursor` poprzedniej strony.',
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
    // Properties.
    'Command id': 'Polecenie',
    'Resource kind': 'Rodzaj rekordu',
    'Actor user id': 'Osoba',
    // Errors.
    'This server has no archive': 'Ten serwer nie ma archiwum',
    'These entries are not in the archive, or are already in the database':
      'Tych wpisów nie ma w archiwum albo są już w bazie danych',
    'This server has no archive, so actions are kept forever':
      'Ten serwer nie ma archiwum, więc działania są przechowywane bezterminowo',
    'Another export of this tenant is in progress. Please try again when it has finished.':
      'Trwa inny eksport tego najemcy. Spróbuj ponownie, gdy się zakończy.',
    'Invalid undo token': 'Nieprawidłowy token cofnięcia',
    'Invalid cursor': 'Nieprawidłowy kursor',
    'A cursor needs the order of time': 'Kursor wymaga kolejności czasu',
    'Invalid log id': 'Nieprawidłowy identyfikator wpisu',
    'The audit trail covers the whole tenant.': 'Dziennik audytu obejmuje całego najemcę.',
    '`after` is not the `next` of a verification': '`after` nie jest wartością `next` z weryfikacji',
    'A rotation of the secret is signing the trail with the new secret: verify it when the rotation has ended':
      'Trwa rotacja sekretu i ponowne podpisywanie dziennika: zweryfikuj go po jej zakończeniu',
    // Texts of the API document.
    "List entries of the access log: the caller's own, or those of any user with `audit_logs.view_tenant`.":
      'Pobierz wpisy dziennika dostępów: własne albo, z `audit_logs.view_tenant`, dowolnego użytkownika.',
    "List entries of the action log: the caller's own, or those of all users with `audit_logs.view_tenant`.":
      'Pobierz wpisy dziennika działań: własne albo, z `audit_logs.view_tenant`, wszystkich użytkowników.',
    '`create`, `edit`, `delete`, or the last part of a command id. Separate several by commas.':
      '`create`, `edit`, `delete` albo ostatnia część identyfikatora polecenia. Kilka wartości należy oddzielić przecinkami.',
    'A text in the name or resource of an entry, or in what it changed. The newest 2,000 entries that the other filters find are searched.':
      'Tekst w nazwie lub zasobie wpisu albo w tym, co zmienił. Przeszukiwane jest 2000 najnowszych wpisów pasujących do pozostałych filtrów.',
    'Count the newest 20,000 entries of the action log that the filters find, by day, hour of the week and kind.':
      'Zlicz 20 000 najnowszych wpisów dziennika działań pasujących do filtrów według dnia, godziny tygodnia i rodzaju.',
    'Whose days and hours are meant. Default: that of the caller.':
      'Strefa czasowa dni i godzin. Domyślnie strefa wywołującego.',
    'Undo an action with the undo token from its response.': 'Cofnij działanie tokenem cofnięcia z jego odpowiedzi.',
    'Redo an action that was undone.': 'Ponów cofnięte działanie.',
    "Verify a part of the tenant's action log against its hash chain. Pass `next` to continue.":
      'Zweryfikuj część dziennika działań najemcy na podstawie łańcucha skrótów. Aby kontynuować, przekaż `next`.',
    'Export the action log as newline-delimited JSON, newest entries first.':
      'Wyeksportuj dziennik działań jako JSON rozdzielany znakami nowego wiersza, od najnowszych wpisów.',
    'Export the access log of one actor as newline-delimited JSON, newest entries first.':
      'Wyeksportuj dziennik dostępów jednego użytkownika lub klucza jako JSON rozdzielany znakami nowego wiersza, od najnowszych wpisów.',
    'Get how many days the logs are kept in the database, and whether the access log uses the default. Null means forever.':
      'Sprawdź, przez ile dni dzienniki są przechowywane w bazie danych i czy dziennik dostępów używa wartości domyślnej. Null oznacza bezterminowo.',
    'Set how many days the logs are kept. Null restores the default.':
      'Ustaw, przez ile dni dzienniki są przechowywane. Null przywraca wartość domyślną.',
  },
}
