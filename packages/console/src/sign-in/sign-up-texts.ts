import { type Texts, textsFor } from './texts.ts'

const en = {
  newHere: 'New here?',
  signUp: 'Create your account',
  signUpIntro: 'Start with an organization of your own. We will send you a link to confirm your e-mail address.',
  firstName: 'First name',
  lastName: 'Last name',
  organizationName: 'Organization',
  confirmPassword: 'Password again',
  terms: 'I accept the {terms}',
  termsOfUse: 'terms of use',
  marketing: 'Send me news by e-mail now and then',
  submit: 'Create the account',
  sentTitle: 'Check your mail',
  sent: 'We have sent a link to {email}. Follow it within 24 hours to get started.',
  confirmTitle: 'Choose your password',
  confirmIntro:
    'You opened the link in a different browser than the one you signed up with. Choose a password for your account.',
  invalid: 'This link is invalid or has expired. Sign up again to get another one.',
  already_exists: 'There is an account with this e-mail address already. Sign in instead.',
  error: 'Something went wrong on our side. Please follow the link in your mail again in a moment.',
}

type SignUpTexts = typeof en

const de: SignUpTexts = {
  newHere: 'Neu hier?',
  signUp: 'Konto anlegen',
  signUpIntro:
    'Beginnen Sie mit Ihrer eigenen Organisation. Wir senden Ihnen einen Link zur Bestätigung Ihrer E-Mail-Adresse.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  organizationName: 'Organisation',
  confirmPassword: 'Passwort wiederholen',
  terms: 'Ich stimme den {terms} zu',
  termsOfUse: 'Nutzungsbedingungen',
  marketing: 'Senden Sie mir ab und zu Neuigkeiten per E-Mail',
  submit: 'Konto anlegen',
  sentTitle: 'Sehen Sie in Ihre E-Mails',
  sent: 'Wir haben einen Link an {email} gesendet. Folgen Sie ihm innerhalb von 24 Stunden, um loszulegen.',
  confirmTitle: 'Passwort wählen',
  confirmIntro:
    'Sie haben den Link in einem anderen Browser geöffnet als dem, in dem Sie sich registriert haben. Wählen Sie das Passwort Ihres Kontos.',
  invalid: 'Dieser Link ist ungültig oder abgelaufen. Melden Sie sich erneut an, um einen neuen zu erhalten.',
  already_exists: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an.',
  error: 'Bei uns ist etwas schiefgegangen. Folgen Sie dem Link in der E-Mail bitte gleich noch einmal.',
}

const es: SignUpTexts = {
  newHere: '¿Aún no tiene cuenta?',
  signUp: 'Crear una cuenta',
  signUpIntro: 'Empiece con su propia organización. Le enviaremos un enlace para confirmar su correo electrónico.',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  organizationName: 'Organización',
  confirmPassword: 'Repita la contraseña',
  terms: 'Acepto las {terms}',
  termsOfUse: 'condiciones de uso',
  marketing: 'Envíenme novedades por correo de vez en cuando',
  submit: 'Crear la cuenta',
  sentTitle: 'Revise su correo',
  sent: 'Hemos enviado un enlace a {email}. Ábralo en un plazo de 24 horas para empezar.',
  confirmTitle: 'Elija su contraseña',
  confirmIntro:
    'Ha abierto el enlace en un navegador distinto de aquel en el que se registró. Elija la contraseña de su cuenta.',
  invalid: 'Este enlace no es válido o ha caducado. Regístrese de nuevo para recibir otro.',
  already_exists: 'Ya existe una cuenta con este correo electrónico. Inicie sesión.',
  error: 'Algo ha fallado por nuestra parte. Vuelva a abrir el enlace del correo dentro de un momento.',
}

const pl: SignUpTexts = {
  newHere: 'Nie masz jeszcze konta?',
  signUp: 'Załóż konto',
  signUpIntro: 'Zacznij od własnej organizacji. Wyślemy Ci link do potwierdzenia adresu e-mail.',
  firstName: 'Imię',
  lastName: 'Nazwisko',
  organizationName: 'Organizacja',
  confirmPassword: 'Powtórz hasło',
  terms: 'Akceptuję {terms}',
  termsOfUse: 'warunki korzystania',
  marketing: 'Przesyłajcie mi czasem nowości e-mailem',
  submit: 'Załóż konto',
  sentTitle: 'Sprawdź pocztę',
  sent: 'Wysłaliśmy link na adres {email}. Otwórz go w ciągu 24 godzin, aby rozpocząć.',
  confirmTitle: 'Ustaw hasło',
  confirmIntro:
    'Link został otwarty w innej przeglądarce niż ta, w której wysłano zgłoszenie. Ustaw hasło do swojego konta.',
  invalid: 'Ten link jest nieprawidłowy lub wygasł. Zarejestruj się ponownie, aby otrzymać kolejny.',
  already_exists: 'Konto z tym adresem e-mail już istnieje. Zaloguj się.',
  error: 'Coś poszło nie tak po naszej stronie. Za chwilę otwórz ponownie link z wiadomości.',
}

const languages: Readonly<Record<string, SignUpTexts>> = { en, de, es, pl }

/** The texts of the sign-up page, in addition to those of all pages. English if the language is not supported. */
export function signUpTextsFor(locale: string): Texts & SignUpTexts & { readonly locale: string } {
  const texts = textsFor(locale)
  return { ...texts, ...en, ...languages[texts.locale], locale: texts.locale }
}
