import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    SAML: 'SAML',
    'Complete SAML sign-in': 'SAML-Anmeldung abgeschlossen',
    'Purge responses': 'Antworten aufräumen',
    'Receive SAML response': 'SAML-Antwort empfangen',
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
