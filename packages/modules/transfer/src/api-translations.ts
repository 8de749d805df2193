import type { Translations } from '@plinth/core/http'

/** Texts of the API document, in German, Spanish and Polish. */
export const apiTranslations = {
  de: {
    'List saved settings of imports.': 'Gespeicherte Einstellungen von Importen auflisten.',
    'Create an import template.': 'Importvorlage anlegen.',
    'Update an import template.': 'Importvorlage ändern.',
    'Delete an import template.': 'Importvorlage löschen.',
    'List what the caller can import, with the fields of each.':
      'Auflisten, was der Aufrufer importieren kann, mit den Feldern.',
    'List imports.': 'Importe auflisten.',
    'Read the columns of an uploaded file, and suggest how to import it.':
      'Spalten einer hochgeladenen Datei lesen und vorschlagen, wie sie importiert wird.',
    'Correct how a file is imported.': 'Berichtigen, wie eine Datei importiert wird.',
    'Delete an import, but nothing that it has written.': 'Import löschen, aber nichts, was er geschrieben hat.',
    'Count in the background what an import would do, and list the rows that it would refuse.':
      'Im Hintergrund zählen, was ein Import tun würde, und die Zeilen auflisten, die er ablehnen würde.',
    'Import the rows of a file in the background. To cancel it, cancel its progress job.':
      'Zeilen einer Datei im Hintergrund importieren. Abgebrochen wird über den Fortschrittsauftrag.',
    'Undo a whole import in the background. What was edited since is kept, and listed.':
      'Ganzen Import im Hintergrund rückgängig machen. Was seither geändert wurde, bleibt und wird aufgelistet.',
    'Repeat an import that was undone, in the background.': 'Rückgängig gemachten Import im Hintergrund wiederholen.',
    'List the rows that an import has written together, and what an undo has kept of them, since it was edited later.':
      'Zeilen auflisten, die ein Import zusammen geschrieben hat, und was ein Rückgängigmachen behalten hat, weil es später geändert wurde.',
    'List the rows that have created or changed a record.':
      'Zeilen auflisten, die einen Datensatz angelegt oder geändert haben.',
    'Undo some rows of an import. What was edited since is kept, and returned.':
      'Einzelne Zeilen eines Imports rückgängig machen. Was seither geändert wurde, bleibt und wird zurückgegeben.',
    'List the rows that would create a record although it looks like another one, as the caller has rehearsed them.':
      'Zeilen auflisten, die einen Datensatz anlegen würden, obwohl sie einem anderen gleichen, wie der Aufrufer sie geprobt hat.',
    'Choose what is done with rows that look like a record or like an earlier row.':
      'Festlegen, was mit Zeilen geschieht, die einem Datensatz oder einer früheren Zeile gleichen.',
    'List the rows that an import has refused, or would refuse, with the reasons by column.':
      'Zeilen auflisten, die ein Import abgelehnt hat oder ablehnen würde, mit den Gründen je Spalte.',
    'Get the refused rows as they are in the file, as CSV with the reasons in the last column, to mend and import them.':
      'Abgelehnte Zeilen lesen, wie sie in der Datei stehen, als CSV mit den Gründen in der letzten Spalte, um sie zu berichtigen und zu importieren.',
    "List the caller's scheduled exports, and those of others with `transfer.exports.manage`.":
      'Eigene geplante Exporte auflisten, und mit `transfer.exports.manage` die anderer.',
    'Schedule exports of a list, which have the rights of the caller.':
      'Exporte einer Liste planen, mit den Rechten des Aufrufers.',
    'Change a scheduled export of the caller.': 'Eigenen geplanten Export ändern.',
    'List the buckets to which scheduled exports can be written, without their secrets.':
      'Buckets auflisten, in die geplante Exporte geschrieben werden können, ohne ihre Geheimnisse.',
    'Add a bucket to which scheduled exports can be written.':
      'Bucket hinzufügen, in den geplante Exporte geschrieben werden können.',
    'Change a destination of exports. Absent properties, the secret included, keep their values.':
      'Exportziel ändern. Was fehlt, auch das Geheimnis, bleibt, wie es ist.',
    'Delete a destination of exports. What has been written there stays.':
      'Exportziel löschen. Was dort geschrieben wurde, bleibt.',
    'Test a destination of exports: write a small object, remove it, and tell what has failed.':
      'Exportziel prüfen: ein kleines Objekt schreiben, es entfernen, und sagen, was nicht gelungen ist.',
    'Delete a scheduled export, and its files a day later.':
      'Geplanten Export löschen, und einen Tag später seine Dateien.',
    'Run a scheduled export of the caller now, in the background.':
      'Eigenen geplanten Export jetzt im Hintergrund ausführen.',
    'List the runs of a scheduled export, with the reasons of failures.':
      'Läufe eines geplanten Exports auflisten, mit den Gründen von Fehlschlägen.',
    'Download the file of a run of an own scheduled export, as long as its list may be read.':
      'Datei eines Laufs eines eigenen geplanten Exports herunterladen, solange seine Liste gelesen werden darf.',
    'Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file.':
      'Text mit Trennzeichen, ein JSON-Objekt je Zeile, oder ein Tabellenblatt einer XLSX- oder ODS-Datei.',
    'The name of the sheet. Default: the first visible one that is not empty.':
      'Name des Tabellenblatts. Ohne Angabe das erste sichtbare, das nicht leer ist.',
    'The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty.':
      'Zeile eines Texts mit Trennzeichen oder eines Tabellenblatts mit den Namen der Spalten. Ohne Angabe die erste, die nicht leer ist.',
    'The kind of the related records: `catalog.product`.': 'Die Art der verbundenen Datensätze: `catalog.product`.',
    'A field of these records, or `externalId`.': 'Ein Feld dieser Datensätze, oder `externalId`.',
    'The source of external ids.': 'Die Quelle externer Ids.',
    'Values of the file, and what to import instead.': 'Werte der Datei, und was statt ihrer importiert wird.',
    'What to import, by field, where the file has nothing.': 'Was je Feld importiert wird, wo die Datei nichts hat.',
    'Whether rows become new records, change existing ones, or either.':
      'Ob Zeilen neue Datensätze werden, vorhandene ändern, oder beides.',
    'Whether an empty cell leaves the value of an existing record, or clears it.':
      'Ob eine leere Zelle den Wert eines vorhandenen Datensatzes lässt oder löscht.',
    'What separates the decimals of a number.': 'Was die Dezimalstellen einer Zahl abtrennt.',
    'The order of dates such as 1/2/2026. ISO 8601 is always accepted.':
      'Die Reihenfolge in Daten wie 1/2/2026. ISO 8601 gilt immer.',
    'The time zone of times without an offset.': 'Die Zeitzone von Zeitpunkten ohne Abstand zu UTC.',
    'Likely duplicates that were left out by choice.': 'Wahrscheinliche Duplikate, die auf Wunsch ausgelassen wurden.',
    'A file of the caller, uploaded to `/attachments`.': 'Eine Datei des Aufrufers, bei `/attachments` hochgeladen.',
    'What is imported: an id of `GET /transfer/entities`.':
      'Was importiert wird: eine Id aus `GET /transfer/entities`.',
    'Default: recognized from the file.': 'Vorgabe: aus der Datei erkannt.',
    'Null if there is no such record any more, or none that the caller may see.':
      'Null, wenn es den Datensatz nicht mehr gibt, oder keinen, den der Aufrufer sehen darf.',
    'What the record is called, if the caller may read it.':
      'Wie der Datensatz heißt, wenn der Aufrufer ihn lesen darf.',
    'Whether the row was undone, by itself or with the whole import.':
      'Ob die Zeile rückgängig gemacht wurde, einzeln oder mit dem ganzen Import.',
    'Numbers of rows, as `GET /transfer/rows` lists them.':
      'Nummern von Zeilen, wie `GET /transfer/rows` sie auflistet.',
    'The same address, the same digits, the same words, or a name with one typing error.':
      'Dieselbe Adresse, dieselben Ziffern, dieselben Wörter, oder ein Name mit einem Tippfehler.',
    'The column of the file with what is alike.': 'Die Spalte der Datei, in der die Gleichheit ist.',
    'The record; null for an earlier row, and if the caller cannot see it any more.':
      'Der Datensatz; null für eine frühere Zeile, und wenn der Aufrufer ihn nicht mehr sehen kann.',
    'Null if nothing was chosen: a record is created.': 'Null, wenn nichts gewählt wurde: Ein Datensatz wird angelegt.',
    'Create a record all the same, update the record that the row looks like, or leave the row out. Default: create.':
      'Trotzdem einen Datensatz anlegen, den ändern, dem die Zeile gleicht, oder die Zeile auslassen. Vorgabe: anlegen.',
    'Numbers of rows, as `GET /transfer/duplicates` lists them. Default: all of them.':
      'Nummern von Zeilen, wie `GET /transfer/duplicates` sie auflistet. Vorgabe: alle.',
    'The path of a list: `/catalog/products`.': 'Der Pfad einer Liste: `/catalog/products`.',
    'Its filters and order, as in a URL: `isActive=true&sortField=title`.':
      'Ihre Filter und ihre Reihenfolge, wie in einer URL: `isActive=true&sortField=title`.',
    'From Monday, which is 1. If weekly.': 'Ab Montag, der 1 ist. Bei wöchentlichen.',
    'Of the month; in a shorter one, its last day. If monthly.':
      'Im Monat; in einem kürzeren der letzte Tag. Bei monatlichen.',
    'How many of the last files are kept.': 'Wie viele der letzten Dateien bleiben.',
    'Whether its owner gets an email for each file, and not only for failures.':
      'Ob der Besitzer für jede Datei eine E-Mail bekommt, und nicht nur bei Fehlschlägen.',
    'Whether it runs at its times.': 'Ob er zu seinen Zeiten läuft.',
    'The bucket of `GET /transfer/destinations` to which its files go; null for the storage of the platform.':
      'Der Bucket aus `GET /transfer/destinations`, in den die Dateien kommen; null für den Speicher der Plattform.',
    'The URL of an S3-compatible store, without the bucket: `https://s3.eu-central-1.amazonaws.com`.':
      'Die URL eines S3-kompatiblen Speichers, ohne den Bucket: `https://s3.eu-central-1.amazonaws.com`.',
    'The beginning of all keys: `plinth/exports`.': 'Der Anfang aller Schlüssel: `plinth/exports`.',
    'The secret access key. Never returned.': 'Der geheime Zugangsschlüssel. Wird nie zurückgegeben.',
    'Whether the bucket is the first segment of the path; if not, it is the beginning of the host.':
      'Ob der Bucket der erste Abschnitt des Pfades ist; wenn nicht, ist er der Anfang des Hostnamens.',
  },
  es: {
    'List saved settings of imports.': 'Listar los ajustes guardados de importaciones.',
    'Create an import template.': 'Crear una plantilla de importación.',
    'Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file.':
      'Texto delimitado, un objeto JSON por línea, o una hoja de un archivo XLSX u ODS.',
    'The name of the sheet. Default: the first visible one that is not empty.':
      'Nombre de la hoja. Por defecto, la primera visible que no esté vacía.',
    'The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty.':
      'Fila de un texto delimitado o de una hoja con los nombres de las columnas. Por defecto, la primera que no esté vacía.',
    'The kind of the related records: `catalog.product`.': 'El tipo de los registros relacionados: `catalog.product`.',
    'A field of these records, or `externalId`.': 'Un campo de estos registros, o `externalId`.',
    'The source of external ids.': 'El origen de los identificadores externos.',
    'Values of the file, and what to import instead.': 'Valores del archivo y qué importar en su lugar.',
    'What to import, by field, where the file has nothing.': 'Qué importar, por campo, donde el archivo no tiene nada.',
    'Whether rows become new records, change existing ones, or either.':
      'Si las filas crean registros nuevos, modifican los existentes o ambas cosas.',
    'Whether an empty cell leaves the value of an existing record, or clears it.':
      'Si una celda vacía conserva el valor de un registro existente o lo borra.',
    'What separates the decimals of a number.': 'Lo que separa los decimales de un número.',
    'The order of dates such as 1/2/2026. ISO 8601 is always accepted.':
      'El orden de fechas como 1/2/2026. ISO 8601 se acepta siempre.',
    'The time zone of times without an offset.': 'La zona horaria de las horas sin desfase.',
    'Update an import template.': 'Modificar una plantilla de importación.',
    'Delete an import template.': 'Eliminar una plantilla de importación.',
    'List what the caller can import, with the fields of each.':
      'Listar lo que puede importar quien llama, con los campos de cada caso.',
    'List imports.': 'Listar las importaciones.',
    'Likely duplicates that were left out by choice.': 'Posibles duplicados que se omitieron por decisión propia.',
    'Read the columns of an uploaded file, and suggest how to import it.':
      'Leer las columnas de un archivo subido y proponer cómo importarlo.',
    'A file of the caller, uploaded to `/attachments`.': 'Un archivo de quien llama, subido a `/attachments`.',
    'What is imported: an id of `GET /transfer/entities`.':
      'Qué se importa: un identificador de `GET /transfer/entities`.',
    'Default: recognized from the file.': 'Por defecto: se reconoce a partir del archivo.',
    'Correct how a file is imported.': 'Corregir cómo se importa un archivo.',
    'Delete an import, but nothing that it has written.': 'Eliminar una importación, pero nada de lo que ha escrito.',
    'Count in the background what an import would do, and list the rows that it would refuse.':
      'Contar en segundo plano lo que haría una importación y listar las filas que rechazaría.',
    'Import the rows of a file in the background. To cancel it, cancel its progress job.':
      'Importar en segundo plano las filas de un archivo. Para cancelar, cancele su tarea de progreso.',
    'Undo a whole import in the background. What was edited since is kept, and listed.':
      'Deshacer en segundo plano una importación completa. Lo que se editó después se conserva y se lista.',
    'Repeat an import that was undone, in the background.': 'Repetir en segundo plano una importación que se deshizo.',
    'List the rows that an import has written together, and what an undo has kept of them, since it was edited later.':
      'Listar las filas que una importación escribió a la vez y lo que se conservó de ellas al deshacerla por haberse editado después.',
    'List the rows that have created or changed a record.': 'Listar las filas que han creado o modificado un registro.',
    'Null if there is no such record any more, or none that the caller may see.':
      'Null si el registro ya no existe o quien llama no puede verlo.',
    'What the record is called, if the caller may read it.': 'Cómo se llama el registro, si quien llama puede leerlo.',
    'Whether the row was undone, by itself or with the whole import.':
      'Si la fila se deshizo, por sí sola o con toda la importación.',
    'Undo some rows of an import. What was edited since is kept, and returned.':
      'Deshacer algunas filas de una importación. Lo que se editó después se conserva y se devuelve.',
    'Numbers of rows, as `GET /transfer/rows` lists them.': 'Números de filas, como los lista `GET /transfer/rows`.',
    'List the rows that would create a record although it looks like another one, as the caller has rehearsed them.':
      'Listar las filas que crearían un registro aunque se parece a otro, según el ensayo de quien llama.',
    'The same address, the same digits, the same words, or a name with one typing error.':
      'La misma dirección, las mismas cifras, las mismas palabras o un nombre con una errata.',
    'The column of the file with what is alike.': 'La columna del archivo en la que coinciden.',
    'The record; null for an earlier row, and if the caller cannot see it any more.':
      'El registro; null si se trata de una fila anterior o si quien llama ya no puede verlo.',
    'Null if nothing was chosen: a record is created.': 'Null si no se eligió nada: se crea un registro.',
    'Choose what is done with rows that look like a record or like an earlier row.':
      'Elegir qué se hace con las filas que se parecen a un registro o a una fila anterior.',
    'Create a record all the same, update the record that the row looks like, or leave the row out. Default: create.':
      'Crear un registro de todos modos, modificar el registro al que se parece la fila u omitir la fila. Por defecto: crear.',
    'Numbers of rows, as `GET /transfer/duplicates` lists them. Default: all of them.':
      'Números de filas, como los lista `GET /transfer/duplicates`. Por defecto: todas.',
    'List the rows that an import has refused, or would refuse, with the reasons by column.':
      'Listar las filas que una importación ha rechazado o rechazaría, con los motivos por columna.',
    'Get the refused rows as they are in the file, as CSV with the reasons in the last column, to mend and import them.':
      'Obtener las filas rechazadas tal como están en el archivo, como CSV con los motivos en la última columna, para corregirlas e importarlas.',
    "List the caller's scheduled exports, and those of others with `transfer.exports.manage`.":
      'Listar las exportaciones programadas propias y, con `transfer.exports.manage`, las de otras personas.',
    'Schedule exports of a list, which have the rights of the caller.':
      'Programar exportaciones de una lista, con los permisos de quien llama.',
    'The path of a list: `/catalog/products`.': 'La ruta de una lista: `/catalog/products`.',
    'Its filters and order, as in a URL: `isActive=true&sortField=title`.':
      'Sus filtros y su orden, como en una URL: `isActive=true&sortField=title`.',
    'From Monday, which is 1. If weekly.': 'Desde el lunes, que es 1. Si es semanal.',
    'Of the month; in a shorter one, its last day. If monthly.':
      'Del mes; en los meses más cortos, el último día. Si es mensual.',
    'How many of the last files are kept.': 'Cuántos de los últimos archivos se conservan.',
    'Whether its owner gets an email for each file, and not only for failures.':
      'Si el propietario recibe un correo por cada archivo y no solo cuando hay fallos.',
    'Whether it runs at its times.': 'Si se ejecuta a sus horas.',
    'The bucket of `GET /transfer/destinations` to which its files go; null for the storage of the platform.':
      'El bucket de `GET /transfer/destinations` al que van los archivos; null para el almacenamiento de la plataforma.',
    'Change a scheduled export of the caller.': 'Modificar una exportación programada propia.',
    'Delete a scheduled export, and its files a day later.':
      'Eliminar una exportación programada y, un día después, sus archivos.',
    'Run a scheduled export of the caller now, in the background.':
      'Ejecutar ahora en segundo plano una exportación programada propia.',
    'List the runs of a scheduled export, with the reasons of failures.':
      'Listar las ejecuciones de una exportación programada, con los motivos de los fallos.',
    'Download the file of a run of an own scheduled export, as long as its list may be read.':
      'Descargar el archivo de una ejecución de una exportación programada propia, mientras se pueda leer su lista.',
    'List the buckets to which scheduled exports can be written, without their secrets.':
      'Listar los buckets en los que se pueden escribir exportaciones programadas, sin sus secretos.',
    'Add a bucket to which scheduled exports can be written.':
      'Añadir un bucket en el que se pueden escribir exportaciones programadas.',
    'The URL of an S3-compatible store, without the bucket: `https://s3.eu-central-1.amazonaws.com`.':
      'La URL de un almacenamiento compatible con S3, sin el bucket: `https://s3.eu-central-1.amazonaws.com`.',
    'The beginning of all keys: `plinth/exports`.': 'El comienzo de todas las claves: `plinth/exports`.',
    'The secret access key. Never returned.': 'La clave de acceso secreta. No se devuelve nunca.',
    'Whether the bucket is the first segment of the path; if not, it is the beginning of the host.':
      'Si el bucket es el primer segmento de la ruta; si no, es el comienzo del host.',
    'Change a destination of exports. Absent properties, the secret included, keep their values.':
      'Modificar un destino de exportaciones. Las propiedades que faltan, incluido el secreto, conservan su valor.',
    'Delete a destination of exports. What has been written there stays.':
      'Eliminar un destino de exportaciones. Lo que se ha escrito en él permanece.',
    'Test a destination of exports: write a small object, remove it, and tell what has failed.':
      'Probar un destino de exportaciones: escribir un objeto pequeño, eliminarlo e indicar qué ha fallado.',
  },
  pl: {
    'List saved settings of imports.': 'Pobierz zapisane ustawienia importów.',
    'Create an import template.': 'Utwórz szablon importu.',
    'Delimited text, one JSON object a line, or a sheet of an XLSX or ODS file.':
      'Tekst z separatorami, jeden obiekt JSON w wierszu albo arkusz pliku XLSX lub ODS.',
    'The name of the sheet. Default: the first visible one that is not empty.':
      'Nazwa arkusza. Domyślnie pierwszy widoczny, który nie jest pusty.',
    'The row of delimited text or a sheet with the names of the columns. Default: the first one that is not empty.':
      'Wiersz tekstu z separatorami lub arkusza z nazwami kolumn. Domyślnie pierwszy, który nie jest pusty.',
    'The kind of the related records: `catalog.product`.': 'Rodzaj powiązanych rekordów: `catalog.product`.',
    'A field of these records, or `externalId`.': 'Pole tych rekordów albo `externalId`.',
    'The source of external ids.': 'Źródło identyfikatorów zewnętrznych.',
    'Values of the file, and what to import instead.': 'Wartości z pliku i to, co importować zamiast nich.',
    'What to import, by field, where the file has nothing.':
      'Co importować w poszczególnych polach, gdy plik nic nie zawiera.',
    'Whether rows become new records, change existing ones, or either.':
      'Czy wiersze stają się nowymi rekordami, zmieniają istniejące, czy jedno i drugie.',
    'Whether an empty cell leaves the value of an existing record, or clears it.':
      'Czy pusta komórka pozostawia wartość istniejącego rekordu, czy ją usuwa.',
    'What separates the decimals of a number.': 'Separator części dziesiętnej liczby.',
    'The order of dates such as 1/2/2026. ISO 8601 is always accepted.':
      'Kolejność w datach takich jak 1/2/2026. Format ISO 8601 jest zawsze akceptowany.',
    'The time zone of times without an offset.': 'Strefa czasowa godzin bez przesunięcia.',
    'Update an import template.': 'Zmień szablon importu.',
    'Delete an import template.': 'Usuń szablon importu.',
    'List what the caller can import, with the fields of each.':
      'Pobierz to, co może importować wywołujący, wraz z polami.',
    'List imports.': 'Pobierz listę importów.',
    'Likely duplicates that were left out by choice.': 'Prawdopodobne duplikaty pominięte zgodnie z wyborem.',
    'Read the columns of an uploaded file, and suggest how to import it.':
      'Odczytaj kolumny przesłanego pliku i zaproponuj sposób importu.',
    'A file of the caller, uploaded to `/attachments`.': 'Plik wywołującego, przesłany do `/attachments`.',
    'What is imported: an id of `GET /transfer/entities`.':
      'Co jest importowane: identyfikator z `GET /transfer/entities`.',
    'Default: recognized from the file.': 'Domyślnie: rozpoznawane z pliku.',
    'Correct how a file is imported.': 'Popraw sposób importu pliku.',
    'Delete an import, but nothing that it has written.': 'Usuń import, ale nic z tego, co zapisał.',
    'Count in the background what an import would do, and list the rows that it would refuse.':
      'Policz w tle, co zrobiłby import, i podaj wiersze, które by odrzucił.',
    'Import the rows of a file in the background. To cancel it, cancel its progress job.':
      'Zaimportuj w tle wiersze pliku. Aby przerwać, anuluj jego zadanie postępu.',
    'Undo a whole import in the background. What was edited since is kept, and listed.':
      'Cofnij w tle cały import. To, co później edytowano, pozostaje i jest wymienione.',
    'Repeat an import that was undone, in the background.': 'Powtórz w tle cofnięty import.',
    'List the rows that an import has written together, and what an undo has kept of them, since it was edited later.':
      'Pobierz wiersze zapisane razem przez import oraz to, co pozostało z nich po cofnięciu, ponieważ było później edytowane.',
    'List the rows that have created or changed a record.': 'Pobierz wiersze, które utworzyły lub zmieniły rekord.',
    'Null if there is no such record any more, or none that the caller may see.':
      'Null, jeśli rekord już nie istnieje lub wywołujący nie może go zobaczyć.',
    'What the record is called, if the caller may read it.': 'Nazwa rekordu, jeśli wywołujący może go odczytać.',
    'Whether the row was undone, by itself or with the whole import.':
      'Czy wiersz został cofnięty, osobno lub z całym importem.',
    'Undo some rows of an import. What was edited since is kept, and returned.':
      'Cofnij niektóre wiersze importu. To, co później edytowano, pozostaje i jest zwracane.',
    'Numbers of rows, as `GET /transfer/rows` lists them.': 'Numery wierszy, jak podaje je `GET /transfer/rows`.',
    'List the rows that would create a record although it looks like another one, as the caller has rehearsed them.':
      'Pobierz wiersze, które utworzyłyby rekord podobny do innego, według próby wykonanej przez wywołującego.',
    'The same address, the same digits, the same words, or a name with one typing error.':
      'Ten sam adres, te same cyfry, te same słowa albo nazwa z jedną literówką.',
    'The column of the file with what is alike.': 'Kolumna pliku, w której występuje podobieństwo.',
    'The record; null for an earlier row, and if the caller cannot see it any more.':
      'Rekord; null dla wcześniejszego wiersza oraz gdy wywołujący już go nie widzi.',
    'Null if nothing was chosen: a record is created.': 'Null, jeśli niczego nie wybrano: rekord zostanie utworzony.',
    'Choose what is done with rows that look like a record or like an earlier row.':
      'Wybierz, co zrobić z wierszami podobnymi do rekordu lub do wcześniejszego wiersza.',
    'Create a record all the same, update the record that the row looks like, or leave the row out. Default: create.':
      'Mimo wszystko utwórz rekord, zmień rekord, do którego podobny jest wiersz, albo pomiń wiersz. Domyślnie: utwórz.',
    'Numbers of rows, as `GET /transfer/duplicates` lists them. Default: all of them.':
      'Numery wierszy, jak podaje je `GET /transfer/duplicates`. Domyślnie: wszystkie.',
    'List the rows that an import has refused, or would refuse, with the reasons by column.':
      'Pobierz wiersze, które import odrzucił lub odrzuciłby, z powodami według kolumn.',
    'Get the refused rows as they are in the file, as CSV with the reasons in the last column, to mend and import them.':
      'Pobierz odrzucone wiersze w postaci z pliku, jako CSV z powodami w ostatniej kolumnie, aby je poprawić i zaimportować.',
    "List the caller's scheduled exports, and those of others with `transfer.exports.manage`.":
      'Pobierz własne zaplanowane eksporty oraz, z `transfer.exports.manage`, eksporty innych osób.',
    'Schedule exports of a list, which have the rights of the caller.':
      'Zaplanuj eksporty listy z uprawnieniami wywołującego.',
    'The path of a list: `/catalog/products`.': 'Ścieżka listy: `/catalog/products`.',
    'Its filters and order, as in a URL: `isActive=true&sortField=title`.':
      'Filtry i kolejność, jak w adresie URL: `isActive=true&sortField=title`.',
    'From Monday, which is 1. If weekly.': 'Od poniedziałku, który ma numer 1. Przy eksporcie co tydzień.',
    'Of the month; in a shorter one, its last day. If monthly.':
      'Dzień miesiąca; w krótszych miesiącach ostatni. Przy eksporcie co miesiąc.',
    'How many of the last files are kept.': 'Ile ostatnich plików jest przechowywanych.',
    'Whether its owner gets an email for each file, and not only for failures.':
      'Czy właściciel otrzymuje e-mail o każdym pliku, a nie tylko o niepowodzeniach.',
    'Whether it runs at its times.': 'Czy jest uruchamiany o ustalonych porach.',
    'The bucket of `GET /transfer/destinations` to which its files go; null for the storage of the platform.':
      'Zasobnik z `GET /transfer/destinations`, do którego trafiają pliki; null oznacza pamięć platformy.',
    'Change a scheduled export of the caller.': 'Zmień własny zaplanowany eksport.',
    'Delete a scheduled export, and its files a day later.': 'Usuń zaplanowany eksport, a dzień później jego pliki.',
    'Run a scheduled export of the caller now, in the background.': 'Uruchom teraz w tle własny zaplanowany eksport.',
    'List the runs of a scheduled export, with the reasons of failures.':
      'Pobierz uruchomienia zaplanowanego eksportu z powodami niepowodzeń.',
    'Download the file of a run of an own scheduled export, as long as its list may be read.':
      'Pobierz plik z uruchomienia własnego zaplanowanego eksportu, dopóki wolno czytać jego listę.',
    'List the buckets to which scheduled exports can be written, without their secrets.':
      'Pobierz zasobniki, do których można zapisywać zaplanowane eksporty, bez sekretów.',
    'Add a bucket to which scheduled exports can be written.':
      'Dodaj zasobnik, do którego można zapisywać zaplanowane eksporty.',
    'The URL of an S3-compatible store, without the bucket: `https://s3.eu-central-1.amazonaws.com`.':
      'Adres URL magazynu zgodnego z S3, bez zasobnika: `https://s3.eu-central-1.amazonaws.com`.',
    'The beginning of all keys: `plinth/exports`.': 'Początek wszystkich kluczy: `plinth/exports`.',
    'The secret access key. Never returned.': 'Tajny klucz dostępu. Nigdy nie jest zwracany.',
    'Whether the bucket is the first segment of the path; if not, it is the beginning of the host.':
      'Czy zasobnik jest pierwszym segmentem ścieżki; jeśli nie, jest początkiem nazwy hosta.',
    'Change a destination of exports. Absent properties, the secret included, keep their values.':
      'Zmień miejsce docelowe eksportów. Pominięte właściwości, także sekret, zachowują swoje wartości.',
    'Delete a destination of exports. What has been written there stays.':
      'Usuń miejsce docelowe eksportów. To, co w nim zapisano, pozostaje.',
    'Test a destination of exports: write a small object, remove it, and tell what has failed.':
      'Przetestuj miejsce docelowe eksportów: zapisz mały obiekt, usuń go i podaj, co się nie udało.',
  },
} satisfies Translations
