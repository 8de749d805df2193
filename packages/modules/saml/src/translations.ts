import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    SAML: 'SAML',
    'Complete SAML sign-in': 'SAML-Anmeldung abgeschlossen',
    'Purge responses': 'Antworten aufräumen',
    'Receive SAML response': 'SAML-Antwort empfangen',
    // Summaries of routes.
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
  },
  pl: {
    SAML: 'SAML',
    'Complete SAML sign-in': 'Dokończenie logowania SAML',
    'Purge responses': 'Usunięcie starych odpowiedzi',
    'Receive SAML response': 'Odebranie odpowiedzi SAML',
  },
}
