import type { Locale } from '@plinth/core/http'

const en = {
  genericError: 'Please check the form and try again.',
  emailExists: 'There is an account with this e-mail address already. Sign in instead.',
  pending: 'A link has been sent already. You can ask for another one in {minutes} min.',
  emailSendFailed: 'The confirmation mail could not be sent. Please try again.',
  email: 'Enter a valid e-mail address.',
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  organizationName: 'Enter the name of your organization.',
  password: 'The password does not meet the requirements.',
  confirmPassword: 'The passwords do not match.',
  termsAccepted: 'Accept the terms to continue.',
}

/** Messages for applicants that the contract localizes. */
export type OnboardingMessage = keyof typeof en

const messages: Readonly<Record<Locale, Readonly<Record<OnboardingMessage, string>>>> = {
  en,
  de: {
    genericError: 'Bitte prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.',
    emailExists: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an.',
    pending: 'Ein Link wurde bereits gesendet. In {minutes} Min. können Sie einen neuen anfordern.',
    emailSendFailed: 'Die Bestätigungsmail konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.',
    email: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    firstName: 'Geben Sie Ihren Vornamen ein.',
    lastName: 'Geben Sie Ihren Nachnamen ein.',
    organizationName: 'Geben Sie den Namen Ihrer Organisation ein.',
    password: 'Das Passwort erfüllt die Anforderungen nicht.',
    confirmPassword: 'Die Passwörter stimmen nicht überein.',
    termsAccepted: 'Stimmen Sie den Bedingungen zu, um fortzufahren.',
  },
  es: {
    genericError: 'Revise el formulario e inténtelo de nuevo.',
    emailExists: 'Ya existe una cuenta con este correo electrónico. Inicie sesión.',
    pending: 'Ya se ha enviado un enlace. Podrá solicitar otro dentro de {minutes} min.',
    emailSendFailed: 'No se ha podido enviar el correo de confirmación. Inténtelo de nuevo.',
    email: 'Introduzca un correo electrónico válido.',
    firstName: 'Introduzca su nombre.',
    lastName: 'Introduzca sus apellidos.',
    organizationName: 'Introduzca el nombre de su organización.',
    password: 'La contraseña no cumple los requisitos.',
    confirmPassword: 'Las contraseñas no coinciden.',
    termsAccepted: 'Acepte las condiciones para continuar.',
  },
  pl: {
    genericError: 'Sprawdź formularz i spróbuj ponownie.',
    emailExists: 'Konto z tym adresem e-mail już istnieje. Zaloguj się.',
    pending: 'Link został już wysłany. O kolejny możesz poprosić za {minutes} min.',
    emailSendFailed: 'Nie udało się wysłać wiadomości potwierdzającej. Spróbuj ponownie.',
    email: 'Podaj prawidłowy adres e-mail.',
    firstName: 'Podaj imię.',
    lastName: 'Podaj nazwisko.',
    organizationName: 'Podaj nazwę organizacji.',
    password: 'Hasło nie spełnia wymagań.',
    confirmPassword: 'Hasła nie są takie same.',
    termsAccepted: 'Zaakceptuj warunki, aby kontynuować.',
  },
}

/** The message in the reader's language. */
export function onboardingText(
  locale: Locale,
  message: OnboardingMessage,
  { minutes = 0 }: { readonly minutes?: number } = {},
): string {
  return (messages[locale] ?? en)[message].replace('{minutes}', String(minutes))
}
