import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    'Another organization has already verified this domain.':
      'Eine andere Organisation hat diese Domain schon bestätigt.',
    'The identity provider cannot be reached.': 'Der Identitätsanbieter ist nicht erreichbar.',
    'This is the only way to sign in to your account. Choose a password first.':
      'Nur so können Sie sich an Ihrem Konto anmelden. Wählen Sie zuerst ein Passwort.',
    Connection: 'Verbindung',
    'An account was linked to an identity': 'Ein Konto wurde mit einer Identität verknüpft',
    'An account is no longer linked to an identity': 'Ein Konto ist nicht mehr mit einer Identität verknüpft',
    'Single sign-on': 'Single Sign-on',
    'View single sign-on': 'Single Sign-on ansehen',
    'Manage single sign-on': 'Single Sign-on verwalten',
    'Accept identity of provider': 'Identität des Anbieters angenommen',
    'Add single sign-on domain': 'Anmelde-Domain hinzugefügt',
    'Admit person of provider': 'Person des Anbieters aufgenommen',
    'Change roles and teams by provider': 'Rollen und Teams durch Anbieter geändert',
    'Change single sign-on connection': 'Anmeldeverbindung geändert',
    'Create single sign-on connection': 'Anmeldeverbindung angelegt',
    'Delete single sign-on connection': 'Anmeldeverbindung gelöscht',
    'End link to identity': 'Verknüpfung mit Identität beendet',
    'Link single sign-on identity': 'Identität verknüpft',
    'Log out by provider': 'Vom Anbieter abgemeldet',
    'Look for record of domain': 'Eintrag der Domain geprüft',
    'Prove single sign-on domain': 'Anmelde-Domain bestätigt',
    'Purge sessions': 'Sitzungen aufräumen',
    'Purge spent tokens': 'Verbrauchte Token aufräumen',
    'Remove single sign-on domain': 'Anmelde-Domain entfernt',
    'Sign in by provider': 'Über den Anbieter angemeldet',
    // Errors.
    Link: 'Verknüpfung',
    Domain: 'Domain',
    'Identity providers cannot grant super admin access.':
      'Identitätsanbieter können niemanden zum Superadministrator machen.',
    'This identity is linked to another account.': 'Diese Identität ist mit einem anderen Konto verknüpft.',
    'This sign-in has already been completed.': 'Diese Anmeldung ist schon abgeschlossen.',
    'The link to this identity has ended.': 'Die Verknüpfung mit dieser Identität ist beendet.',
    'This platform does not support {protocol}.': 'Diese Plattform unterstützt {protocol} nicht.',
    'Only users can be linked to identity providers.': 'Nur Benutzer können mit Identitätsanbietern verknüpft werden.',
    'There is no identity to link. Please sign in at the provider again.':
      'Es gibt keine Identität zu verknüpfen. Bitte melden Sie sich beim Anbieter erneut an.',
    'Sign in to the account with the email address that the identity provider reports.':
      'Melden Sie sich am Konto mit der E-Mail-Adresse an, die der Identitätsanbieter nennt.',
    'Only sessions can be ended.': 'Nur Sitzungen können beendet werden.',
    'Single sign-on applies to the whole tenant.': 'Single Sign-on gilt für den ganzen Mandanten.',
    'Your organization signs in through its identity provider.':
      'Ihre Organisation meldet sich über ihren Identitätsanbieter an.',
    'Addresses of this domain come from its identity provider.':
      'Adressen dieser Domain kommen von ihrem Identitätsanbieter.',
    'You cannot end links of users who have more permissions than you.':
      'Sie können Verknüpfungen von Benutzern, die mehr Berechtigungen haben als Sie, nicht lösen.',
    'You cannot change who is trusted to name people with users who have more permissions than you.':
      'Sie können nicht ändern, wer Personen mit mehr Berechtigungen als Sie benennen darf.',
    // Texts of the API document.
    'List the protocols that single sign-on connections can use.':
      'Protokolle auflisten, die Verbindungen für Single Sign-on benutzen können.',
    'List the connections to identity providers, without their secrets.':
      'Verbindungen zu Identitätsanbietern auflisten, ohne ihre Geheimnisse.',
    'Create a connection to an identity provider.': 'Verbindung zu einem Identitätsanbieter anlegen.',
    'Update a connection.': 'Verbindung ändern.',
    'Delete a connection with its domains and linked identities.':
      'Verbindung mit ihren Domains und verknüpften Identitäten löschen.',
    'Test a connection, and explain what is wrong with it.': 'Verbindung prüfen und erklären, was an ihr falsch ist.',
    'List the email domains of a connection, and the DNS records that verify them.':
      'E-Mail-Domains einer Verbindung auflisten, und die DNS-Einträge, die sie bestätigen.',
    'Add an email domain to a connection. The response contains the TXT record that verifies it.':
      'E-Mail-Domain zu einer Verbindung hinzufügen. Die Antwort enthält den TXT-Eintrag, der sie bestätigt.',
    'Verify an email domain by its TXT record.': 'E-Mail-Domain anhand ihres TXT-Eintrags bestätigen.',
    'Remove an email domain from its connection.': 'E-Mail-Domain von ihrer Verbindung entfernen.',
    'Find out where users with an email address sign in, if its domain uses single sign-on.':
      'Herausfinden, wo sich Benutzer mit einer E-Mail-Adresse anmelden, wenn ihre Domain Single Sign-on benutzt.',
    'Start a sign-in with the identity provider of a connection.':
      'Anmeldung beim Identitätsanbieter einer Verbindung beginnen.',
    'Complete a sign-in: the identity provider redirects the browser here.':
      'Anmeldung abschließen: Der Identitätsanbieter leitet den Browser hierher.',
    "Link the identity from the sign-in just completed to the caller's account.":
      'Identität der gerade abgeschlossenen Anmeldung mit dem Konto des Aufrufers verknüpfen.',
    "List the identities linked to the caller's account.":
      'Identitäten auflisten, die mit dem eigenen Konto verknüpft sind.',
    "Unlink an identity from the caller's account.": 'Verknüpfung einer Identität mit dem eigenen Konto lösen.',
    'List the identities linked to a user.': 'Identitäten auflisten, die mit einem Benutzer verknüpft sind.',
    'Unlink an identity from a user. Ends the sessions that were started with it.':
      'Verknüpfung einer Identität mit einem Benutzer lösen. Beendet die Sitzungen, die mit ihr begonnen haben.',
    'Sign out of the product and of the identity provider.': 'Vom Produkt und vom Identitätsanbieter abmelden.',
    'End the sessions that a logout token names. Called by identity providers.':
      'Sitzungen beenden, die ein Abmeldetoken nennt. Von Identitätsanbietern aufgerufen.',
  },
  es: {
    'Another organization has already verified this domain.': 'Otra organización ya ha verificado este dominio.',
    'The identity provider cannot be reached.': 'No se puede contactar con el proveedor de identidad.',
    'This is the only way to sign in to your account. Choose a password first.':
      'Es la única forma de iniciar sesión en su cuenta. Elija antes una contraseña.',
    Connection: 'Conexión',
    'An account was linked to an identity': 'Se vinculó una cuenta con una identidad',
    'An account is no longer linked to an identity': 'Una cuenta ya no está vinculada con una identidad',
    'Single sign-on': 'Inicio de sesión único',
    'View single sign-on': 'Ver el inicio de sesión único',
    'Manage single sign-on': 'Gestionar el inicio de sesión único',
    'Accept identity of provider': 'Aceptar identidad del proveedor',
    'Add single sign-on domain': 'Añadir dominio de inicio único',
    'Admit person of provider': 'Admitir persona del proveedor',
    'Change roles and teams by provider': 'Cambiar roles y equipos por el proveedor',
    'Change single sign-on connection': 'Cambiar conexión de inicio único',
    'Create single sign-on connection': 'Crear conexión de inicio único',
    'Delete single sign-on connection': 'Eliminar conexión de inicio único',
    'End link to identity': 'Terminar vínculo con identidad',
    'Link single sign-on identity': 'Vincular identidad',
    'Log out by provider': 'Cierre de sesión por el proveedor',
    'Look for record of domain': 'Comprobar el registro del dominio',
    'Prove single sign-on domain': 'Verificar dominio de inicio único',
    'Purge sessions': 'Limpiar sesiones',
    'Purge spent tokens': 'Limpiar tokens usados',
    'Remove single sign-on domain': 'Quitar dominio de inicio único',
    'Sign in by provider': 'Inicio de sesión por el proveedor',
    // Errors.
    Link: 'Vínculo',
    Domain: 'Dominio',
    'Identity providers cannot grant super admin access.':
      'Los proveedores de identidad no pueden conceder acceso de superadministrador.',
    'This identity is linked to another account.': 'Esta identidad está vinculada a otra cuenta.',
    'This sign-in has already been completed.': 'Este inicio de sesión ya se ha completado.',
    'The link to this identity has ended.': 'El vínculo con esta identidad ha terminado.',
    'This platform does not support {protocol}.': 'Esta plataforma no admite {protocol}.',
    'Only users can be linked to identity providers.':
      'Solo los usuarios se pueden vincular a proveedores de identidad.',
    'There is no identity to link. Please sign in at the provider again.':
      'No hay ninguna identidad que vincular. Vuelva a iniciar sesión en el proveedor.',
    'Sign in to the account with the email address that the identity provider reports.':
      'Inicie sesión en la cuenta con la dirección de correo que indica el proveedor de identidad.',
    'Only sessions can be ended.': 'Solo se pueden finalizar sesiones.',
    'Single sign-on applies to the whole tenant.': 'El inicio de sesión único se aplica a todo el inquilino.',
    'Your organization signs in through its identity provider.':
      'Su organización inicia sesión a través de su proveedor de identidad.',
    'Addresses of this domain come from its identity provider.':
      'Las direcciones de este dominio provienen de su proveedor de identidad.',
    'You cannot end links of users who have more permissions than you.':
      'No puede desvincular identidades de usuarios que tienen más permisos que usted.',
    'You cannot change who is trusted to name people with users who have more permissions than you.':
      'No puede cambiar en quién se confía para identificar a usuarios que tienen más permisos que usted.',
    // Texts of the API document.
    'List the protocols that single sign-on connections can use.':
      'Listar los protocolos que pueden usar las conexiones de inicio de sesión único.',
    'List the connections to identity providers, without their secrets.':
      'Listar las conexiones con proveedores de identidad, sin sus secretos.',
    'Create a connection to an identity provider.': 'Crear una conexión con un proveedor de identidad.',
    'Delete a connection with its domains and linked identities.':
      'Eliminar una conexión con sus dominios e identidades vinculadas.',
    'Test a connection, and explain what is wrong with it.': 'Probar una conexión y explicar qué falla.',
    'List the email domains of a connection, and the DNS records that verify them.':
      'Listar los dominios de correo de una conexión y los registros DNS que los verifican.',
    'Add an email domain to a connection. The response contains the TXT record that verifies it.':
      'Añadir un dominio de correo a una conexión. La respuesta contiene el registro TXT que lo verifica.',
    'Verify an email domain by its TXT record.': 'Verificar un dominio de correo por su registro TXT.',
    'Remove an email domain from its connection.': 'Quitar un dominio de correo de su conexión.',
    'Find out where users with an email address sign in, if its domain uses single sign-on.':
      'Averiguar dónde inician sesión los usuarios con una dirección de correo, si su dominio usa el inicio de sesión único.',
    'Start a sign-in with the identity provider of a connection.':
      'Comenzar un inicio de sesión con el proveedor de identidad de una conexión.',
    'Complete a sign-in: the identity provider redirects the browser here.':
      'Completar un inicio de sesión: el proveedor de identidad redirige el navegador aquí.',
    "Link the identity from the sign-in just completed to the caller's account.":
      'Vincular la identidad del inicio de sesión recién completado con la cuenta de quien llama.',
    "List the identities linked to the caller's account.": 'Listar las identidades vinculadas a la cuenta propia.',
    "Unlink an identity from the caller's account.": 'Desvincular una identidad de la cuenta propia.',
    'List the identities linked to a user.': 'Listar las identidades vinculadas a un usuario.',
    'Unlink an identity from a user. Ends the sessions that were started with it.':
      'Desvincular una identidad de un usuario. Finaliza las sesiones que se iniciaron con ella.',
    'Sign out of the product and of the identity provider.':
      'Cerrar la sesión en el producto y en el proveedor de identidad.',
    'End the sessions that a logout token names. Called by identity providers.':
      'Finalizar las sesiones que indica un token de cierre de sesión. Lo llaman los proveedores de identidad.',
    'Update a connection.': 'Modificar una conexión.',
  },
  pl: {
    'Another organization has already verified this domain.': 'Inna organizacja już zweryfikowała tę domenę.',
    'The identity provider cannot be reached.': 'Nie można połączyć się z dostawcą tożsamości.',
    'This is the only way to sign in to your account. Choose a password first.':
      'To jedyny sposób zalogowania się na Twoje konto. Najpierw wybierz hasło.',
    Connection: 'Połączenie',
    'An account was linked to an identity': 'Konto połączono z tożsamością',
    'An account is no longer linked to an identity': 'Konto nie jest już połączone z tożsamością',
    'Single sign-on': 'Logowanie jednokrotne',
    'View single sign-on': 'Przeglądanie logowania jednokrotnego',
    'Manage single sign-on': 'Zarządzanie logowaniem jednokrotnym',
    'Accept identity of provider': 'Przyjęcie tożsamości od dostawcy',
    'Add single sign-on domain': 'Dodanie domeny logowania',
    'Admit person of provider': 'Przyjęcie osoby od dostawcy',
    'Change roles and teams by provider': 'Zmiana ról i zespołów przez dostawcę',
    'Change single sign-on connection': 'Zmiana połączenia logowania',
    'Create single sign-on connection': 'Utworzenie połączenia logowania',
    'Delete single sign-on connection': 'Usunięcie połączenia logowania',
    'End link to identity': 'Zakończenie powiązania tożsamości',
    'Link single sign-on identity': 'Powiązanie tożsamości',
    'Log out by provider': 'Wylogowanie przez dostawcę',
    'Look for record of domain': 'Sprawdzenie wpisu domeny',
    'Prove single sign-on domain': 'Potwierdzenie domeny logowania',
    'Purge sessions': 'Usunięcie starych sesji',
    'Purge spent tokens': 'Usunięcie zużytych tokenów',
    'Remove single sign-on domain': 'Usunięcie domeny logowania',
    'Sign in by provider': 'Zalogowanie przez dostawcę',
    // Errors.
    Link: 'Powiązanie',
    Domain: 'Domena',
    'Identity providers cannot grant super admin access.':
      'Dostawcy tożsamości nie mogą nadawać uprawnień superadministratora.',
    'This identity is linked to another account.': 'Ta tożsamość jest powiązana z innym kontem.',
    'This sign-in has already been completed.': 'To logowanie zostało już dokończone.',
    'The link to this identity has ended.': 'Powiązanie z tą tożsamością zostało zakończone.',
    'This platform does not support {protocol}.': 'Ta platforma nie obsługuje {protocol}.',
    'Only users can be linked to identity providers.': 'Z dostawcami tożsamości można powiązać tylko użytkowników.',
    'There is no identity to link. Please sign in at the provider again.':
      'Nie ma tożsamości do powiązania. Zaloguj się ponownie u dostawcy.',
    'Sign in to the account with the email address that the identity provider reports.':
      'Zaloguj się na konto z adresem e-mail, który podaje dostawca tożsamości.',
    'Only sessions can be ended.': 'Kończyć można tylko sesje.',
    'Single sign-on applies to the whole tenant.': 'Logowanie jednokrotne dotyczy całego najemcy.',
    'Your organization signs in through its identity provider.':
      'Twoja organizacja loguje się przez dostawcę tożsamości.',
    'Addresses of this domain come from its identity provider.':
      'Adresy tej domeny pochodzą od jej dostawcy tożsamości.',
    'You cannot end links of users who have more permissions than you.':
      'Nie możesz usuwać powiązań użytkowników, którzy mają więcej uprawnień.',
    'You cannot change who is trusted to name people with users who have more permissions than you.':
      'Nie możesz zmienić, komu ufa się przy wskazywaniu użytkowników, którzy mają więcej uprawnień.',
    // Texts of the API document.
    'List the protocols that single sign-on connections can use.':
      'Pobierz listę protokołów, których mogą używać połączenia logowania jednokrotnego.',
    'List the connections to identity providers, without their secrets.':
      'Pobierz listę połączeń z dostawcami tożsamości, bez sekretów.',
    'Create a connection to an identity provider.': 'Utwórz połączenie z dostawcą tożsamości.',
    'Delete a connection with its domains and linked identities.':
      'Usuń połączenie wraz z domenami i powiązanymi tożsamościami.',
    'Test a connection, and explain what is wrong with it.': 'Przetestuj połączenie i wyjaśnij, co w nim nie działa.',
    'List the email domains of a connection, and the DNS records that verify them.':
      'Pobierz domeny e-mail połączenia oraz rekordy DNS, które je potwierdzają.',
    'Add an email domain to a connection. The response contains the TXT record that verifies it.':
      'Dodaj domenę e-mail do połączenia. Odpowiedź zawiera rekord TXT, który ją potwierdza.',
    'Verify an email domain by its TXT record.': 'Potwierdź domenę e-mail na podstawie jej rekordu TXT.',
    'Remove an email domain from its connection.': 'Usuń domenę e-mail z jej połączenia.',
    'Find out where users with an email address sign in, if its domain uses single sign-on.':
      'Sprawdź, gdzie logują się użytkownicy z danym adresem e-mail, jeśli jego domena używa logowania jednokrotnego.',
    'Start a sign-in with the identity provider of a connection.':
      'Rozpocznij logowanie u dostawcy tożsamości połączenia.',
    'Complete a sign-in: the identity provider redirects the browser here.':
      'Dokończ logowanie: dostawca tożsamości przekierowuje tutaj przeglądarkę.',
    "Link the identity from the sign-in just completed to the caller's account.":
      'Powiąż tożsamość z właśnie dokończonego logowania z kontem wywołującego.',
    "List the identities linked to the caller's account.": 'Pobierz tożsamości powiązane z własnym kontem.',
    "Unlink an identity from the caller's account.": 'Usuń powiązanie tożsamości z własnym kontem.',
    'List the identities linked to a user.': 'Pobierz tożsamości powiązane z użytkownikiem.',
    'Unlink an identity from a user. Ends the sessions that were started with it.':
      'Usuń powiązanie tożsamości z użytkownikiem. Kończy sesje rozpoczęte za jej pomocą.',
    'Sign out of the product and of the identity provider.': 'Wyloguj się z produktu i u dostawcy tożsamości.',
    'End the sessions that a logout token names. Called by identity providers.':
      'Zakończ sesje wskazane w tokenie wylogowania. Wywoływane przez dostawców tożsamości.',
    'Update a connection.': 'Zmień połączenie.',
  },
}
