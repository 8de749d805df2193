const en = {
  title: 'Second factor',
  intro: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
  introPasskey: 'Confirm with your passkey, or enter one of your recovery codes.',
  code: 'Code',
  confirm: 'Confirm',
  setUpTitle: 'Set up a second factor',
  setUpIntro:
    'Your organization requires a second factor. Scan this code with an authenticator app, or enter the key by hand.',
  key: 'Key',
  firstCode: 'The code that the app shows now',
  codesTitle: 'Your recovery codes',
  codesIntro:
    'If you lose your device, you can use each code once instead. Keep them in a safe place: they will not be shown again.',
  goOn: 'Continue',
  passkey: 'Use a passkey',
  cancelled: 'The passkey was not used. Please try again.',
  again: 'Sign in again',
  sso: 'Use single sign-on',
  ssoContinue: 'Continue to your organization’s sign-in',
  ssoTitle: 'Single sign-on',
  ssoEmail: 'Enter your e-mail address first: it tells us where your organization signs you in.',
  ssoNone: 'No organization has set up single sign-on for this address.',
  ssoLink: 'There is an account with your address already. Sign in to it once to link the two.',
  ssoFailed: 'Your organization’s sign-in could not be completed. Please try again, or ask your administrator.',
  ssoDenied: 'Your organization’s sign-in was not completed there. Please try again.',
  ssoNoAccount: 'There is no account for you here yet. Ask your administrator.',
}

type FactorTexts = typeof en

const de: FactorTexts = {
  title: 'Zweiter Faktor',
  intro: 'Geben Sie den Code Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
  introPasskey: 'Bestätigen Sie mit Ihrem Passkey oder geben Sie einen Ihrer Wiederherstellungscodes ein.',
  code: 'Code',
  confirm: 'Bestätigen',
  setUpTitle: 'Zweiten Faktor einrichten',
  setUpIntro:
    'Ihre Organisation verlangt einen zweiten Faktor. Scannen Sie diesen Code mit einer Authenticator-App oder geben Sie den Schlüssel von Hand ein.',
  key: 'Schlüssel',
  firstCode: 'Der Code, den die App jetzt anzeigt',
  codesTitle: 'Ihre Wiederherstellungscodes',
  codesIntro:
    'Jeder davon ersetzt einmal ein verlorenes Gerät. Bewahren Sie sie sicher auf: Sie werden nicht noch einmal angezeigt.',
  goOn: 'Weiter',
  passkey: 'Passkey verwenden',
  cancelled: 'Der Passkey wurde nicht benutzt. Bitte versuchen Sie es noch einmal.',
  again: 'Erneut anmelden',
  sso: 'Single Sign-on verwenden',
  ssoContinue: 'Weiter zur Anmeldung Ihrer Organisation',
  ssoTitle: 'Single Sign-on',
  ssoEmail: 'Geben Sie zuerst Ihre E-Mail-Adresse ein: Sie sagt uns, wo Ihre Organisation Sie anmeldet.',
  ssoNone: 'Für diese Adresse hat keine Organisation Single Sign-on eingerichtet.',
  ssoLink: 'Mit Ihrer Adresse gibt es bereits ein Konto. Melden Sie sich einmal damit an, um beide zu verbinden.',
  ssoFailed:
    'Die Anmeldung Ihrer Organisation konnte nicht abgeschlossen werden. Versuchen Sie es noch einmal oder fragen Sie Ihre Administration.',
  ssoDenied: 'Die Anmeldung bei Ihrer Organisation wurde dort nicht abgeschlossen. Bitte versuchen Sie es noch einmal.',
  ssoNoAccount: 'Für Sie gibt es hier noch kein Konto. Fragen Sie Ihre Administration.',
}

const es: FactorTexts = {
  title: 'Segundo factor',
  intro: 'Introduzca el código de su aplicación de autenticación o uno de sus códigos de recuperación.',
  introPasskey: 'Confirme con su llave de acceso o introduzca uno de sus códigos de recuperación.',
  code: 'Código',
  confirm: 'Confirmar',
  setUpTitle: 'Configurar un segundo factor',
  setUpIntro:
    'Su organización exige un segundo factor. Escanee este código con una aplicación de autenticación o introduzca la clave a mano.',
  key: 'Clave',
  firstCode: 'El código que muestra ahora la aplicación',
  codesTitle: 'Sus códigos de recuperación',
  codesIntro:
    'Cada uno sustituye una vez a un dispositivo perdido. Guárdelos en un lugar seguro: no se vuelven a mostrar.',
  goOn: 'Continuar',
  passkey: 'Usar una llave de acceso',
  cancelled: 'No se ha usado la llave de acceso. Inténtelo de nuevo.',
  again: 'Iniciar sesión de nuevo',
  sso: 'Usar el inicio de sesión único',
  ssoContinue: 'Continuar al inicio de sesión de su organización',
  ssoTitle: 'Inicio de sesión único',
  ssoEmail: 'Escriba primero su dirección de correo: nos dice dónde inicia sesión su organización.',
  ssoNone: 'Ninguna organización ha configurado el inicio de sesión único para esta dirección.',
  ssoLink: 'Ya existe una cuenta con su dirección. Inicie sesión en ella una vez para vincularlas.',
  ssoFailed:
    'No se ha podido completar el inicio de sesión de su organización. Inténtelo de nuevo o consulte a su administración.',
  ssoDenied: 'El inicio de sesión de su organización no se completó allí. Inténtelo de nuevo.',
  ssoNoAccount: 'Todavía no hay ninguna cuenta para usted. Consulte a su administración.',
}

const pl: FactorTexts = {
  title: 'Drugi składnik',
  intro: 'Wpisz kod z aplikacji uwierzytelniającej albo jeden z kodów odzyskiwania.',
  introPasskey: 'Potwierdź kluczem dostępu albo wpisz jeden z kodów odzyskiwania.',
  code: 'Kod',
  confirm: 'Potwierdź',
  setUpTitle: 'Skonfiguruj drugi składnik',
  setUpIntro:
    'Twoja organizacja wymaga drugiego składnika. Zeskanuj ten kod aplikacją uwierzytelniającą albo wpisz klucz ręcznie.',
  key: 'Klucz',
  firstCode: 'Kod, który aplikacja teraz pokazuje',
  codesTitle: 'Twoje kody odzyskiwania',
  codesIntro:
    'Każdy z nich raz zastępuje utracone urządzenie. Przechowuj je w bezpiecznym miejscu: nie zostaną pokazane ponownie.',
  goOn: 'Dalej',
  passkey: 'Użyj klucza dostępu',
  cancelled: 'Klucz dostępu nie został użyty. Spróbuj ponownie.',
  again: 'Zaloguj się ponownie',
  sso: 'Użyj logowania jednokrotnego',
  ssoContinue: 'Przejdź do logowania Twojej organizacji',
  ssoTitle: 'Logowanie jednokrotne',
  ssoEmail: 'Najpierw podaj adres e-mail: wskazuje, gdzie loguje Twoja organizacja.',
  ssoNone: 'Żadna organizacja nie skonfigurowała logowania jednokrotnego dla tego adresu.',
  ssoLink: 'Istnieje już konto z Twoim adresem. Zaloguj się na nie raz, aby je połączyć.',
  ssoFailed: 'Logowanie Twojej organizacji nie powiodło się. Spróbuj ponownie albo zapytaj administratora.',
  ssoDenied: 'Logowanie w Twojej organizacji nie zostało tam ukończone. Spróbuj ponownie.',
  ssoNoAccount: 'Nie masz tu jeszcze konta. Zapytaj administratora.',
}

const all: Readonly<Record<string, FactorTexts>> = { en, de, es, pl }

/** The texts of the pages about second factors; English for other languages. */
export const factorTextsFor = (locale: string): FactorTexts => all[locale] ?? en
