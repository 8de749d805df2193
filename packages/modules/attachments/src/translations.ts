import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    'Partition code already exists.': 'Einen Bereich mit diesem Code gibt es schon.',
    'Partition code cannot be changed.': 'Der Code eines Bereichs kann nicht geändert werden.',
    'Partition is in use and cannot be removed.': 'Der Bereich enthält Dateien und kann nicht entfernt werden.',
    'Default partitions cannot be removed.': 'Vorgegebene Bereiche können nicht entfernt werden.',
    'File type not allowed': 'Dateien dieser Art sind nicht erlaubt',
    'File exceeds {size} MB limit': 'Die Datei ist größer als {size} MB',
    Partition: 'Bereich',
    Attachment: 'Datei',
    File: 'Datei',
    Attachments: 'Anhänge',
    'View attachments': 'Anhänge ansehen',
    'Manage attachments': 'Anhänge verwalten',
    Files: 'Dateien',
    'Storage by partition': 'Speicher nach Partition',
    'Bytes of all files in each partition.': 'Bytes aller Dateien je Partition.',
    'Storage by type': 'Speicher nach Dateityp',
    'Bytes of all files of each type.': 'Bytes aller Dateien je Typ.',
    'Uploads a day': 'Uploads pro Tag',
    'Add default partitions': 'Standardpartitionen angelegt',
    'Create partition': 'Partition angelegt',
    'Delete file': 'Datei gelöscht',
    'Delete partition': 'Partition gelöscht',
    'Move file': 'Datei verschoben',
    'Transfer files': 'Dateien übertragen',
    'Update file': 'Datei geändert',
    'Update partition': 'Partition geändert',
    'Upload file': 'Datei hochgeladen',
    'The file is broken': 'Die Datei ist beschädigt',
    'The file is encrypted': 'Die Datei ist verschlüsselt',
    'The file is not a spreadsheet': 'Die Datei ist keine Tabelle',
    'The spreadsheet is broken': 'Die Tabelle ist beschädigt',
    'The spreadsheet is too large': 'Die Tabelle ist zu groß',
    'The spreadsheet is encrypted': 'Die Tabelle ist verschlüsselt',
    "There is no sheet '{wanted}', but {names}": 'Es gibt kein Blatt „{wanted}“, aber {names}',
    'The file is not valid {encoding}: choose another encoding':
      'Die Datei ist kein gültiges {encoding}: Wählen Sie eine andere Kodierung',
    'Line {line} is too long': 'Zeile {line} ist zu lang',
    'Line {line} is not a JSON object': 'Zeile {line} ist kein JSON-Objekt',
    'Line {line} is too long: is a quote missing?': 'Zeile {line} ist zu lang: Fehlt ein Anführungszeichen?',
    'The file is too long: is a quote missing?': 'Die Datei ist zu lang: Fehlt ein Anführungszeichen?',
    'The file ends within quotes': 'Die Datei endet innerhalb von Anführungszeichen',
    'Line {line} has a quote in the wrong place': 'In Zeile {line} steht ein Anführungszeichen an der falschen Stelle',
    'The file has a quote in the wrong place': 'In der Datei steht ein Anführungszeichen an der falschen Stelle',
    // Properties.
    'Requires ocr': 'Text wird gelesen',
    'Ocr model': 'Modell der Texterkennung',
    'Partition code': 'Bereich',
    'Mime type': 'Dateityp',
    'File size': 'Größe',
    'Entity id': 'Entität',
    // Errors.
    Upload: 'Hochladen',
    'Another request has completed or cancelled this upload':
      'Eine andere Anfrage hat dieses Hochladen abgeschlossen oder abgebrochen',
    'Another request has continued or cancelled this upload':
      'Eine andere Anfrage hat dieses Hochladen fortgesetzt oder abgebrochen',
    'The files of this tenant may take at most {most} bytes':
      'Die Dateien dieses Mandanten dürfen höchstens {most} Bytes belegen',
    'Attachment id is required': 'Die Id der Datei ist erforderlich',
    'Unsupported media type': 'Dieser Medientyp wird nicht unterstützt',
    'An image can have at most {most} pixels': 'Ein Bild kann höchstens {most} Pixel haben',
    'Failed to render image': 'Das Bild konnte nicht erzeugt werden',
    'Too many large images are being processed': 'Es werden zu viele große Bilder verarbeitet',
    'An image can have at most {most} bytes': 'Ein Bild kann höchstens {most} Bytes haben',
    'File not available': 'Die Datei ist nicht verfügbar',
    'Invalid payload': 'Ungültiger Inhalt',
    'Invalid query': 'Ungültige Parameter',
    'entityId and recordId are required': 'entityId und recordId sind erforderlich',
    'Attachment partitions are managed by the environment in demo/onboarding mode.':
      'Die Bereiche werden in diesem Betrieb von der Umgebung verwaltet.',
    'Partition id is required': 'Die Id des Bereichs ist erforderlich',
    'Invalid size parameters': 'Ungültige Größenangaben',
    'Expected multipart/form-data': 'multipart/form-data wird erwartet',
    'An upload may have at most {most} parts; send larger ones':
      'Ein Hochladen darf höchstens {most} Teile haben; senden Sie größere',
    'The files of this tenant and its unfinished uploads may take at most {most} bytes':
      'Die Dateien dieses Mandanten und sein begonnenes Hochladen dürfen höchstens {most} Bytes belegen',
    'A tenant may have at most {most} unfinished uploads':
      'Ein Mandant darf höchstens {most} Dateien unvollständig hochgeladen haben',
    'A part of this upload is missing': 'Ein Teil dieses Hochladens fehlt',
    'The upload is longer than its declared {size} bytes': 'Es wurden mehr als die angekündigten {size} Bytes gesendet',
    'Other files are being read. Please try again in a moment.':
      'Andere Dateien werden gerade gelesen. Bitte versuchen Sie es gleich noch einmal.',
    'A file can have up to {most} tags of up to {length} characters':
      'Eine Datei kann bis zu {most} Schlagwörter mit bis zu {length} Zeichen haben',
    'Storage partition is not configured.': 'Der Bereich ist nicht eingerichtet.',
    'A public partition must be named by partitionCode.':
      'Ein öffentlicher Bereich muss mit partitionCode angegeben werden.',
    'The parts tenantId and organizationId must come before the file':
      'tenantId und organizationId müssen vor der Datei stehen',
    'entityId, recordId and file are required': 'entityId, recordId und file sind erforderlich',
    // Texts of the API document.
    'Upload a file and attach it to a record.': 'Datei hochladen und an einen Datensatz hängen.',
    'Start a resumable upload with the tus protocol.': 'Fortsetzbares Hochladen mit dem Protokoll tus beginnen.',
    'Get the status of a resumable upload. `HEAD` returns it in headers.':
      'Stand eines fortsetzbaren Hochladens lesen. `HEAD` gibt ihn in Headern zurück.',
    'Append data to a resumable upload. The last byte completes the file.':
      'Daten an ein fortsetzbares Hochladen anhängen. Das letzte Byte schließt die Datei ab.',
    'Cancel a resumable upload. If it is already complete, its file is kept.':
      'Fortsetzbares Hochladen abbrechen. Ist es schon abgeschlossen, bleibt die Datei.',
    'List the files of a record, newest first, with the beginning of their text. Returns up to 1,000 files unless `page` is given.':
      'Dateien eines Datensatzes auflisten, die neuesten zuerst, mit dem Anfang ihres Textes. Ohne `page` bis zu 1.000 Dateien.',
    'Delete a file. Its content is kept as long as the deletion can be undone.':
      'Datei löschen. Ihr Inhalt bleibt, solange das Löschen rückgängig gemacht werden kann.',
    'Move files to another record of the same kind.': 'Dateien zu einem anderen Datensatz derselben Art verschieben.',
    'List all files, filtered by name, text, partition or tags, with the beginning of their text.':
      'Alle Dateien auflisten, gefiltert nach Name, Text, Bereich oder Schlagwörtern, mit dem Anfang ihres Textes.',
    'Get the details of a file.': 'Einzelheiten einer Datei lesen.',
    'Replace the tags or assignments of a file.': 'Schlagwörter oder Zuordnungen einer Datei ersetzen.',
    'List the partitions of the tenant, oldest first.': 'Bereiche des Mandanten auflisten, die ältesten zuerst.',
    'Create a partition.': 'Bereich anlegen.',
    'Update a partition. Its code cannot be changed.': 'Bereich ändern. Sein Code ist unveränderlich.',
    'Delete a partition that contains no files.': 'Bereich löschen, der keine Dateien enthält.',
    'Download a file, or a range of it. Files in public partitions require no authentication; others require `attachments.view`.':
      'Datei oder einen Teil davon herunterladen. Dateien in öffentlichen Bereichen erfordern keine Anmeldung, andere `attachments.view`.',
    'Get an image in the requested size. Images in public partitions require no authentication; others require `attachments.view`.':
      'Bild in der gewünschten Größe lesen. Bilder in öffentlichen Bereichen erfordern keine Anmeldung, andere `attachments.view`.',
    '`<module>:<entity>`, or `attachments:library`.': '`<module>:<entity>`, oder `attachments:library`.',
    'For super admins. Must precede the file.': 'Für Superadministratoren. Muss vor der Datei stehen.',
    'Must precede the file.': 'Muss vor der Datei stehen.',
    'The key of a custom field of the entity. Its limits on files apply.':
      'Der Schlüssel eines eigenen Feldes der Entität. Dessen Grenzen für Dateien gelten.',
    "The values of the file's custom fields, as a JSON object. Alternatively, one part `cf_<key>` for each.":
      'Die Werte der eigenen Felder der Datei, als JSON-Objekt. Stattdessen geht auch je ein Teil `cf_<key>`.',
    'A JSON array of strings, or words separated by commas.':
      'Ein JSON-Array von Texten, oder Wörter, durch Kommas getrennt.',
    'A JSON array of objects `{type, id, href?, label?}`.': 'Ein JSON-Array von Objekten `{type, id, href?, label?}`.',
    'The size of the file in bytes.': 'Die Größe der Datei in Bytes.',
    'Pairs of a name and a Base64 value, separated by commas: `filename`, `filetype`, and the fields of a form upload.':
      'Paare aus einem Namen und einem Wert in Base64, durch Kommas getrennt: `filename`, `filetype`, und die Felder eines Hochladens als Formular.',
    'A checksum of the bytes: the algorithm (sha1, sha256, sha512), a space, and the hash in Base64.':
      'Eine Prüfsumme der Bytes: das Verfahren (sha1, sha256, sha512), ein Leerzeichen, und der Hash in Base64.',
    'The URL of the upload.': 'Die URL des Hochladens.',
    'The number of bytes received so far.': 'Wie viele Bytes bisher empfangen sind.',
    'When the upload expires unless more data arrives.': 'Wann das Hochladen abläuft, wenn keine Daten mehr kommen.',
    'Also the id of the file once the upload is complete.':
      'Auch die Id der Datei, sobald das Hochladen abgeschlossen ist.',
    'When it expires unless more data arrives.': 'Wann es abläuft, wenn keine Daten mehr kommen.',
    'The checksum does not match the received bytes.': 'Die Prüfsumme passt nicht zu den empfangenen Bytes.',
    'The metadata as it was sent.': 'Die Metadaten, wie sie gesendet wurden.',
    'The offset of the first byte in the body.': 'An welcher Stelle das erste Byte des Inhalts steht.',
    'A part of the file name, or words in custom fields.': 'Ein Teil des Dateinamens, oder Wörter in eigenen Feldern.',
    'Words in the text of the file. The best matches come first, unless `sortField` is given.':
      'Wörter im Text der Datei. Die besten Treffer kommen zuerst, wenn `sortField` fehlt.',
    'The text around the first match of `text`, as plain text.':
      'Der Text um den ersten Treffer von `text`, unformatiert.',
    'The status of text extraction.': 'Der Stand der Texterkennung.',
    '`1` to download the file instead of displaying it.': '`1`, um die Datei herunterzuladen statt anzuzeigen.',
  },
  es: {
    'Partition code already exists.': 'Ya existe una partición con este código.',
    'Partition code cannot be changed.': 'El código de una partición no se puede cambiar.',
    'Partition is in use and cannot be removed.': 'La partición está en uso y no se puede eliminar.',
    'Default partitions cannot be removed.': 'Las particiones predeterminadas no se pueden eliminar.',
    'File type not allowed': 'Tipo de archivo no permitido',
    'File exceeds {size} MB limit': 'El archivo supera los {size} MB',
    Partition: 'Partición',
    Attachment: 'Archivo',
    File: 'Archivo',
    Attachments: 'Archivos adjuntos',
    'View attachments': 'Ver archivos adjuntos',
    'Manage attachments': 'Gestionar archivos adjuntos',
    Files: 'Archivos',
    'Storage by partition': 'Almacenamiento por partición',
    'Bytes of all files in each partition.': 'Bytes de todos los archivos de cada partición.',
    'Storage by type': 'Almacenamiento por tipo',
    'Bytes of all files of each type.': 'Bytes de todos los archivos de cada tipo.',
    'Uploads a day': 'Cargas por día',
    'Add default partitions': 'Añadir particiones predeterminadas',
    'Create partition': 'Crear partición',
    'Delete file': 'Eliminar archivo',
    'Delete partition': 'Eliminar partición',
    'Move file': 'Mover archivo',
    'Transfer files': 'Transferir archivos',
    'Update file': 'Modificar archivo',
    'Update partition': 'Modificar partición',
    'Upload file': 'Subir archivo',
    'The file is broken': 'El archivo está dañado',
    'The file is encrypted': 'El archivo está cifrado',
    'The file is not a spreadsheet': 'El archivo no es una hoja de cálculo',
    'The spreadsheet is broken': 'La hoja de cálculo está dañada',
    'The spreadsheet is too large': 'La hoja de cálculo es demasiado grande',
    'The spreadsheet is encrypted': 'La hoja de cálculo está cifrada',
    "There is no sheet '{wanted}', but {names}": 'No hay ninguna hoja «{wanted}», pero sí {names}',
    'The file is not valid {encoding}: choose another encoding':
      'El archivo no es {encoding} válido: elija otra codificación',
    'Line {line} is too long': 'La línea {line} es demasiado larga',
    'Line {line} is not a JSON object': 'La línea {line} no es un objeto JSON',
    'Line {line} is too long: is a quote missing?': 'La línea {line} es demasiado larga: ¿falta una comilla?',
    'The file is too long: is a quote missing?': 'El archivo es demasiado largo: ¿falta una comilla?',
    'The file ends within quotes': 'El archivo termina dentro de comillas',
    'Line {line} has a quote in the wrong place': 'La línea {line} tiene una comilla en un lugar incorrecto',
    'The file has a quote in the wrong place': 'El archivo tiene una comilla en un lugar incorrecto',
    // Properties.
    'Requires ocr': 'Se lee el texto',
    'Ocr model': 'Modelo de reconocimiento de texto',
    'Partition code': 'Partición',
    'Mime type': 'Tipo de archivo',
    'File size': 'Tamaño',
    'Entity id': 'Entidad',
    // Errors.
    Upload: 'Subida',
    'Another request has completed or cancelled this upload': 'Otra solicitud ha completado o cancelado esta subida',
    'Another request has continued or cancelled this upload': 'Otra solicitud ha continuado o cancelado esta subida',
    'The files of this tenant may take at most {most} bytes':
      'Los archivos de este inquilino pueden ocupar como máximo {most} bytes',
    'Attachment id is required': 'Se requiere el identificador del archivo',
    'Unsupported media type': 'Tipo de medio no admitido',
    'An image can have at most {most} pixels': 'Una imagen puede tener como máximo {most} píxeles',
    'Failed to render image': 'No se pudo generar la imagen',
    'Too many large images are being processed': 'Se están procesando demasiadas imágenes grandes',
    'An image can have at most {most} bytes': 'Una imagen puede tener como máximo {most} bytes',
    'File not available': 'Archivo no disponible',
    'Invalid payload': 'Contenido no válido',
    'Invalid query': 'Parámetros no válidos',
    'entityId and recordId are required': 'Se requieren entityId y recordId',
    'Attachment partitions are managed by the environment in demo/onboarding mode.':
      'En este modo, el entorno gestiona las particiones.',
    'Partition id is required': 'Se requiere el identificador de la partición',
    'Invalid size parameters': 'Parámetros de tamaño no válidos',
    'Expected multipart/form-data': 'Se espera multipart/form-data',
    'An upload may have at most {most} parts; send larger ones':
      'Una subida puede tener como máximo {most} partes; envíe partes más grandes',
    'The files of this tenant and its unfinished uploads may take at most {most} bytes':
      'Los archivos de este inquilino y sus subidas sin terminar pueden ocupar como máximo {most} bytes',
    'A tenant may have at most {most} unfinished uploads':
      'Un inquilino puede tener como máximo {most} subidas sin terminar',
    'A part of this upload is missing': 'Falta una parte de esta subida',
    'The upload is longer than its declared {size} bytes': 'La subida supera los {size} bytes declarados',
    'Other files are being read. Please try again in a moment.':
      'Se están leyendo otros archivos. Inténtelo de nuevo en un momento.',
    'A file can have up to {most} tags of up to {length} characters':
      'Un archivo puede tener hasta {most} etiquetas de hasta {length} caracteres',
    'Storage partition is not configured.': 'La partición de almacenamiento no está configurada.',
    'A public partition must be named by partitionCode.': 'Una partición pública se debe indicar con partitionCode.',
    'The parts tenantId and organizationId must come before the file':
      'Las partes tenantId y organizationId deben ir antes del archivo',
    'entityId, recordId and file are required': 'Se requieren entityId, recordId y file',
    // Texts of the API document.
    'Upload a file and attach it to a record.': 'Subir un archivo y adjuntarlo a un registro.',
    '`<module>:<entity>`, or `attachments:library`.': '`<module>:<entity>` o `attachments:library`.',
    'For super admins. Must precede the file.': 'Para superadministradores. Debe ir antes del archivo.',
    'Must precede the file.': 'Debe ir antes del archivo.',
    'The key of a custom field of the entity. Its limits on files apply.':
      'La clave de un campo personalizado de la entidad. Se aplican sus límites para archivos.',
    "The values of the file's custom fields, as a JSON object. Alternatively, one part `cf_<key>` for each.":
      'Los valores de los campos personalizados del archivo, como objeto JSON. También se puede enviar una parte `cf_<key>` por cada uno.',
    'A JSON array of strings, or words separated by commas.':
      'Un array JSON de cadenas, o palabras separadas por comas.',
    'A JSON array of objects `{type, id, href?, label?}`.': 'Un array JSON de objetos `{type, id, href?, label?}`.',
    'Start a resumable upload with the tus protocol.': 'Iniciar una subida reanudable con el protocolo tus.',
    'The size of the file in bytes.': 'El tamaño del archivo en bytes.',
    'Pairs of a name and a Base64 value, separated by commas: `filename`, `filetype`, and the fields of a form upload.':
      'Pares de un nombre y un valor en Base64, separados por comas: `filename`, `filetype` y los campos de una subida por formulario.',
    'A checksum of the bytes: the algorithm (sha1, sha256, sha512), a space, and the hash in Base64.':
      'Una suma de comprobación de los bytes: el algoritmo (sha1, sha256, sha512), un espacio y el hash en Base64.',
    'The URL of the upload.': 'La URL de la subida.',
    'The number of bytes received so far.': 'El número de bytes recibidos hasta ahora.',
    'When the upload expires unless more data arrives.': 'Cuándo caduca la subida si no llegan más datos.',
    'Also the id of the file once the upload is complete.':
      'También el identificador del archivo cuando la subida está completa.',
    'When it expires unless more data arrives.': 'Cuándo caduca si no llegan más datos.',
    'The checksum does not match the received bytes.': 'La suma de comprobación no coincide con los bytes recibidos.',
    'Get the status of a resumable upload. `HEAD` returns it in headers.':
      'Obtener el estado de una subida reanudable. `HEAD` lo devuelve en cabeceras.',
    'The metadata as it was sent.': 'Los metadatos tal como se enviaron.',
    'Append data to a resumable upload. The last byte completes the file.':
      'Añadir datos a una subida reanudable. El último byte completa el archivo.',
    'The offset of the first byte in the body.': 'La posición del primer byte del cuerpo.',
    'Cancel a resumable upload. If it is already complete, its file is kept.':
      'Cancelar una subida reanudable. Si ya está completa, su archivo se conserva.',
    'List the files of a record, newest first, with the beginning of their text. Returns up to 1,000 files unless `page` is given.':
      'Listar los archivos de un registro, los más recientes primero, con el comienzo de su texto. Devuelve hasta 1000 archivos si no se indica `page`.',
    'Delete a file. Its content is kept as long as the deletion can be undone.':
      'Eliminar un archivo. Su contenido se conserva mientras se pueda deshacer la eliminación.',
    'Move files to another record of the same kind.': 'Mover archivos a otro registro del mismo tipo.',
    'List all files, filtered by name, text, partition or tags, with the beginning of their text.':
      'Listar todos los archivos, filtrados por nombre, texto, partición o etiquetas, con el comienzo de su texto.',
    'A part of the file name, or words in custom fields.':
      'Una parte del nombre del archivo, o palabras de campos personalizados.',
    'Words in the text of the file. The best matches come first, unless `sortField` is given.':
      'Palabras del texto del archivo. Los mejores resultados van primero, salvo que se indique `sortField`.',
    'The text around the first match of `text`, as plain text.':
      'El texto en torno a la primera aparición de `text`, sin formato.',
    'Get the details of a file.': 'Obtener los detalles de un archivo.',
    'The status of text extraction.': 'El estado de la extracción de texto.',
    'Replace the tags or assignments of a file.': 'Sustituir las etiquetas o las asignaciones de un archivo.',
    'List the partitions of the tenant, oldest first.':
      'Listar las particiones del inquilino, de la más antigua a la más reciente.',
    'Update a partition. Its code cannot be changed.': 'Modificar una partición. Su código no se puede cambiar.',
    'Delete a partition that contains no files.': 'Eliminar una partición que no contiene archivos.',
    'Download a file, or a range of it. Files in public partitions require no authentication; others require `attachments.view`.':
      'Descargar un archivo o un intervalo de él. Los archivos de particiones públicas no requieren autenticación; los demás requieren `attachments.view`.',
    '`1` to download the file instead of displaying it.': '`1` para descargar el archivo en lugar de mostrarlo.',
    'Get an image in the requested size. Images in public partitions require no authentication; others require `attachments.view`.':
      'Obtener una imagen en el tamaño solicitado. Las imágenes de particiones públicas no requieren autenticación; las demás requieren `attachments.view`.',
    'Create a partition.': 'Crear una partición.',
  },
  pl: {
    'Partition code already exists.': 'Partycja o tym kodzie już istnieje.',
    'Partition code cannot be changed.': 'Kodu partycji nie można zmienić.',
    'Partition is in use and cannot be removed.': 'Partycja jest używana i nie można jej usunąć.',
    'Default partitions cannot be removed.': 'Domyślnych partycji nie można usunąć.',
    'File type not allowed': 'Niedozwolony typ pliku',
    'File exceeds {size} MB limit': 'Plik przekracza {size} MB',
    Partition: 'Partycja',
    Attachment: 'Plik',
    File: 'Plik',
    Attachments: 'Załączniki',
    'View attachments': 'Przeglądanie załączników',
    'Manage attachments': 'Zarządzanie załącznikami',
    Files: 'Pliki',
    'Storage by partition': 'Pamięć według partycji',
    'Bytes of all files in each partition.': 'Bajty wszystkich plików w każdej partycji.',
    'Storage by type': 'Pamięć według typu',
    'Bytes of all files of each type.': 'Bajty wszystkich plików każdego typu.',
    'Uploads a day': 'Przesłane pliki dziennie',
    'Add default partitions': 'Dodanie domyślnych partycji',
    'Create partition': 'Utworzenie partycji',
    'Delete file': 'Usunięcie pliku',
    'Delete partition': 'Usunięcie partycji',
    'Move file': 'Przeniesienie pliku',
    'Transfer files': 'Przekazanie plików',
    'Update file': 'Zmiana pliku',
    'Update partition': 'Zmiana partycji',
    'Upload file': 'Przesłanie pliku',
    'The file is broken': 'Plik jest uszkodzony',
    'The file is encrypted': 'Plik jest zaszyfrowany',
    'The file is not a spreadsheet': 'Plik nie jest arkuszem kalkulacyjnym',
    'The spreadsheet is broken': 'Arkusz kalkulacyjny jest uszkodzony',
    'The spreadsheet is too large': 'Arkusz kalkulacyjny jest za duży',
    'The spreadsheet is encrypted': 'Arkusz kalkulacyjny jest zaszyfrowany',
    "There is no sheet '{wanted}', but {names}": 'Nie ma arkusza „{wanted}”, ale są {names}',
    'The file is not valid {encoding}: choose another encoding':
      'Plik nie jest poprawnym {encoding}: wybierz inne kodowanie',
    'Line {line} is too long': 'Wiersz {line} jest za długi',
    'Line {line} is not a JSON object': 'Wiersz {line} nie jest obiektem JSON',
    'Line {line} is too long: is a quote missing?': 'Wiersz {line} jest za długi: czy brakuje cudzysłowu?',
    'The file is too long: is a quote missing?': 'Plik jest za długi: czy brakuje cudzysłowu?',
    'The file ends within quotes': 'Plik kończy się wewnątrz cudzysłowu',
    'Line {line} has a quote in the wrong place': 'W wierszu {line} cudzysłów jest w niewłaściwym miejscu',
    'The file has a quote in the wrong place': 'W pliku cudzysłów jest w niewłaściwym miejscu',
    // Properties.
    'Requires ocr': 'Tekst jest odczytywany',
    'Ocr model': 'Model rozpoznawania tekstu',
    'Partition code': 'Partycja',
    'Mime type': 'Typ pliku',
    'File size': 'Rozmiar',
    'Entity id': 'Encja',
    // Errors.
    Upload: 'Przesyłanie',
    'Another request has completed or cancelled this upload': 'Inne żądanie zakończyło lub anulowało to przesyłanie',
    'Another request has continued or cancelled this upload': 'Inne żądanie kontynuowało lub anulowało to przesyłanie',
    'The files of this tenant may take at most {most} bytes': 'Pliki tego najemcy mogą zajmować najwyżej {most} B',
    'Attachment id is required': 'Wymagany jest identyfikator pliku',
    'Unsupported media type': 'Nieobsługiwany typ mediów',
    'An image can have at most {most} pixels': 'Liczba pikseli obrazu to najwyżej {most}',
    'Failed to render image': 'Nie udało się wygenerować obrazu',
    'Too many large images are being processed': 'Przetwarzanych jest zbyt wiele dużych obrazów',
    'An image can have at most {most} bytes': 'Obraz może mieć najwyżej {most} B',
    'File not available': 'Plik jest niedostępny',
    'Invalid payload': 'Nieprawidłowa treść',
    'Invalid query': 'Nieprawidłowe parametry',
    'entityId and recordId are required': 'Wymagane są entityId i recordId',
    'Attachment partitions are managed by the environment in demo/onboarding mode.':
      'W tym trybie partycjami zarządza środowisko.',
    'Partition id is required': 'Wymagany jest identyfikator partycji',
    'Invalid size parameters': 'Nieprawidłowe parametry rozmiaru',
    'Expected multipart/form-data': 'Oczekiwano multipart/form-data',
    'An upload may have at most {most} parts; send larger ones':
      'Liczba części przesyłania to najwyżej {most}; wyślij większe',
    'The files of this tenant and its unfinished uploads may take at most {most} bytes':
      'Pliki tego najemcy i jego niedokończone przesyłania mogą zajmować najwyżej {most} B',
    'A tenant may have at most {most} unfinished uploads':
      'Liczba niedokończonych przesyłań najemcy to najwyżej {most}',
    'A part of this upload is missing': 'Brakuje części tego przesyłania',
    'The upload is longer than its declared {size} bytes': 'Przesłano więcej danych, niż zadeklarowano ({size} B)',
    'Other files are being read. Please try again in a moment.':
      'Trwa odczyt innych plików. Spróbuj ponownie za chwilę.',
    'A file can have up to {most} tags of up to {length} characters':
      'Plik może mieć do {most} tagów, każdy do {length} znaków',
    'Storage partition is not configured.': 'Partycja nie jest skonfigurowana.',
    'A public partition must be named by partitionCode.': 'Partycję publiczną należy wskazać za pomocą partitionCode.',
    'The parts tenantId and organizationId must come before the file':
      'Części tenantId i organizationId muszą poprzedzać plik',
    'entityId, recordId and file are required': 'Wymagane są entityId, recordId i file',
    // Texts of the API document.
    'Upload a file and attach it to a record.': 'Prześlij plik i załącz go do rekordu.',
    '`<module>:<entity>`, or `attachments:library`.': '`<module>:<entity>` albo `attachments:library`.',
    'For super admins. Must precede the file.': 'Dla superadministratorów. Musi poprzedzać plik.',
    'Must precede the file.': 'Musi poprzedzać plik.',
    'The key of a custom field of the entity. Its limits on files apply.':
      'Klucz pola niestandardowego encji. Obowiązują jego ograniczenia dotyczące plików.',
    "The values of the file's custom fields, as a JSON object. Alternatively, one part `cf_<key>` for each.":
      'Wartości pól niestandardowych pliku jako obiekt JSON. Można też wysłać po jednej części `cf_<key>` dla każdego pola.',
    'A JSON array of strings, or words separated by commas.':
      'Tablica JSON z tekstami lub słowa oddzielone przecinkami.',
    'A JSON array of objects `{type, id, href?, label?}`.': 'Tablica JSON z obiektami `{type, id, href?, label?}`.',
    'Start a resumable upload with the tus protocol.': 'Rozpocznij wznawialne przesyłanie protokołem tus.',
    'The size of the file in bytes.': 'Rozmiar pliku w bajtach.',
    'Pairs of a name and a Base64 value, separated by commas: `filename`, `filetype`, and the fields of a form upload.':
      'Pary złożone z nazwy i wartości w Base64, oddzielone przecinkami: `filename`, `filetype` i pola przesyłania formularzem.',
    'A checksum of the bytes: the algorithm (sha1, sha256, sha512), a space, and the hash in Base64.':
      'Suma kontrolna bajtów: algorytm (sha1, sha256, sha512), spacja i skrót w Base64.',
    'The URL of the upload.': 'Adres URL przesyłania.',
    'The number of bytes received so far.': 'Liczba bajtów odebranych do tej pory.',
    'When the upload expires unless more data arrives.': 'Kiedy przesyłanie wygasa, jeśli nie nadejdą kolejne dane.',
    'Also the id of the file once the upload is complete.': 'Także identyfikator pliku po zakończeniu przesyłania.',
    'When it expires unless more data arrives.': 'Kiedy wygasa, jeśli nie nadejdą kolejne dane.',
    'The checksum does not match the received bytes.': 'Suma kontrolna nie zgadza się z odebranymi bajtami.',
    'Get the status of a resumable upload. `HEAD` returns it in headers.':
      'Pobierz stan wznawialnego przesyłania. `HEAD` zwraca go w nagłówkach.',
    'The metadata as it was sent.': 'Metadane w postaci, w jakiej je wysłano.',
    'Append data to a resumable upload. The last byte completes the file.':
      'Dołącz dane do wznawialnego przesyłania. Ostatni bajt kończy plik.',
    'The offset of the first byte in the body.': 'Przesunięcie pierwszego bajtu treści.',
    'Cancel a resumable upload. If it is already complete, its file is kept.':
      'Anuluj wznawialne przesyłanie. Jeśli jest już zakończone, plik pozostaje.',
    'List the files of a record, newest first, with the beginning of their text. Returns up to 1,000 files unless `page` is given.':
      'Pobierz pliki rekordu, od najnowszych, z początkiem ich tekstu. Bez `page` zwraca do 1000 plików.',
    'Delete a file. Its content is kept as long as the deletion can be undone.':
      'Usuń plik. Jego zawartość pozostaje, dopóki można cofnąć usunięcie.',
    'Move files to another record of the same kind.': 'Przenieś pliki do innego rekordu tego samego rodzaju.',
    'List all files, filtered by name, text, partition or tags, with the beginning of their text.':
      'Pobierz wszystkie pliki, filtrowane według nazwy, tekstu, partycji lub tagów, z początkiem ich tekstu.',
    'A part of the file name, or words in custom fields.': 'Część nazwy pliku lub słowa w polach niestandardowych.',
    'Words in the text of the file. The best matches come first, unless `sortField` is given.':
      'Słowa w tekście pliku. Najlepsze wyniki są pierwsze, chyba że podano `sortField`.',
    'The text around the first match of `text`, as plain text.':
      'Fragment wokół pierwszego wystąpienia `text`, jako zwykły tekst.',
    'Get the details of a file.': 'Pobierz szczegóły pliku.',
    'The status of text extraction.': 'Stan wyodrębniania tekstu.',
    'Replace the tags or assignments of a file.': 'Zastąp tagi lub przypisania pliku.',
    'List the partitions of the tenant, oldest first.': 'Pobierz partycje najemcy, od najstarszych.',
    'Update a partition. Its code cannot be changed.': 'Zmień partycję. Jej kodu nie można zmienić.',
    'Delete a partition that contains no files.': 'Usuń partycję, która nie zawiera plików.',
    'Download a file, or a range of it. Files in public partitions require no authentication; others require `attachments.view`.':
      'Pobierz plik lub jego zakres. Pliki w partycjach publicznych nie wymagają uwierzytelnienia, pozostałe wymagają `attachments.view`.',
    '`1` to download the file instead of displaying it.': '`1`, aby pobrać plik zamiast go wyświetlić.',
    'Get an image in the requested size. Images in public partitions require no authentication; others require `attachments.view`.':
      'Pobierz obraz w żądanym rozmiarze. Obrazy w partycjach publicznych nie wymagają uwierzytelnienia, pozostałe wymagają `attachments.view`.',
    'Create a partition.': 'Utwórz partycję.',
  },
}
