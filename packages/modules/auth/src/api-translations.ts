import type { Translations } from '@plinth/core/http'

/** Texts of the API document, in German, Spanish and Polish. */
export const apiTranslations = {
  de: {
    'List the users that the caller can see.': 'Benutzer auflisten, die der Aufrufer sehen darf.',
    'Create a user with a password, or invite them by email.':
      'Benutzer mit einem Passwort anlegen oder per E-Mail einladen.',
    'Update the email address, password, organization or roles of a user, or deactivate them.':
      'E-Mail-Adresse, Passwort, Organisation oder Rollen eines Benutzers ändern, oder ihn deaktivieren.',
    'Delete a user.': 'Benutzer löschen.',
    'List the roles of the tenant, and those that all tenants share.':
      'Rollen des Mandanten auflisten, und die aller Mandanten.',
    'Create a role. A role that a super admin creates without a tenant is shared by all tenants.':
      'Rolle anlegen. Eine Rolle, die ein Superadministrator ohne Mandant anlegt, haben alle Mandanten.',
    'Rename a role.': 'Rolle umbenennen.',
    'Delete a role that no user has.': 'Rolle löschen, die kein Benutzer hat.',
    'List the teams of the tenant.': 'Teams des Mandanten auflisten.',
    'Create a team.': 'Team anlegen.',
    'Update a team.': 'Team ändern.',
    'Delete a team.': 'Team löschen.',
    "List the caller's own views of lists, and those that are shared with them.":
      'Eigene Ansichten von Listen auflisten, und die, die mit dem Aufrufer geteilt sind.',
    'Create a view.': 'Ansicht anlegen.',
    'Update a view.': 'Ansicht ändern.',
    'Delete a view.': 'Ansicht löschen.',
    'Give all records that a user owns to another user, such as those of somebody who leaves.':
      'Alle Datensätze eines Benutzers einem anderen geben, etwa wenn jemand ausscheidet.',
    'Get the permissions that a user has instead of those of their roles.':
      'Berechtigungen lesen, die ein Benutzer statt derer seiner Rollen hat.',
    'Set permissions that a user has instead of those of their roles, or remove them.':
      'Berechtigungen festlegen, die ein Benutzer statt derer seiner Rollen hat, oder sie entfernen.',
    'Get the permissions of a role.': 'Berechtigungen einer Rolle lesen.',
    'Update the permissions of a role.': 'Berechtigungen einer Rolle ändern.',
    'Get the row policies of the permissions that a user has instead of those of their roles.':
      'Zeilenregeln der Berechtigungen lesen, die ein Benutzer statt derer seiner Rollen hat.',
    'Replace the row policies of the permissions that a user has instead of those of their roles.':
      'Zeilenregeln der Berechtigungen ersetzen, die ein Benutzer statt derer seiner Rollen hat.',
    'Get the row policies of a role.': 'Zeilenregeln einer Rolle lesen.',
    'Replace the row policies of a role: which rows its permissions are about.':
      'Zeilenregeln einer Rolle ersetzen: welche Zeilen ihre Berechtigungen betreffen.',
    'List the kinds of resources whose rows can be restricted, and the fields that conditions can compare.':
      'Arten von Ressourcen auflisten, deren Zeilen beschränkt werden können, und die Felder, die Bedingungen vergleichen können.',
    'Try row policies of a role before they are saved: how many rows they would leave, for up to five people.':
      'Zeilenregeln einer Rolle vor dem Speichern ausprobieren: wie viele Zeilen bleiben, für bis zu fünf Personen.',
    'Get the field policies of the permissions that a user has instead of those of their roles.':
      'Feldregeln der Berechtigungen lesen, die ein Benutzer statt derer seiner Rollen hat.',
    'Replace the field policies of the permissions that a user has instead of those of their roles.':
      'Feldregeln der Berechtigungen ersetzen, die ein Benutzer statt derer seiner Rollen hat.',
    'Get the field policies of a role.': 'Feldregeln einer Rolle lesen.',
    'Replace the field policies of a role: which properties it may read and write.':
      'Feldregeln einer Rolle ersetzen: welche Eigenschaften sie lesen und schreiben darf.',
    'List the kinds of resources whose fields can be restricted, and the names that policies can list.':
      'Arten von Ressourcen auflisten, deren Felder beschränkt werden können, und die Namen, die Regeln nennen können.',
    'Export a role with its permissions and policies as one document.':
      'Rolle mit Berechtigungen und Regeln als ein Dokument exportieren.',
    'Create a role from an exported document, or replace the permissions and policies of one.':
      'Rolle aus einem exportierten Dokument anlegen, oder Berechtigungen und Regeln einer Rolle ersetzen.',
    'List the members of teams that the caller can see.':
      'Mitglieder von Teams auflisten, die der Aufrufer sehen darf.',
    'Add people to a team, and take others out of it.': 'Personen in ein Team aufnehmen und andere herausnehmen.',
    'Check which of the given features the caller has.':
      'Prüfen, welche der genannten Berechtigungen der Aufrufer hat.',
    'List the features of all modules.': 'Berechtigungen aller Module auflisten.',
    'Explain why a user has or lacks a feature, and may see, change and delete a record: which role, permission, restriction or row policy decides.':
      'Erklären, warum ein Benutzer eine Berechtigung hat oder nicht hat und einen Datensatz sehen, ändern und löschen darf: welche Rolle, Berechtigung, Beschränkung oder Zeilenregel entscheidet.',
    'List policies, rules, charts, views, exports and webhook endpoints that name a field which is gone, or which their owner may not read any more.':
      'Regeln, Diagramme, Ansichten, Exporte und Webhook-Endpunkte auflisten, die ein Feld nennen, das es nicht mehr gibt oder das ihr Besitzer nicht mehr lesen darf.',
    '`gone` if nobody can read the field any more, `hidden` if policies hide it from the owner.':
      '`gone`, wenn niemand das Feld mehr lesen kann, `hidden`, wenn Regeln es vor dem Besitzer verbergen.',
    'List the users who have a feature, what grants it to them, and what they may do to a record.':
      'Benutzer auflisten, die eine Berechtigung haben, was sie ihnen gibt und was sie mit einem Datensatz tun dürfen.',
    'Sign in with an email address and a password to get an access token.':
      'Mit E-Mail-Adresse und Passwort anmelden, um ein Zugriffstoken zu erhalten.',
    'Sign out, clear the cookies and redirect to the sign-in page.':
      'Abmelden, die Cookies löschen und zur Anmeldeseite weiterleiten.',
    'Request an email with a link to reset the password. The response does not reveal whether the account exists.':
      'E-Mail mit einem Link zum Zurücksetzen des Passworts anfordern. Die Antwort verrät nicht, ob es das Konto gibt.',
    'Set a new password with the token from an email.': 'Neues Passwort mit dem Token aus einer E-Mail setzen.',
    'Exchange a refresh token for an access token.': 'Auffrischungstoken gegen ein Zugriffstoken tauschen.',
    'Renew the access cookie and redirect back to the page that the browser came from.':
      'Zugriffscookie erneuern und zur Seite zurückleiten, von der der Browser kam.',
    'Get the language of this browser, or set it with `locale`.':
      'Sprache dieses Browsers lesen, oder mit `locale` setzen.',
    'Set the language of this browser.': 'Sprache dieses Browsers setzen.',
    'Get the profile of the signed-in user. API keys have none (400); use `/auth/feature-check` to get their id and features.':
      'Profil des angemeldeten Benutzers lesen. API-Schlüssel haben keines (400); ihre Id und Berechtigungen nennt `/auth/feature-check`.',
    "Update the caller's own email address or password.": 'Eigene E-Mail-Adresse oder eigenes Passwort ändern.',
    "Get the caller's own time zone, language, first day of the week and currency. Null means that the setting of the tenant applies.":
      'Eigene Zeitzone, Sprache, ersten Wochentag und Währung lesen. Null heißt, dass die Einstellung des Mandanten gilt.',
    "Update the caller's own time zone, language, first day of the week or currency. Null restores the setting of the tenant.":
      'Eigene Zeitzone, Sprache, ersten Wochentag oder Währung ändern. Null stellt die Einstellung des Mandanten wieder her.',
    'Complete a sign-in with a second factor.': 'Anmeldung mit einem zweiten Faktor abschließen.',
    'Set up an authenticator app during a sign-in that requires one.':
      'Authenticator-App während einer Anmeldung einrichten, die eine verlangt.',
    'Get the options for `navigator.credentials.get`, to sign in with a passkey.':
      'Optionen für `navigator.credentials.get` lesen, um sich mit einem Passkey anzumelden.',
    'Sign in with a passkey.': 'Mit einem Passkey anmelden.',
    "Verify the caller's identity again after an operation returned `403 verification_required`.":
      'Identität des Aufrufers erneut bestätigen, nachdem ein Vorgang `403 verification_required` zurückgab.',
    "List the caller's second factors, and which ones the organization requires.":
      'Eigene zweite Faktoren auflisten, und welche die Organisation verlangt.',
    'Get a key for a new authenticator app. Its first code confirms it.':
      'Schlüssel für eine neue Authenticator-App lesen. Ihr erster Code bestätigt sie.',
    'Add an authenticator app by confirming its first code.':
      'Authenticator-App hinzufügen, indem ihr erster Code bestätigt wird.',
    'Get the options for `navigator.credentials.create`, to add a passkey.':
      'Optionen für `navigator.credentials.create` lesen, um einen Passkey hinzuzufügen.',
    'Add a passkey.': 'Passkey hinzufügen.',
    'Create new recovery codes, which replace the previous ones. They are shown only once.':
      'Neue Wiederherstellungscodes erzeugen, die die bisherigen ersetzen. Sie werden nur einmal gezeigt.',
    'Remove a second factor. Requires confirmation with another factor or a recovery code.':
      'Zweiten Faktor entfernen. Erfordert eine Bestätigung mit einem anderen Faktor oder einem Wiederherstellungscode.',
    'List the second factors of a user.': 'Zweite Faktoren eines Benutzers auflisten.',
    "Reset the second factors of a user who has lost them. Ends all of the user's sessions.":
      'Zweite Faktoren eines Benutzers zurücksetzen, der sie verloren hat. Beendet alle seine Sitzungen.',
    'List the sign-in policies of the organization: those for all users and those for roles.':
      'Anmelderegeln der Organisation auflisten: die für alle Benutzer und die für Rollen.',
    'Update a sign-in policy of the organization.': 'Anmelderegel der Organisation ändern.',
    "List the caller's sessions.": 'Eigene Sitzungen auflisten.',
    "End one of the caller's other sessions, or all of them.": 'Eine der anderen eigenen Sitzungen beenden, oder alle.',
    "List successful and failed sign-ins to the caller's account in the last 30 days.":
      'Erfolgreiche und fehlgeschlagene Anmeldungen am eigenen Konto in den letzten 30 Tagen auflisten.',
    'List the sessions of a user.': 'Sitzungen eines Benutzers auflisten.',
    'End one session of a user, or all of them.': 'Eine Sitzung eines Benutzers beenden, oder alle.',
    'List successful and failed sign-ins of a user in the last 30 days.':
      'Erfolgreiche und fehlgeschlagene Anmeldungen eines Benutzers in den letzten 30 Tagen auflisten.',
    'View the platform as a user sees it, read-only and for at most an hour. Sets a cookie that counts with the current session.':
      'Plattform ansehen, wie ein Benutzer sie sieht, nur lesend und höchstens eine Stunde lang. Setzt ein Cookie, das mit der laufenden Sitzung gilt.',
    'Stop viewing the platform as another user.': 'Plattform nicht mehr als ein anderer Benutzer ansehen.',
    'Resend the invitation to a user who has not set a password yet.':
      'Einladung erneut an einen Benutzer senden, der noch kein Passwort gesetzt hat.',
    'List the consents of a user.': 'Einwilligungen eines Benutzers auflisten.',
    "List the caller's own consents.": 'Eigene Einwilligungen auflisten.',
    'Get the navigation of the back office as the caller sees it.': 'Navigation lesen, wie der Aufrufer sie sieht.',
    "Get the caller's sidebar preferences, and the roles for which the caller can set them.":
      'Eigene Einstellungen der Seitenleiste lesen, und die Rollen, für die der Aufrufer sie festlegen kann.',
    'Get the sidebar preferences that apply to the caller: their own, combined with those of their roles.':
      'Geltende Einstellungen der Seitenleiste lesen: die eigenen, zusammen mit denen der Rollen.',
    'Replace the sidebar preferences of the caller, and optionally those of roles.':
      'Eigene Einstellungen der Seitenleiste ersetzen, und auf Wunsch die von Rollen.',
    'Get the views with which lists open for the caller, one for each list that has one.':
      'Ansichten lesen, mit denen sich Listen für den Aufrufer öffnen, je Liste eine.',
    'The kind of a record, such as `catalog.product`.': 'Die Art eines Datensatzes, etwa `catalog.product`.',
  },
  es: {
    'List the users that the caller can see.': 'Listar los usuarios que puede ver quien llama.',
    'Create a user with a password, or invite them by email.':
      'Crear un usuario con contraseña o invitarlo por correo.',
    'Update the email address, password, organization or roles of a user, or deactivate them.':
      'Modificar la dirección de correo, la contraseña, la organización o los roles de un usuario, o desactivarlo.',
    'List the roles of the tenant, and those that all tenants share.':
      'Listar los roles del inquilino y los que comparten todos los inquilinos.',
    'Create a role. A role that a super admin creates without a tenant is shared by all tenants.':
      'Crear un rol. Un rol que crea un superadministrador sin inquilino es común a todos los inquilinos.',
    'Rename a role.': 'Cambiar el nombre de un rol.',
    'Delete a role that no user has.': 'Eliminar un rol que no tiene ningún usuario.',
    'List the teams of the tenant.': 'Listar los equipos del inquilino.',
    "List the caller's own views of lists, and those that are shared with them.":
      'Listar las vistas de listas propias y las compartidas con quien llama.',
    'Give all records that a user owns to another user, such as those of somebody who leaves.':
      'Traspasar todos los registros de un usuario a otro, por ejemplo cuando alguien deja la empresa.',
    'Get the permissions that a user has instead of those of their roles.':
      'Obtener los permisos que tiene un usuario en lugar de los de sus roles.',
    'Set permissions that a user has instead of those of their roles, or remove them.':
      'Definir los permisos que tiene un usuario en lugar de los de sus roles, o quitarlos.',
    'Get the permissions of a role.': 'Obtener los permisos de un rol.',
    'Update the permissions of a role.': 'Modificar los permisos de un rol.',
    'Get the row policies of the permissions that a user has instead of those of their roles.':
      'Obtener las políticas de filas de los permisos que tiene un usuario en lugar de los de sus roles.',
    'Replace the row policies of the permissions that a user has instead of those of their roles.':
      'Sustituir las políticas de filas de los permisos que tiene un usuario en lugar de los de sus roles.',
    'Get the row policies of a role.': 'Obtener las políticas de filas de un rol.',
    'Replace the row policies of a role: which rows its permissions are about.':
      'Sustituir las políticas de filas de un rol: a qué filas se refieren sus permisos.',
    'List the kinds of resources whose rows can be restricted, and the fields that conditions can compare.':
      'Listar los tipos de recursos cuyas filas se pueden restringir y los campos que pueden comparar las condiciones.',
    'Try row policies of a role before they are saved: how many rows they would leave, for up to five people.':
      'Probar las políticas de filas de un rol antes de guardarlas: cuántas filas dejarían, para un máximo de cinco personas.',
    'Get the field policies of the permissions that a user has instead of those of their roles.':
      'Obtener las políticas de campos de los permisos que tiene un usuario en lugar de los de sus roles.',
    'Replace the field policies of the permissions that a user has instead of those of their roles.':
      'Sustituir las políticas de campos de los permisos que tiene un usuario en lugar de los de sus roles.',
    'Get the field policies of a role.': 'Obtener las políticas de campos de un rol.',
    'Replace the field policies of a role: which properties it may read and write.':
      'Sustituir las políticas de campos de un rol: qué propiedades puede leer y escribir.',
    'List the kinds of resources whose fields can be restricted, and the names that policies can list.':
      'Listar los tipos de recursos cuyos campos se pueden restringir y los nombres que pueden indicar las políticas.',
    'Export a role with its permissions and policies as one document.':
      'Exportar un rol con sus permisos y políticas como un solo documento.',
    'Create a role from an exported document, or replace the permissions and policies of one.':
      'Crear un rol a partir de un documento exportado, o sustituir los permisos y las políticas de un rol.',
    'List the members of teams that the caller can see.':
      'Listar los miembros de los equipos que puede ver quien llama.',
    'Add people to a team, and take others out of it.': 'Añadir personas a un equipo y sacar a otras de él.',
    'Check which of the given features the caller has.':
      'Comprobar cuáles de los permisos indicados tiene quien llama.',
    'List the features of all modules.': 'Listar los permisos de todos los módulos.',
    'Explain why a user has or lacks a feature, and may see, change and delete a record: which role, permission, restriction or row policy decides.':
      'Explicar por qué un usuario tiene o no tiene un permiso y puede ver, modificar y eliminar un registro: qué rol, permiso, restricción o política de filas lo decide.',
    'The kind of a record, such as `catalog.product`.': 'El tipo de un registro, como `catalog.product`.',
    'List policies, rules, charts, views, exports and webhook endpoints that name a field which is gone, or which their owner may not read any more.':
      'Listar políticas, reglas, gráficos, vistas, exportaciones y destinos de webhook que nombran un campo que ya no existe o que su propietario ya no puede leer.',
    '`gone` if nobody can read the field any more, `hidden` if policies hide it from the owner.':
      '`gone` si nadie puede leer ya el campo, `hidden` si las políticas lo ocultan al propietario.',
    'List the users who have a feature, what grants it to them, and what they may do to a record.':
      'Listar los usuarios que tienen un permiso, qué se lo concede y qué pueden hacer con un registro.',
    'Sign in with an email address and a password to get an access token.':
      'Iniciar sesión con una dirección de correo y una contraseña para obtener un token de acceso.',
    'Sign out, clear the cookies and redirect to the sign-in page.':
      'Cerrar la sesión, borrar las cookies y redirigir a la página de inicio de sesión.',
    'Request an email with a link to reset the password. The response does not reveal whether the account exists.':
      'Solicitar un correo con un enlace para restablecer la contraseña. La respuesta no revela si la cuenta existe.',
    'Set a new password with the token from an email.': 'Establecer una contraseña nueva con el token de un correo.',
    'Exchange a refresh token for an access token.': 'Canjear un token de actualización por un token de acceso.',
    'Renew the access cookie and redirect back to the page that the browser came from.':
      'Renovar la cookie de acceso y redirigir a la página de la que venía el navegador.',
    'Get the language of this browser, or set it with `locale`.':
      'Obtener el idioma de este navegador o definirlo con `locale`.',
    'Set the language of this browser.': 'Definir el idioma de este navegador.',
    'Get the profile of the signed-in user. API keys have none (400); use `/auth/feature-check` to get their id and features.':
      'Obtener el perfil del usuario que ha iniciado sesión. Las claves de API no tienen perfil (400); su identificador y sus permisos se obtienen con `/auth/feature-check`.',
    "Update the caller's own email address or password.": 'Modificar la dirección de correo o la contraseña propias.',
    "Get the caller's own time zone, language, first day of the week and currency. Null means that the setting of the tenant applies.":
      'Obtener la zona horaria, el idioma, el primer día de la semana y la moneda propios. Null significa que se aplica el ajuste del inquilino.',
    "Update the caller's own time zone, language, first day of the week or currency. Null restores the setting of the tenant.":
      'Modificar la zona horaria, el idioma, el primer día de la semana o la moneda propios. Null restablece el ajuste del inquilino.',
    'Complete a sign-in with a second factor.': 'Completar un inicio de sesión con un segundo factor.',
    'Set up an authenticator app during a sign-in that requires one.':
      'Configurar una aplicación de autenticación durante un inicio de sesión que la exige.',
    'Get the options for `navigator.credentials.get`, to sign in with a passkey.':
      'Obtener las opciones para `navigator.credentials.get`, para iniciar sesión con una llave de acceso.',
    'Sign in with a passkey.': 'Iniciar sesión con una llave de acceso.',
    "Verify the caller's identity again after an operation returned `403 verification_required`.":
      'Volver a verificar la identidad de quien llama después de que una operación haya devuelto `403 verification_required`.',
    "List the caller's second factors, and which ones the organization requires.":
      'Listar los segundos factores propios y cuáles exige la organización.',
    'Get a key for a new authenticator app. Its first code confirms it.':
      'Obtener una clave para una aplicación de autenticación nueva. Se confirma con su primer código.',
    'Add an authenticator app by confirming its first code.':
      'Añadir una aplicación de autenticación confirmando su primer código.',
    'Get the options for `navigator.credentials.create`, to add a passkey.':
      'Obtener las opciones para `navigator.credentials.create`, para añadir una llave de acceso.',
    'Add a passkey.': 'Añadir una llave de acceso.',
    'Create new recovery codes, which replace the previous ones. They are shown only once.':
      'Crear códigos de recuperación nuevos, que sustituyen a los anteriores. Solo se muestran una vez.',
    'Remove a second factor. Requires confirmation with another factor or a recovery code.':
      'Quitar un segundo factor. Requiere la confirmación con otro factor o con un código de recuperación.',
    'List the second factors of a user.': 'Listar los segundos factores de un usuario.',
    "Reset the second factors of a user who has lost them. Ends all of the user's sessions.":
      'Restablecer los segundos factores de un usuario que los ha perdido. Finaliza todas sus sesiones.',
    'List the sign-in policies of the organization: those for all users and those for roles.':
      'Listar las políticas de inicio de sesión de la organización: las de todos los usuarios y las de los roles.',
    'Update a sign-in policy of the organization.': 'Modificar una política de inicio de sesión de la organización.',
    "List the caller's sessions.": 'Listar las sesiones propias.',
    "End one of the caller's other sessions, or all of them.": 'Finalizar otra de las sesiones propias, o todas.',
    "List successful and failed sign-ins to the caller's account in the last 30 days.":
      'Listar los inicios de sesión correctos y fallidos en la cuenta propia de los últimos 30 días.',
    'List the sessions of a user.': 'Listar las sesiones de un usuario.',
    'End one session of a user, or all of them.': 'Finalizar una sesión de un usuario, o todas.',
    'List successful and failed sign-ins of a user in the last 30 days.':
      'Listar los inicios de sesión correctos y fallidos de un usuario en los últimos 30 días.',
    'View the platform as a user sees it, read-only and for at most an hour. Sets a cookie that counts with the current session.':
      'Ver la plataforma como la ve un usuario, solo en modo de lectura y durante una hora como máximo. Establece una cookie que vale con la sesión actual.',
    'Stop viewing the platform as another user.': 'Dejar de ver la plataforma como otro usuario.',
    'Resend the invitation to a user who has not set a password yet.':
      'Reenviar la invitación a un usuario que aún no ha establecido una contraseña.',
    'List the consents of a user.': 'Listar los consentimientos de un usuario.',
    "List the caller's own consents.": 'Listar los consentimientos propios.',
    'Get the navigation of the back office as the caller sees it.':
      'Obtener la navegación de la aplicación tal como la ve quien llama.',
    "Get the caller's sidebar preferences, and the roles for which the caller can set them.":
      'Obtener las preferencias de la barra lateral propias y los roles para los que quien llama puede definirlas.',
    'Get the sidebar preferences that apply to the caller: their own, combined with those of their roles.':
      'Obtener las preferencias de la barra lateral que se aplican a quien llama: las propias, combinadas con las de sus roles.',
    'Replace the sidebar preferences of the caller, and optionally those of roles.':
      'Sustituir las preferencias de la barra lateral propias y, opcionalmente, las de roles.',
    'Get the views with which lists open for the caller, one for each list that has one.':
      'Obtener las vistas con las que se abren las listas para quien llama, una por cada lista que tenga alguna.',
    'Delete a user.': 'Eliminar un usuario.',
    'Create a team.': 'Crear un equipo.',
    'Update a team.': 'Modificar un equipo.',
    'Delete a team.': 'Eliminar un equipo.',
    'Create a view.': 'Crear una vista.',
    'Update a view.': 'Modificar una vista.',
    'Delete a view.': 'Eliminar una vista.',
  },
  pl: {
    'List the users that the caller can see.': 'Pobierz listę użytkowników, których widzi wywołujący.',
    'Create a user with a password, or invite them by email.': 'Utwórz użytkownika z hasłem lub zaproś go e-mailem.',
    'Update the email address, password, organization or roles of a user, or deactivate them.':
      'Zmień adres e-mail, hasło, organizację lub role użytkownika albo wyłącz go.',
    'List the roles of the tenant, and those that all tenants share.':
      'Pobierz listę ról najemcy oraz ról wspólnych dla wszystkich najemców.',
    'Create a role. A role that a super admin creates without a tenant is shared by all tenants.':
      'Utwórz rolę. Rola utworzona przez superadministratora bez najemcy jest wspólna dla wszystkich najemców.',
    'Rename a role.': 'Zmień nazwę roli.',
    'Delete a role that no user has.': 'Usuń rolę, której nie ma żaden użytkownik.',
    'List the teams of the tenant.': 'Pobierz listę zespołów najemcy.',
    "List the caller's own views of lists, and those that are shared with them.":
      'Pobierz własne widoki list oraz te, które udostępniono wywołującemu.',
    'Give all records that a user owns to another user, such as those of somebody who leaves.':
      'Przekaż wszystkie rekordy użytkownika innemu użytkownikowi, na przykład gdy ktoś odchodzi z firmy.',
    'Get the permissions that a user has instead of those of their roles.':
      'Pobierz uprawnienia, które użytkownik ma zamiast uprawnień swoich ról.',
    'Set permissions that a user has instead of those of their roles, or remove them.':
      'Ustaw uprawnienia, które użytkownik ma zamiast uprawnień swoich ról, lub usuń je.',
    'Get the permissions of a role.': 'Pobierz uprawnienia roli.',
    'Update the permissions of a role.': 'Zmień uprawnienia roli.',
    'Get the row policies of the permissions that a user has instead of those of their roles.':
      'Pobierz reguły wierszy uprawnień, które użytkownik ma zamiast uprawnień swoich ról.',
    'Replace the row policies of the permissions that a user has instead of those of their roles.':
      'Zastąp reguły wierszy uprawnień, które użytkownik ma zamiast uprawnień swoich ról.',
    'Get the row policies of a role.': 'Pobierz reguły wierszy roli.',
    'Replace the row policies of a role: which rows its permissions are about.':
      'Zastąp reguły wierszy roli: których wierszy dotyczą jej uprawnienia.',
    'List the kinds of resources whose rows can be restricted, and the fields that conditions can compare.':
      'Pobierz rodzaje zasobów, których wiersze można ograniczać, oraz pola, które mogą porównywać warunki.',
    'Try row policies of a role before they are saved: how many rows they would leave, for up to five people.':
      'Wypróbuj reguły wierszy roli przed zapisaniem: ile wierszy pozostanie, dla najwyżej pięciu osób.',
    'Get the field policies of the permissions that a user has instead of those of their roles.':
      'Pobierz reguły pól uprawnień, które użytkownik ma zamiast uprawnień swoich ról.',
    'Replace the field policies of the permissions that a user has instead of those of their roles.':
      'Zastąp reguły pól uprawnień, które użytkownik ma zamiast uprawnień swoich ról.',
    'Get the field policies of a role.': 'Pobierz reguły pól roli.',
    'Replace the field policies of a role: which properties it may read and write.':
      'Zastąp reguły pól roli: które właściwości może odczytywać i zapisywać.',
    'List the kinds of resources whose fields can be restricted, and the names that policies can list.':
      'Pobierz rodzaje zasobów, których pola można ograniczać, oraz nazwy, które mogą wymieniać reguły.',
    'Export a role with its permissions and policies as one document.':
      'Wyeksportuj rolę z uprawnieniami i regułami jako jeden dokument.',
    'Create a role from an exported document, or replace the permissions and policies of one.':
      'Utwórz rolę z wyeksportowanego dokumentu lub zastąp uprawnienia i reguły roli.',
    'List the members of teams that the caller can see.': 'Pobierz listę członków zespołów, które widzi wywołujący.',
    'Add people to a team, and take others out of it.': 'Dodaj osoby do zespołu i usuń z niego inne.',
    'Check which of the given features the caller has.': 'Sprawdź, które z podanych uprawnień ma wywołujący.',
    'List the features of all modules.': 'Pobierz listę uprawnień wszystkich modułów.',
    'Explain why a user has or lacks a feature, and may see, change and delete a record: which role, permission, restriction or row policy decides.':
      'Wyjaśnij, dlaczego użytkownik ma uprawnienie lub go nie ma oraz czy może zobaczyć, zmienić i usunąć rekord: która rola, uprawnienie, ograniczenie lub reguła wierszy o tym decyduje.',
    'The kind of a record, such as `catalog.product`.': 'Rodzaj rekordu, na przykład `catalog.product`.',
    'List policies, rules, charts, views, exports and webhook endpoints that name a field which is gone, or which their owner may not read any more.':
      'Wyświetla reguły, wykresy, widoki, eksporty i punkty webhooków, które nazywają pole, którego już nie ma albo którego ich właściciel nie może już czytać.',
    '`gone` if nobody can read the field any more, `hidden` if policies hide it from the owner.':
      '`gone`, jeśli nikt nie może już czytać pola, `hidden`, jeśli reguły ukrywają je przed właścicielem.',
    'List the users who have a feature, what grants it to them, and what they may do to a record.':
      'Pobierz listę użytkowników, którzy mają uprawnienie, wraz z tym, co je nadaje i co mogą zrobić z rekordem.',
    'Sign in with an email address and a password to get an access token.':
      'Zaloguj się adresem e-mail i hasłem, aby otrzymać token dostępu.',
    'Sign out, clear the cookies and redirect to the sign-in page.':
      'Wyloguj się, usuń pliki cookie i przekieruj na stronę logowania.',
    'Request an email with a link to reset the password. The response does not reveal whether the account exists.':
      'Poproś o e-mail z linkiem do zresetowania hasła. Odpowiedź nie ujawnia, czy konto istnieje.',
    'Set a new password with the token from an email.': 'Ustaw nowe hasło za pomocą tokenu z e-maila.',
    'Exchange a refresh token for an access token.': 'Wymień token odświeżania na token dostępu.',
    'Renew the access cookie and redirect back to the page that the browser came from.':
      'Odnów plik cookie dostępu i przekieruj na stronę, z której przyszła przeglądarka.',
    'Get the language of this browser, or set it with `locale`.':
      'Pobierz język tej przeglądarki lub ustaw go za pomocą `locale`.',
    'Set the language of this browser.': 'Ustaw język tej przeglądarki.',
    'Get the profile of the signed-in user. API keys have none (400); use `/auth/feature-check` to get their id and features.':
      'Pobierz profil zalogowanego użytkownika. Klucze API go nie mają (400); ich identyfikator i uprawnienia podaje `/auth/feature-check`.',
    "Update the caller's own email address or password.": 'Zmień własny adres e-mail lub hasło.',
    "Get the caller's own time zone, language, first day of the week and currency. Null means that the setting of the tenant applies.":
      'Pobierz własną strefę czasową, język, pierwszy dzień tygodnia i walutę. Null oznacza, że obowiązuje ustawienie najemcy.',
    "Update the caller's own time zone, language, first day of the week or currency. Null restores the setting of the tenant.":
      'Zmień własną strefę czasową, język, pierwszy dzień tygodnia lub walutę. Null przywraca ustawienie najemcy.',
    'Complete a sign-in with a second factor.': 'Dokończ logowanie drugim składnikiem.',
    'Set up an authenticator app during a sign-in that requires one.':
      'Skonfiguruj aplikację uwierzytelniającą podczas logowania, które jej wymaga.',
    'Get the options for `navigator.credentials.get`, to sign in with a passkey.':
      'Pobierz opcje dla `navigator.credentials.get`, aby zalogować się kluczem dostępu.',
    'Sign in with a passkey.': 'Zaloguj się kluczem dostępu.',
    "Verify the caller's identity again after an operation returned `403 verification_required`.":
      'Ponownie potwierdź tożsamość wywołującego, gdy operacja zwróciła `403 verification_required`.',
    "List the caller's second factors, and which ones the organization requires.":
      'Pobierz listę własnych drugich składników oraz tych, których wymaga organizacja.',
    'Get a key for a new authenticator app. Its first code confirms it.':
      'Pobierz klucz dla nowej aplikacji uwierzytelniającej. Potwierdza go jej pierwszy kod.',
    'Add an authenticator app by confirming its first code.':
      'Dodaj aplikację uwierzytelniającą, potwierdzając jej pierwszy kod.',
    'Get the options for `navigator.credentials.create`, to add a passkey.':
      'Pobierz opcje dla `navigator.credentials.create`, aby dodać klucz dostępu.',
    'Add a passkey.': 'Dodaj klucz dostępu.',
    'Create new recovery codes, which replace the previous ones. They are shown only once.':
      'Utwórz nowe kody odzyskiwania, które zastępują poprzednie. Są wyświetlane tylko raz.',
    'Remove a second factor. Requires confirmation with another factor or a recovery code.':
      'Usuń drugi składnik. Wymaga potwierdzenia innym składnikiem lub kodem odzyskiwania.',
    'List the second factors of a user.': 'Pobierz listę drugich składników użytkownika.',
    "Reset the second factors of a user who has lost them. Ends all of the user's sessions.":
      'Zresetuj drugie składniki użytkownika, który je utracił. Kończy wszystkie jego sesje.',
    'List the sign-in policies of the organization: those for all users and those for roles.':
      'Pobierz zasady logowania organizacji: dla wszystkich użytkowników i dla ról.',
    'Update a sign-in policy of the organization.': 'Zmień zasady logowania organizacji.',
    "List the caller's sessions.": 'Pobierz listę własnych sesji.',
    "End one of the caller's other sessions, or all of them.":
      'Zakończ jedną z pozostałych własnych sesji lub wszystkie.',
    "List successful and failed sign-ins to the caller's account in the last 30 days.":
      'Pobierz listę udanych i nieudanych logowań na własne konto z ostatnich 30 dni.',
    'List the sessions of a user.': 'Pobierz listę sesji użytkownika.',
    'End one session of a user, or all of them.': 'Zakończ jedną sesję użytkownika lub wszystkie.',
    'List successful and failed sign-ins of a user in the last 30 days.':
      'Pobierz listę udanych i nieudanych logowań użytkownika z ostatnich 30 dni.',
    'View the platform as a user sees it, read-only and for at most an hour. Sets a cookie that counts with the current session.':
      'Wyświetlaj platformę tak, jak widzi ją użytkownik, tylko do odczytu i najwyżej przez godzinę. Ustawia plik cookie, który działa z bieżącą sesją.',
    'Stop viewing the platform as another user.': 'Zakończ wyświetlanie platformy jako inny użytkownik.',
    'Resend the invitation to a user who has not set a password yet.':
      'Wyślij ponownie zaproszenie do użytkownika, który nie ustawił jeszcze hasła.',
    'List the consents of a user.': 'Pobierz listę zgód użytkownika.',
    "List the caller's own consents.": 'Pobierz listę własnych zgód.',
    'Get the navigation of the back office as the caller sees it.':
      'Pobierz nawigację zaplecza tak, jak widzi ją wywołujący.',
    "Get the caller's sidebar preferences, and the roles for which the caller can set them.":
      'Pobierz własne ustawienia paska bocznego oraz role, dla których wywołujący może je określać.',
    'Get the sidebar preferences that apply to the caller: their own, combined with those of their roles.':
      'Pobierz ustawienia paska bocznego obowiązujące wywołującego: własne połączone z ustawieniami jego ról.',
    'Replace the sidebar preferences of the caller, and optionally those of roles.':
      'Zastąp własne ustawienia paska bocznego i opcjonalnie ustawienia ról.',
    'Get the views with which lists open for the caller, one for each list that has one.':
      'Pobierz widoki, z którymi otwierają się listy wywołującego, po jednym dla każdej listy, która go ma.',
    'Delete a user.': 'Usuń użytkownika.',
    'Create a team.': 'Utwórz zespół.',
    'Update a team.': 'Zmień zespół.',
    'Delete a team.': 'Usuń zespół.',
    'Create a view.': 'Utwórz widok.',
    'Update a view.': 'Zmień widok.',
    'Delete a view.': 'Usuń widok.',
  },
} satisfies Translations
