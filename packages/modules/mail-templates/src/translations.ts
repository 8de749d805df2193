import type { Translations } from '@plinth/core/http'

/** What the module declares and throws, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Template: 'Vorlage',
    'Email Templates': 'E-Mail-Vorlagen',
    'Email templates': 'E-Mail-Vorlagen',
    'View email templates': 'E-Mail-Vorlagen ansehen',
    'Edit email templates': 'E-Mail-Vorlagen bearbeiten',
    'Create email template': 'E-Mail-Vorlage angelegt',
    'Update email template': 'E-Mail-Vorlage geändert',
    'Delete email template': 'E-Mail-Vorlage gelöscht',
    'Report email templates that no longer fit': 'Unpassende E-Mail-Vorlagen gemeldet',
    'Email templates that no longer fit': 'E-Mail-Vorlagen, die nicht mehr passen',
    'There is a template for this email and language already.':
      'Für diese E-Mail gibt es in dieser Sprache schon eine Vorlage.',
    'There is no such email': 'Diese E-Mail gibt es nicht',
    'The platform does not have this language': 'Die Plattform hat diese Sprache nicht',
    'Email templates apply to the whole tenant.': 'E-Mail-Vorlagen gelten für den ganzen Mandanten.',
    'The template has errors': 'Die Vorlage hat Fehler',
    'A test is sent to the email address of an account.': 'Ein Test geht an die E-Mail-Adresse eines Kontos.',
    'The email could not be handed over.': 'Die E-Mail ließ sich nicht übergeben.',
    'This email is not about a record.': 'Diese E-Mail handelt von keinem Datensatz.',
    'Line {line}, column {column}: this email has no value "{name}"':
      'Zeile {line}, Spalte {column}: diese E-Mail hat keinen Wert „{name}“',
    'Line {line}, column {column}: a brace must be followed by the name of a value and another brace':
      'Zeile {line}, Spalte {column}: auf eine geschweifte Klammer müssen der Name eines Wertes und noch eine folgen',
    'Line {line}, column {column}: "{name}" is not a link': 'Zeile {line}, Spalte {column}: „{name}“ ist kein Link',
    'Line {line}, column {column}: there are more than {count} values':
      'Zeile {line}, Spalte {column}: es sind mehr als {count} Werte',
    'Line {line}, column {column}: the value "{name}" is missing':
      'Zeile {line}, Spalte {column}: der Wert „{name}“ fehlt',
    'Line {line}, column {column}: <{name}> is not allowed':
      'Zeile {line}, Spalte {column}: <{name}> ist nicht erlaubt',
    'Line {line}, column {column}: the attribute "{name}" of <{element}> is not allowed':
      'Zeile {line}, Spalte {column}: das Attribut „{name}“ von <{element}> ist nicht erlaubt',
    'Line {line}, column {column}: comments are not allowed':
      'Zeile {line}, Spalte {column}: Kommentare sind nicht erlaubt',
    'Line {line}, column {column}: only what stands within <body> is needed':
      'Zeile {line}, Spalte {column}: nur was in <body> steht, wird gebraucht',
    'Line {line}, column {column}: a link must be a value that is a link, or begin with http:, https: or mailto:':
      'Zeile {line}, Spalte {column}: ein Link muss ein Wert sein, der ein Link ist, oder mit http:, https: oder mailto: beginnen',
    'Line {line}, column {column}: an image must begin with https:':
      'Zeile {line}, Spalte {column}: ein Bild muss mit https: beginnen',
    'Line {line}, column {column}: a value can only stand in texts and in links':
      'Zeile {line}, Spalte {column}: ein Wert kann nur in Texten und Links stehen',
    'Line {line}, column {column}: the style "{name}" is not allowed':
      'Zeile {line}, Spalte {column}: der Stil „{name}“ ist nicht erlaubt',
    'Line {line}, column {column}: the value of the style "{name}" is not allowed':
      'Zeile {line}, Spalte {column}: der Wert des Stils „{name}“ ist nicht erlaubt',
    'Line {line}, column {column}: elements are nested deeper than {depth}':
      'Zeile {line}, Spalte {column}: Elemente sind tiefer als {depth} verschachtelt',
    // Properties.
    Mail: 'E-Mail',
    Subject: 'Betreff',
    Html: 'HTML',
    // Texts of the API document.
    'List the texts that the tenant has written.': 'Texte auflisten, die der Mandant geschrieben hat.',
    'Replace the declared text of an email in a language.': 'Vorgegebenen Text einer E-Mail in einer Sprache ersetzen.',
    'Update an email template.': 'E-Mail-Vorlage ändern.',
    'Delete a text, so that the declared one is used again.': 'Text löschen, sodass wieder der vorgegebene gilt.',
    'List the emails whose texts can be edited.': 'E-Mails auflisten, deren Texte geändert werden können.',
    'Read the values and the texts of an email.': 'Werte und Texte einer E-Mail lesen.',
    'Show an email with examples or the values of a record. Nothing is stored or sent.':
      'E-Mail mit Beispielen oder den Werten eines Datensatzes zeigen. Nichts wird gespeichert oder gesendet.',
    'Send an email that is not stored yet to yourself.': 'Noch nicht gespeicherte E-Mail an sich selbst senden.',
    'What stands within `<body>`. Without it, the paragraphs and links of `text` are used.':
      'Was in `<body>` steht. Ohne dies dienen die Absätze und Links von `text`.',
    'The record whose values are used, instead of examples.': 'Der Datensatz, dessen Werte statt der Beispiele dienen.',
  },
  es: {
    Template: 'Plantilla',
    'Email Templates': 'Plantillas de correo',
    'Email templates': 'Plantillas de correo',
    'View email templates': 'Ver plantillas de correo',
    'Edit email templates': 'Editar plantillas de correo',
    'Create email template': 'Crear plantilla de correo',
    'Update email template': 'Modificar plantilla de correo',
    'Delete email template': 'Eliminar plantilla de correo',
    'Report email templates that no longer fit': 'Avisar de plantillas de correo no válidas',
    'Email templates that no longer fit': 'Plantillas de correo que ya no son válidas',
    'There is a template for this email and language already.': 'Ya hay una plantilla para este correo en este idioma.',
    'There is no such email': 'No existe este correo',
    'The platform does not have this language': 'La plataforma no tiene este idioma',
    'Email templates apply to the whole tenant.': 'Las plantillas de correo se aplican a todo el inquilino.',
    'The template has errors': 'La plantilla tiene errores',
    'A test is sent to the email address of an account.': 'La prueba se envía a la dirección de correo de una cuenta.',
    'The email could not be handed over.': 'No se pudo entregar el correo.',
    'This email is not about a record.': 'Este correo no trata de un registro.',
    'Line {line}, column {column}: this email has no value "{name}"':
      'Línea {line}, columna {column}: este correo no tiene el valor «{name}»',
    'Line {line}, column {column}: a brace must be followed by the name of a value and another brace':
      'Línea {line}, columna {column}: tras una llave deben ir el nombre de un valor y otra llave',
    'Line {line}, column {column}: "{name}" is not a link': 'Línea {line}, columna {column}: «{name}» no es un enlace',
    'Line {line}, column {column}: there are more than {count} values':
      'Línea {line}, columna {column}: hay más de {count} valores',
    'Line {line}, column {column}: the value "{name}" is missing':
      'Línea {line}, columna {column}: falta el valor «{name}»',
    'Line {line}, column {column}: <{name}> is not allowed':
      'Línea {line}, columna {column}: <{name}> no está permitido',
    'Line {line}, column {column}: the attribute "{name}" of <{element}> is not allowed':
      'Línea {line}, columna {column}: el atributo «{name}» de <{element}> no está permitido',
    'Line {line}, column {column}: comments are not allowed':
      'Línea {line}, columna {column}: no se permiten comentarios',
    'Line {line}, column {column}: only what stands within <body> is needed':
      'Línea {line}, columna {column}: solo hace falta lo que está dentro de <body>',
    'Line {line}, column {column}: a link must be a value that is a link, or begin with http:, https: or mailto:':
      'Línea {line}, columna {column}: un enlace debe ser un valor que sea un enlace o empezar por http:, https: o mailto:',
    'Line {line}, column {column}: an image must begin with https:':
      'Línea {line}, columna {column}: una imagen debe empezar por https:',
    'Line {line}, column {column}: a value can only stand in texts and in links':
      'Línea {line}, columna {column}: un valor solo puede estar en textos y enlaces',
    'Line {line}, column {column}: the style "{name}" is not allowed':
      'Línea {line}, columna {column}: el estilo «{name}» no está permitido',
    'Line {line}, column {column}: the value of the style "{name}" is not allowed':
      'Línea {line}, columna {column}: el valor del estilo «{name}» no está permitido',
    'Line {line}, column {column}: elements are nested deeper than {depth}':
      'Línea {line}, columna {column}: los elementos están anidados a más de {depth} niveles',
    // Properties.
    Mail: 'Correo',
    Subject: 'Asunto',
    Html: 'HTML',
    // Texts of the API document.
    'List the texts that the tenant has written.': 'Listar los textos que ha escrito el inquilino.',
    'Replace the declared text of an email in a language.': 'Sustituir el texto declarado de un correo en un idioma.',
    'What stands within `<body>`. Without it, the paragraphs and links of `text` are used.':
      'Lo que va dentro de `<body>`. Si falta, se usan los párrafos y enlaces de `text`.',
    'Update an email template.': 'Modificar una plantilla de correo.',
    'Delete a text, so that the declared one is used again.':
      'Eliminar un texto, de modo que se vuelva a usar el declarado.',
    'List the emails whose texts can be edited.': 'Listar los correos cuyos textos se pueden editar.',
    'Read the values and the texts of an email.': 'Leer los valores y los textos de un correo.',
    'Show an email with examples or the values of a record. Nothing is stored or sent.':
      'Mostrar un correo con ejemplos o con los valores de un registro. No se guarda ni se envía nada.',
    'The record whose values are used, instead of examples.': 'El registro cuyos valores se usan en lugar de ejemplos.',
    'Send an email that is not stored yet to yourself.': 'Enviarse a sí mismo un correo que aún no se ha guardado.',
  },
  pl: {
    Template: 'Szablon',
    'Email Templates': 'Szablony wiadomości',
    'Email templates': 'Szablony wiadomości',
    'View email templates': 'Przeglądanie szablonów wiadomości',
    'Edit email templates': 'Edytowanie szablonów wiadomości',
    'Create email template': 'Utworzenie szablonu wiadomości',
    'Update email template': 'Zmiana szablonu wiadomości',
    'Delete email template': 'Usunięcie szablonu wiadomości',
    'Report email templates that no longer fit': 'Zgłoszenie niepasujących szablonów wiadomości',
    'Email templates that no longer fit': 'Szablony wiadomości, które już nie pasują',
    'There is a template for this email and language already.': 'Szablon tej wiadomości w tym języku już istnieje.',
    'There is no such email': 'Nie ma takiej wiadomości',
    'The platform does not have this language': 'Platforma nie ma tego języka',
    'Email templates apply to the whole tenant.': 'Szablony wiadomości dotyczą całego najemcy.',
    'The template has errors': 'Szablon zawiera błędy',
    'A test is sent to the email address of an account.': 'Wiadomość próbna trafia na adres e-mail konta.',
    'The email could not be handed over.': 'Nie udało się przekazać wiadomości.',
    'This email is not about a record.': 'Ta wiadomość nie dotyczy rekordu.',
    'Line {line}, column {column}: this email has no value "{name}"':
      'Wiersz {line}, kolumna {column}: ta wiadomość nie ma wartości „{name}”',
    'Line {line}, column {column}: a brace must be followed by the name of a value and another brace':
      'Wiersz {line}, kolumna {column}: po nawiasie klamrowym musi być nazwa wartości i drugi nawias',
    'Line {line}, column {column}: "{name}" is not a link':
      'Wiersz {line}, kolumna {column}: „{name}” nie jest linkiem',
    'Line {line}, column {column}: there are more than {count} values':
      'Wiersz {line}, kolumna {column}: jest więcej niż {count} wartości',
    'Line {line}, column {column}: the value "{name}" is missing':
      'Wiersz {line}, kolumna {column}: brakuje wartości „{name}”',
    'Line {line}, column {column}: <{name}> is not allowed':
      'Wiersz {line}, kolumna {column}: <{name}> jest niedozwolone',
    'Line {line}, column {column}: the attribute "{name}" of <{element}> is not allowed':
      'Wiersz {line}, kolumna {column}: atrybut „{name}” elementu <{element}> jest niedozwolony',
    'Line {line}, column {column}: comments are not allowed':
      'Wiersz {line}, kolumna {column}: komentarze są niedozwolone',
    'Line {line}, column {column}: only what stands within <body> is needed':
      'Wiersz {line}, kolumna {column}: potrzebne jest tylko to, co w <body>',
    'Line {line}, column {column}: a link must be a value that is a link, or begin with http:, https: or mailto:':
      'Wiersz {line}, kolumna {column}: link musi być wartością, która jest linkiem, albo zaczynać się od http:, https: lub mailto:',
    'Line {line}, column {column}: an image must begin with https:':
      'Wiersz {line}, kolumna {column}: obraz musi zaczynać się od https:',
    'Line {line}, column {column}: a value can only stand in texts and in links':
      'Wiersz {line}, kolumna {column}: wartość może być tylko w tekście i w linku',
    'Line {line}, column {column}: the style "{name}" is not allowed':
      'Wiersz {line}, kolumna {column}: styl „{name}” jest niedozwolony',
    'Line {line}, column {column}: the value of the style "{name}" is not allowed':
      'Wiersz {line}, kolumna {column}: wartość stylu „{name}” jest niedozwolona',
    'Line {line}, column {column}: elements are nested deeper than {depth}':
      'Wiersz {line}, kolumna {column}: elementy są zagnieżdżone głębiej niż {depth}',
    // Properties.
    Mail: 'Wiadomość',
    Subject: 'Temat',
    Html: 'HTML',
    // Texts of the API document.
    'List the texts that the tenant has written.': 'Pobierz teksty napisane przez najemcę.',
    'Replace the declared text of an email in a language.': 'Zastąp zadeklarowany tekst wiadomości w danym języku.',
    'What stands within `<body>`. Without it, the paragraphs and links of `text` are used.':
      'Zawartość `<body>`. Bez niej używane są akapity i linki z `text`.',
    'Update an email template.': 'Zmień szablon wiadomości.',
    'Delete a text, so that the declared one is used again.': 'Usuń tekst, aby znów był używany tekst zadeklarowany.',
    'List the emails whose texts can be edited.': 'Pobierz wiadomości, których teksty można edytować.',
    'Read the values and the texts of an email.': 'Odczytaj wartości i teksty wiadomości.',
    'Show an email with examples or the values of a record. Nothing is stored or sent.':
      'Pokaż wiadomość z przykładami lub z wartościami rekordu. Nic nie jest zapisywane ani wysyłane.',
    'The record whose values are used, instead of examples.': 'Rekord, którego wartości są używane zamiast przykładów.',
    'Send an email that is not stored yet to yourself.': 'Wyślij sobie wiadomość, która nie jest jeszcze zapisana.',
  },
}
