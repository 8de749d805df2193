import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Onboarding: 'Registrierung',
    'Access onboarding': 'Auf Registrierungen zugreifen',
    'Submit onboarding requests': 'Registrierungsanfragen stellen',
    'Verify onboarding requests': 'Registrierungsanfragen bestätigen',
    'Self-service sign-up': 'Registrierung durch Kunden selbst',
    'Lift the hold of a request': 'Zurückgestellte Anfrage freigegeben',
    'Provision a requested tenant': 'Beantragten Mandanten eingerichtet',
    'Purge requests': 'Anfragen aufräumen',
    'Request a tenant': 'Mandanten beantragt',
    // Errors.
    'Self-service onboarding is disabled.': 'Die Registrierung durch Kunden selbst ist ausgeschaltet.',
    // Texts of the API document.
    'Sign up for a new tenant. Sends an email with a link to confirm the address.':
      'Neuen Mandanten anmelden. Sendet eine E-Mail mit einem Link, der die Adresse bestätigt.',
    'Confirm an email address, and create the tenant.': 'E-Mail-Adresse bestätigen und den Mandanten anlegen.',
    'Set a password with the token from the email, and create the tenant.':
      'Passwort mit dem Token aus der E-Mail setzen und den Mandanten anlegen.',
  },
  es: {
    Onboarding: 'Registro',
    'Access onboarding': 'Acceder a los registros',
    'Submit onboarding requests': 'Enviar solicitudes de registro',
    'Verify onboarding requests': 'Verificar solicitudes de registro',
    'Self-service sign-up': 'Registro de autoservicio',
    'Lift the hold of a request': 'Liberar una solicitud retenida',
    'Provision a requested tenant': 'Aprovisionar un inquilino solicitado',
    'Purge requests': 'Limpiar solicitudes',
    'Request a tenant': 'Solicitar un inquilino',
    // Errors.
    'Self-service onboarding is disabled.': 'El registro de autoservicio está desactivado.',
    // Texts of the API document.
    'Sign up for a new tenant. Sends an email with a link to confirm the address.':
      'Registrar un inquilino nuevo. Envía un correo con un enlace para confirmar la dirección.',
    'Confirm an email address, and create the tenant.': 'Confirmar una dirección de correo y crear el inquilino.',
    'Set a password with the token from the email, and create the tenant.':
      'Establecer una contraseña con el token del correo y crear el inquilino.',
  },
  pl: {
    Onboarding: 'Rejestracja',
    'Access onboarding': 'Dostęp do rejestracji',
    'Submit onboarding requests': 'Wysyłanie wniosków o rejestrację',
    'Verify onboarding requests': 'Weryfikowanie wniosków o rejestrację',
    'Self-service sign-up': 'Samodzielna rejestracja',
    'Lift the hold of a request': 'Zwolnienie wstrzymanego wniosku',
    'Provision a requested tenant': 'Przygotowanie wnioskowanego najemcy',
    'Purge requests': 'Usunięcie starych wniosków',
    'Request a tenant': 'Złożenie wniosku o najemcę',
    // Errors.
    'Self-service onboarding is disabled.': 'Samodzielna rejestracja jest wyłączona.',
    // Texts of the API document.
    'Sign up for a new tenant. Sends an email with a link to confirm the address.':
      'Zarejestruj nowego najemcę. Wysyła e-mail z linkiem do potwierdzenia adresu.',
    'Confirm an email address, and create the tenant.': 'Potwierdź adres e-mail i utwórz najemcę.',
    'Set a password with the token from the email, and create the tenant.':
      'Ustaw hasło za pomocą tokenu z e-maila i utwórz najemcę.',
  },
}
