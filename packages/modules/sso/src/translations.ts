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
    'Organization not found': 'Organisation nicht gefunden',
    'Each of these accounts must be active and have a password.':
      'Jedes dieser Konten muss aktiv sein und ein Passwort haben.',
    'Name at least one account that can always sign in by password.':
      'Nennen Sie mindestens ein Konto, das sich immer mit Passwort anmelden kann.',
    // Properties.
    Protocol: 'Protokoll',
    Issuer: 'Aussteller (issuer)',
    'Client id': 'Client-Id',
    'Auth method': 'Verfahren der Anmeldung',
    Secret: 'Geheimnis',
    Scopes: 'Bereiche (scopes)',
    'Groups claim': 'Attribut mit den Gruppen',
    'Creates accounts': 'Legt Konten an',
    'Home organization id': 'Organisation neuer Konten',
    'Default role ids': 'Rollen neuer Konten',
    'Group roles': 'Rollen nach Gruppe',
    'Group teams': 'Teams nach Gruppe',
    'Is enforced': 'Erzwungen',
    'Asks second factor': 'Fragt nach dem zweiten Faktor',
    'Break glass user ids': 'Notfallkonten',
    // What is wrong with the settings of a connection.
    'The issuer of an OpenID provider is an https address.':
      'Der Aussteller eines OpenID-Anbieters ist eine https-Adresse.',
    'Enter the issuer of your own directory, which contains its tenant id.':
      'Geben Sie den Aussteller Ihres eigenen Verzeichnisses ein, der dessen Mandanten-Id enthält.',
    'OpenID Connect needs a client id.': 'OpenID Connect braucht eine Client-Id.',
    'This method needs a secret.': 'Dieses Verfahren braucht ein Geheimnis.',
    'This is not a private key in PEM format (PKCS #8) that can sign.':
      'Das ist kein privater Schlüssel im PEM-Format (PKCS #8), der signieren kann.',
    'The scope openid is needed.': 'Der Bereich (scope) openid ist nötig.',
    // What the test of a connection finds.
    '{issuer} answers with its configuration.': '{issuer} antwortet mit seiner Konfiguration.',
    'The provider does not name {names}.': 'Der Anbieter nennt {names} nicht.',
    'The provider names all endpoints that a sign-in needs.':
      'Der Anbieter nennt alle Endpunkte, die eine Anmeldung braucht.',
    'The provider signs with {count} published key(s).':
      'Veröffentlichte Schlüssel, mit denen der Anbieter signiert: {count}.',
    '{address} lists no key for signatures (RSA with 2,048 bits, elliptic curve or Ed25519), so no token of the provider can be verified.':
      '{address} nennt keinen Schlüssel für Signaturen (RSA mit 2.048 Bit, elliptische Kurve oder Ed25519), sodass sich kein Token des Anbieters prüfen lässt.',
    'The keys of the provider cannot be read: {reason}':
      'Die Schlüssel des Anbieters lassen sich nicht lesen: {reason}',
    'The provider supports PKCE.': 'Der Anbieter unterstützt PKCE.',
    'The provider does not say that it supports PKCE with S256. Sign-ins send it anyway.':
      'Der Anbieter sagt nicht, dass er PKCE mit S256 unterstützt. Anmeldungen senden es trotzdem.',
    'The provider accepts {method}.': 'Der Anbieter nimmt {method} an.',
    'The provider does not accept {method}. Choose one of: {methods}.':
      'Der Anbieter nimmt {method} nicht an. Wählen Sie eins davon: {methods}.',
    'The provider does not list the scopes {scopes}; it may refuse sign-ins.':
      'Der Anbieter nennt die Bereiche (scopes) {scopes} nicht; vielleicht lehnt er Anmeldungen ab.',
    'The provider knows the scopes that are asked for.': 'Der Anbieter kennt die angefragten Bereiche (scopes).',
    'The provider does not list the claim {claim}, from which roles are assigned.':
      'Der Anbieter nennt das Attribut {claim} nicht, nach dem Rollen vergeben werden.',
    'Anybody can have an account at {issuer}, so it does not vouch for addresses: nobody can sign in for the first time.':
      'Bei {issuer} kann jeder ein Konto haben, daher bürgt er nicht für Adressen: Niemand kann sich zum ersten Mal anmelden.',
    'The provider can be asked to end its session.': 'Der Anbieter kann gebeten werden, seine Sitzung zu beenden.',
    'The provider has no page to sign out; signing out here leaves its session open.':
      'Der Anbieter hat keine Seite zum Abmelden; wer sich hier abmeldet, bleibt dort angemeldet.',
    'The provider reports a different issuer than {issuer}. Enter the issuer exactly as its discovery document spells it.':
      'Der Anbieter nennt einen anderen Aussteller als {issuer}. Geben Sie den Aussteller genau so ein, wie er in der Konfiguration des Anbieters steht.',
    '{reason}. Providers on private addresses have to be allowed by the operator.':
      '{reason}. Anbieter an privaten Adressen muss der Betreiber erlauben.',
    '{reason}. Providers are only contacted over HTTPS.': '{reason}. Anbieter werden nur über HTTPS angesprochen.',
    'The host of {issuer} is not found. Check the spelling.':
      'Der Host von {issuer} wurde nicht gefunden. Prüfen Sie die Schreibweise.',
    '{issuer} does not answer: {reason}': '{issuer} antwortet nicht: {reason}',
    'The certificate of {issuer} is not trusted: {reason}': 'Dem Zertifikat von {issuer} wird nicht vertraut: {reason}',
    '{issuer} has no usable discovery document: {reason}': '{issuer} hat keine brauchbare Konfiguration: {reason}',
    'Proven domains: {domains}.': 'Bestätigte Domains: {domains}.',
    'No domain is proven, so nobody can sign in for the first time. Add one and its TXT record.':
      'Keine Domain ist bestätigt, daher kann sich niemand zum ersten Mal anmelden. Fügen Sie eine mit ihrem TXT-Eintrag hinzu.',
    'The TXT record of {domain} has been missing since {day}. A week later, its proof lapses.':
      'Der TXT-Eintrag von {domain} fehlt seit {day}. Eine Woche später gilt die Bestätigung nicht mehr.',
    'The proof of {domain} has lapsed, because its TXT record is missing. Publish it again, and verify the domain.':
      'Die Bestätigung von {domain} gilt nicht mehr, weil der TXT-Eintrag fehlt. Veröffentlichen Sie ihn wieder, und bestätigen Sie die Domain.',
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
    'Organization not found': 'Organización no encontrada',
    'Each of these accounts must be active and have a password.':
      'Cada una de estas cuentas debe estar activa y tener contraseña.',
    'Name at least one account that can always sign in by password.':
      'Indique al menos una cuenta que siempre pueda iniciar sesión con contraseña.',
    // Properties.
    Protocol: 'Protocolo',
    Issuer: 'Emisor (issuer)',
    'Client id': 'Identificador de cliente',
    'Auth method': 'Método de autenticación',
    Secret: 'Secreto',
    Scopes: 'Ámbitos (scopes)',
    'Groups claim': 'Atributo con los grupos',
    'Creates accounts': 'Crea cuentas',
    'Home organization id': 'Organización de las cuentas nuevas',
    'Default role ids': 'Roles de las cuentas nuevas',
    'Group roles': 'Roles por grupo',
    'Group teams': 'Equipos por grupo',
    'Is enforced': 'Obligatorio',
    'Asks second factor': 'Pide el segundo factor',
    'Break glass user ids': 'Cuentas de emergencia',
    // What is wrong with the settings of a connection.
    'The issuer of an OpenID provider is an https address.': 'El emisor de un proveedor OpenID es una dirección https.',
    'Enter the issuer of your own directory, which contains its tenant id.':
      'Indique el emisor de su propio directorio, que contiene su identificador de inquilino.',
    'OpenID Connect needs a client id.': 'OpenID Connect requiere un identificador de cliente.',
    'This method needs a secret.': 'Este método requiere un secreto.',
    'This is not a private key in PEM format (PKCS #8) that can sign.':
      'Esto no es una clave privada en formato PEM (PKCS #8) que pueda firmar.',
    'The scope openid is needed.': 'Se necesita el ámbito (scope) openid.',
    // What the test of a connection finds.
    '{issuer} answers with its configuration.': '{issuer} responde con su configuración.',
    'The provider does not name {names}.': 'El proveedor no indica {names}.',
    'The provider names all endpoints that a sign-in needs.':
      'El proveedor indica todos los puntos de acceso que necesita un inicio de sesión.',
    'The provider signs with {count} published key(s).': 'Claves publicadas con las que firma el proveedor: {count}.',
    '{address} lists no key for signatures (RSA with 2,048 bits, elliptic curve or Ed25519), so no token of the provider can be verified.':
      '{address} no contiene ninguna clave de firma (RSA de 2048 bits, curva elíptica o Ed25519), por lo que no se puede verificar ningún token del proveedor.',
    'The keys of the provider cannot be read: {reason}': 'No se pueden leer las claves del proveedor: {reason}',
    'The provider supports PKCE.': 'El proveedor admite PKCE.',
    'The provider does not say that it supports PKCE with S256. Sign-ins send it anyway.':
      'El proveedor no indica que admita PKCE con S256. Los inicios de sesión lo envían de todos modos.',
    'The provider accepts {method}.': 'El proveedor acepta {method}.',
    'The provider does not accept {method}. Choose one of: {methods}.':
      'El proveedor no acepta {method}. Elija uno de: {methods}.',
    'The provider does not list the scopes {scopes}; it may refuse sign-ins.':
      'El proveedor no enumera los ámbitos {scopes}; puede que rechace inicios de sesión.',
    'The provider knows the scopes that are asked for.': 'El proveedor conoce los ámbitos solicitados.',
    'The provider does not list the claim {claim}, from which roles are assigned.':
      'El proveedor no enumera el atributo {claim}, con el que se asignan los roles.',
    'Anybody can have an account at {issuer}, so it does not vouch for addresses: nobody can sign in for the first time.':
      'Cualquiera puede tener una cuenta en {issuer}, por lo que no garantiza las direcciones: nadie puede iniciar sesión por primera vez.',
    'The provider can be asked to end its session.': 'Se puede pedir al proveedor que finalice su sesión.',
    'The provider has no page to sign out; signing out here leaves its session open.':
      'El proveedor no tiene página de cierre de sesión; cerrar la sesión aquí deja abierta la suya.',
    'The provider reports a different issuer than {issuer}. Enter the issuer exactly as its discovery document spells it.':
      'El proveedor indica un emisor distinto de {issuer}. Escriba el emisor exactamente como figura en su documento de configuración.',
    '{reason}. Providers on private addresses have to be allowed by the operator.':
      '{reason}. El operador debe permitir los proveedores con direcciones privadas.',
    '{reason}. Providers are only contacted over HTTPS.': '{reason}. Solo se contacta con los proveedores por HTTPS.',
    'The host of {issuer} is not found. Check the spelling.':
      'No se encuentra el host de {issuer}. Compruebe que esté bien escrito.',
    '{issuer} does not answer: {reason}': '{issuer} no responde: {reason}',
    'The certificate of {issuer} is not trusted: {reason}': 'El certificado de {issuer} no es de confianza: {reason}',
    '{issuer} has no usable discovery document: {reason}':
      '{issuer} no tiene un documento de configuración utilizable: {reason}',
    'Proven domains: {domains}.': 'Dominios verificados: {domains}.',
    'No domain is proven, so nobody can sign in for the first time. Add one and its TXT record.':
      'No hay ningún dominio verificado, así que nadie puede iniciar sesión por primera vez. Añada uno y su registro TXT.',
    'The TXT record of {domain} has been missing since {day}. A week later, its proof lapses.':
      'El registro TXT de {domain} falta desde el {day}. Una semana después, la verificación deja de ser válida.',
    'The proof of {domain} has lapsed, because its TXT record is missing. Publish it again, and verify the domain.':
      'La verificación de {domain} ya no es válida, porque falta su registro TXT. Publíquelo de nuevo y verifique el dominio.',
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
    'Organization not found': 'Nie znaleziono organizacji',
    'Each of these accounts must be active and have a password.': 'Każde z tych kont musi być aktywne i mieć hasło.',
    'Name at least one account that can always sign in by password.':
      'Wskaż co najmniej jedno konto, które zawsze może zalogować się hasłem.',
    // Properties.
    Protocol: 'Protokół',
    Issuer: 'Wystawca (issuer)',
    'Client id': 'Identyfikator klienta',
    'Auth method': 'Metoda uwierzytelniania',
    Secret: 'Sekret',
    Scopes: 'Zakresy (scopes)',
    'Groups claim': 'Atrybut z grupami',
    'Creates accounts': 'Tworzy konta',
    'Home organization id': 'Organizacja nowych kont',
    'Default role ids': 'Role nowych kont',
    'Group roles': 'Role według grupy',
    'Group teams': 'Zespoły według grupy',
    'Is enforced': 'Wymuszone',
    'Asks second factor': 'Pyta o drugi składnik',
    'Break glass user ids': 'Konta awaryjne',
    // What is wrong with the settings of a connection.
    'The issuer of an OpenID provider is an https address.': 'Wystawcą dostawcy OpenID jest adres https.',
    'Enter the issuer of your own directory, which contains its tenant id.':
      'Podaj wystawcę własnego katalogu, który zawiera jego identyfikator najemcy.',
    'OpenID Connect needs a client id.': 'OpenID Connect wymaga identyfikatora klienta.',
    'This method needs a secret.': 'Ta metoda wymaga sekretu.',
    'This is not a private key in PEM format (PKCS #8) that can sign.':
      'To nie jest klucz prywatny w formacie PEM (PKCS #8), którym można podpisywać.',
    'The scope openid is needed.': 'Wymagany jest zakres (scope) openid.',
    // What the test of a connection finds.
    '{issuer} answers with its configuration.': '{issuer} odpowiada swoją konfiguracją.',
    'The provider does not name {names}.': 'Dostawca nie podaje {names}.',
    'The provider names all endpoints that a sign-in needs.':
      'Dostawca podaje wszystkie punkty końcowe potrzebne do logowania.',
    'The provider signs with {count} published key(s).': 'Opublikowane klucze, którymi podpisuje dostawca: {count}.',
    '{address} lists no key for signatures (RSA with 2,048 bits, elliptic curve or Ed25519), so no token of the provider can be verified.':
      '{address} nie zawiera klucza do podpisów (RSA 2048 bitów, krzywa eliptyczna lub Ed25519), więc nie można zweryfikować żadnego tokenu dostawcy.',
    'The keys of the provider cannot be read: {reason}': 'Nie można odczytać kluczy dostawcy: {reason}',
    'The provider supports PKCE.': 'Dostawca obsługuje PKCE.',
    'The provider does not say that it supports PKCE with S256. Sign-ins send it anyway.':
      'Dostawca nie podaje, że obsługuje PKCE z S256. Logowania i tak je wysyłają.',
    'The provider accepts {method}.': 'Dostawca akceptuje {method}.',
    'The provider does not accept {method}. Choose one of: {methods}.':
      'Dostawca nie akceptuje {method}. Wybierz jedną z metod: {methods}.',
    'The provider does not list the scopes {scopes}; it may refuse sign-ins.':
      'Dostawca nie wymienia zakresów {scopes}; może odrzucać logowania.',
    'The provider knows the scopes that are asked for.': 'Dostawca zna zakresy, o które prosi platforma.',
    'The provider does not list the claim {claim}, from which roles are assigned.':
      'Dostawca nie wymienia atrybutu {claim}, według którego przypisywane są role.',
    'Anybody can have an account at {issuer}, so it does not vouch for addresses: nobody can sign in for the first time.':
      'Konto w {issuer} może mieć każdy, więc nie poświadcza on adresów: nikt nie może zalogować się po raz pierwszy.',
    'The provider can be asked to end its session.': 'Dostawcę można poprosić o zakończenie jego sesji.',
    'The provider has no page to sign out; signing out here leaves its session open.':
      'Dostawca nie ma strony wylogowania; wylogowanie tutaj pozostawia jego sesję otwartą.',
    'The provider reports a different issuer than {issuer}. Enter the issuer exactly as its discovery document spells it.':
      'Dostawca podaje innego wystawcę niż {issuer}. Wpisz wystawcę dokładnie tak, jak podaje go dokument konfiguracji dostawcy.',
    '{reason}. Providers on private addresses have to be allowed by the operator.':
      '{reason}. Na dostawców pod adresami prywatnymi musi zezwolić operator.',
    '{reason}. Providers are only contacted over HTTPS.':
      '{reason}. Z dostawcami platforma łączy się tylko przez HTTPS.',
    'The host of {issuer} is not found. Check the spelling.': 'Nie znaleziono hosta {issuer}. Sprawdź pisownię.',
    '{issuer} does not answer: {reason}': '{issuer} nie odpowiada: {reason}',
    'The certificate of {issuer} is not trusted: {reason}': 'Certyfikat {issuer} nie jest zaufany: {reason}',
    '{issuer} has no usable discovery document: {reason}':
      '{issuer} nie ma poprawnego dokumentu konfiguracji: {reason}',
    'Proven domains: {domains}.': 'Potwierdzone domeny: {domains}.',
    'No domain is proven, so nobody can sign in for the first time. Add one and its TXT record.':
      'Żadna domena nie jest potwierdzona, więc nikt nie może zalogować się po raz pierwszy. Dodaj domenę i jej rekord TXT.',
    'The TXT record of {domain} has been missing since {day}. A week later, its proof lapses.':
      'Rekordu TXT domeny {domain} brakuje od {day}. Po tygodniu potwierdzenie wygasa.',
    'The proof of {domain} has lapsed, because its TXT record is missing. Publish it again, and verify the domain.':
      'Potwierdzenie domeny {domain} wygasło, ponieważ brakuje jej rekordu TXT. Opublikuj go ponownie i potwierdź domenę.',
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
