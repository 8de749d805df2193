import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    SAML: 'SAML',
    'Complete SAML sign-in': 'SAML-Anmeldung abgeschlossen',
    'Purge responses': 'Antworten aufräumen',
    'Receive SAML response': 'SAML-Antwort empfangen',
    // What is found at a connection.
    'SAML connections have no secret: the provider signs its responses, and requests do not have to be signed.':
      'SAML-Verbindungen haben kein Geheimnis: Der Anbieter signiert seine Antworten, und Anfragen müssen nicht signiert sein.',
    '{origin} answers {status} at the address for sign-ins.':
      '{origin} antwortet an der Adresse für Anmeldungen mit {status}.',
    'The address for sign-ins cannot be reached from here: {reason}':
      'Die Adresse für Anmeldungen ist von hier nicht erreichbar: {reason}',
    'Signing out here leaves the session at the provider open.':
      'Wer sich hier abmeldet, bleibt beim Anbieter angemeldet.',
    'The certificate {name} expired on {day}. Sign-ins still work; ask the provider for its new certificate.':
      'Das Zertifikat {name} ist am {day} abgelaufen. Anmeldungen gelingen noch; fragen Sie den Anbieter nach seinem neuen Zertifikat.',
    'The certificate {name} is not valid yet.': 'Das Zertifikat {name} ist noch nicht gültig.',
    "The certificate {name} expires on {day}. Add the provider's next one before then.":
      'Das Zertifikat {name} läuft am {day} ab. Fügen Sie vorher das nächste des Anbieters hinzu.',
    'The certificate {name} is valid until {day}.': 'Das Zertifikat {name} ist bis {day} gültig.',
    // Errors.
    'Send either xml or url.': 'Senden Sie entweder xml oder url.',
    'The form has no usable SAMLResponse.': 'Das Formular hat keine brauchbare SAMLResponse.',
    // Texts of the API document.
    'Receive a SAML response. Called by the browser on behalf of the identity provider.':
      'SAML-Antwort entgegennehmen. Vom Browser im Auftrag des Identitätsanbieters aufgerufen.',
    'Complete a sign-in with SAML.': 'Anmeldung mit SAML abschließen.',
    'Get the SAML metadata of a connection, for its identity provider.':
      'SAML-Metadaten einer Verbindung lesen, für ihren Identitätsanbieter.',
    'Read the SAML metadata of an identity provider.': 'SAML-Metadaten eines Identitätsanbieters lesen.',
  },
  es: {
    SAML: 'SAML',
    'Complete SAML sign-in': 'Completar inicio de sesión SAML',
    'Purge responses': 'Limpiar respuestas',
    'Receive SAML response': 'Recibir respuesta SAML',
    // What is found at a connection.
    'SAML connections have no secret: the provider signs its responses, and requests do not have to be signed.':
      'Las conexiones SAML no tienen secreto: el proveedor firma sus respuestas, y las solicitudes no tienen que firmarse.',
    '{origin} answers {status} at the address for sign-ins.':
      '{origin} responde {status} en la dirección de inicio de sesión.',
    'The address for sign-ins cannot be reached from here: {reason}':
      'Desde aquí no se puede acceder a la dirección de inicio de sesión: {reason}',
    'Signing out here leaves the session at the provider open.': 'Cerrar la sesión aquí deja abierta la del proveedor.',
    'The certificate {name} expired on {day}. Sign-ins still work; ask the provider for its new certificate.':
      'El certificado {name} caducó el {day}. Los inicios de sesión siguen funcionando; pida al proveedor el certificado nuevo.',
    'The certificate {name} is not valid yet.': 'El certificado {name} aún no es válido.',
    "The certificate {name} expires on {day}. Add the provider's next one before then.":
      'El certificado {name} caduca el {day}. Añada antes el siguiente del proveedor.',
    'The certificate {name} is valid until {day}.': 'El certificado {name} es válido hasta el {day}.',
    // Errors.
    'Send either xml or url.': 'Envíe xml o url.',
    'The form has no usable SAMLResponse.': 'El formulario no contiene ninguna SAMLResponse utilizable.',
    // Texts of the API document.
    'Receive a SAML response. Called by the browser on behalf of the identity provider.':
      'Recibir una respuesta SAML. La llama el navegador en nombre del proveedor de identidad.',
    'Complete a sign-in with SAML.': 'Completar un inicio de sesión con SAML.',
    'Get the SAML metadata of a connection, for its identity provider.':
      'Obtener los metadatos SAML de una conexión, para su proveedor de identidad.',
    'Read the SAML metadata of an identity provider.': 'Leer los metadatos SAML de un proveedor de identidad.',
  },
  pl: {
    SAML: 'SAML',
    'Complete SAML sign-in': 'Dokończenie logowania SAML',
    'Purge responses': 'Usunięcie starych odpowiedzi',
    'Receive SAML response': 'Odebranie odpowiedzi SAML',
    // What is found at a connection.
    'SAML connections have no secret: the provider signs its responses, and requests do not have to be signed.':
      'Połączenia SAML nie mają sekretu: dostawca podpisuje odpowiedzi, a żądania nie muszą być podpisane.',
    '{origin} answers {status} at the address for sign-ins.': '{origin} odpowiada {status} pod adresem logowania.',
    'The address for sign-ins cannot be reached from here: {reason}':
      'Adres logowania jest stąd nieosiągalny: {reason}',
    'Signing out here leaves the session at the provider open.':
      'Wylogowanie tutaj pozostawia otwartą sesję u dostawcy.',
    'The certificate {name} expired on {day}. Sign-ins still work; ask the provider for its new certificate.':
      'Certyfikat {name} wygasł {day}. Logowania nadal działają; poproś dostawcę o nowy certyfikat.',
    'The certificate {name} is not valid yet.': 'Certyfikat {name} nie jest jeszcze ważny.',
    "The certificate {name} expires on {day}. Add the provider's next one before then.":
      'Certyfikat {name} wygasa {day}. Wcześniej dodaj następny certyfikat dostawcy.',
    'The certificate {name} is valid until {day}.': 'Certyfikat {name} jest ważny do {day}.',
    // Errors.
    'Send either xml or url.': 'Wyślij xml albo url.',
    'The form has no usable SAMLResponse.': 'Formularz nie zawiera poprawnego SAMLResponse.',
    // Texts of the API document.
    'Receive a SAML response. Called by the browser on behalf of the identity provider.':
      'Odbierz odpowiedź SAML. Wywoływane przez przeglądarkę w imieniu dostawcy tożsamości.',
    'Complete a sign-in with SAML.': 'Dokończ logowanie SAML.',
    'Get the SAML metadata of a connection, for its identity provider.':
      'Pobierz metadane SAML połączenia, dla jego dostawcy tożsamości.',
    'Read the SAML metadata of an identity provider.': 'Odczytaj metadane SAML dostawcy tożsamości.',
  },
}
