import type { Locale } from '@plinth/core/http'

/** Kinds of emails that tell the owner of an account about a change of its sign-in. */
export type NoticeMail = 'factorAdded' | 'factorRemoved' | 'factorsReset' | 'recoveryCodeUsed' | 'newDevice'

/** Kinds of emails with a link: to choose a first password, to choose another one, or to restore a changed address. */
type LetterKind = 'invitation' | 'invitationBy' | 'reset' | 'addressChanged' | 'resetElsewhere' | NoticeMail

/** The parts of an email with a link. `{tenant}` is replaced by the name of the tenant, other names by further values. */
export interface LetterText {
  readonly subject: string
  readonly greeting: string
  readonly body: string
  /** The label of the link in HTML. */
  readonly action: string
  readonly closing: string
}

/** The parts of an email, at least in English, from which the platform translates those of other languages. */
export type LetterTexts = Readonly<Record<Locale, LetterText>> & { readonly en: LetterText }

/** The texts of emails with links. */
export const letterTexts: Readonly<Record<LetterKind, LetterTexts>> = {
  invitation: {
    en: {
      subject: 'Your invitation to {tenant}',
      greeting: 'Hello,',
      body: 'an account has been created for you at {tenant}. Choose your password within 48 hours:',
      action: 'Choose a password',
      closing: 'If you did not expect this mail, you can ignore it.',
    },
    de: {
      subject: 'Ihre Einladung zu {tenant}',
      greeting: 'Guten Tag,',
      body: 'für Sie wurde ein Konto bei {tenant} angelegt. Wählen Sie innerhalb von 48 Stunden Ihr Passwort:',
      action: 'Passwort wählen',
      closing: 'Falls Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
    },
    es: {
      subject: 'Su invitación a {tenant}',
      greeting: 'Hola:',
      body: 'Se ha creado una cuenta para usted en {tenant}. Elija su contraseña en un plazo de 48 horas:',
      action: 'Elegir contraseña',
      closing: 'Si no esperaba este correo, puede ignorarlo.',
    },
    pl: {
      subject: 'Zaproszenie do {tenant}',
      greeting: 'Dzień dobry,',
      body: 'utworzono dla Ciebie konto w {tenant}. Ustaw hasło w ciągu 48 godzin:',
      action: 'Ustaw hasło',
      closing: 'Jeśli ta wiadomość jest dla Ciebie niespodzianką, możesz ją zignorować.',
    },
  },
  invitationBy: {
    en: {
      subject: 'Your invitation to {tenant}',
      greeting: 'Hello,',
      body: '{inviter} has invited you to {tenant} and created an account for you. Choose your password within 48 hours:',
      action: 'Choose a password',
      closing: 'If you did not expect this mail, you can ignore it.',
    },
    de: {
      subject: 'Ihre Einladung zu {tenant}',
      greeting: 'Guten Tag,',
      body: '{inviter} hat Sie zu {tenant} eingeladen und ein Konto für Sie angelegt. Wählen Sie innerhalb von 48 Stunden Ihr Passwort:',
      action: 'Passwort wählen',
      closing: 'Falls Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
    },
    es: {
      subject: 'Su invitación a {tenant}',
      greeting: 'Hola:',
      body: '{inviter} le ha invitado a {tenant} y ha creado una cuenta para usted. Elija su contraseña en un plazo de 48 horas:',
      action: 'Elegir contraseña',
      closing: 'Si no esperaba este correo, puede ignorarlo.',
    },
    pl: {
      subject: 'Zaproszenie do {tenant}',
      greeting: 'Dzień dobry,',
      body: '{inviter} zaprasza Cię do {tenant}; utworzono dla Ciebie konto. Ustaw hasło w ciągu 48 godzin:',
      action: 'Ustaw hasło',
      closing: 'Jeśli ta wiadomość jest dla Ciebie niespodzianką, możesz ją zignorować.',
    },
  },
  reset: {
    en: {
      subject: 'Reset your password at {tenant}',
      greeting: 'Hello,',
      body: 'somebody asked to reset the password of your account at {tenant}. Choose a new one within 60 minutes:',
      action: 'Choose a new password',
      closing: 'If it was not you, ignore this mail: your password stays as it is.',
    },
    de: {
      subject: 'Ihr Passwort bei {tenant} zurücksetzen',
      greeting: 'Guten Tag,',
      body: 'jemand möchte das Passwort Ihres Kontos bei {tenant} zurücksetzen. Wählen Sie innerhalb von 60 Minuten ein neues:',
      action: 'Neues Passwort wählen',
      closing: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    },
    es: {
      subject: 'Restablezca su contraseña en {tenant}',
      greeting: 'Hola:',
      body: 'Alguien ha pedido restablecer la contraseña de su cuenta en {tenant}. Elija una nueva en un plazo de 60 minutos:',
      action: 'Elegir una contraseña nueva',
      closing: 'Si no ha sido usted, ignore este correo: su contraseña no cambia.',
    },
    pl: {
      subject: 'Zmiana hasła w {tenant}',
      greeting: 'Dzień dobry,',
      body: 'ktoś poprosił o zmianę hasła do Twojego konta w {tenant}. Ustaw nowe hasło w ciągu 60 minut:',
      action: 'Ustaw nowe hasło',
      closing: 'Jeśli to nie Ty, zignoruj tę wiadomość: hasło pozostanie bez zmian.',
    },
  },
  addressChanged: {
    en: {
      subject: 'The e-mail address of your account at {tenant} was changed',
      greeting: 'Hello,',
      body: 'your account at {tenant} now has another e-mail address. If that was not you, undo the change within 7 days: choose a new password with this link. Your account gets this address again, and everybody who is signed in is signed out.',
      action: 'Undo the change',
      closing: 'If it was you, there is nothing to do.',
    },
    de: {
      subject: 'Die E-Mail-Adresse Ihres Kontos bei {tenant} wurde geändert',
      greeting: 'Guten Tag,',
      body: 'Ihr Konto bei {tenant} hat jetzt eine andere E-Mail-Adresse. Falls Sie das nicht waren, nehmen Sie es innerhalb von 7 Tagen zurück: Wählen Sie über diesen Link ein neues Passwort. Ihr Konto erhält diese Adresse wieder, und alle Anmeldungen enden.',
      action: 'Änderung zurücknehmen',
      closing: 'Falls Sie es selbst waren, müssen Sie nichts tun.',
    },
    es: {
      subject: 'Se ha cambiado el correo electrónico de su cuenta en {tenant}',
      greeting: 'Hola:',
      body: 'Su cuenta en {tenant} tiene ahora otra dirección de correo. Si no ha sido usted, deshaga el cambio en un plazo de 7 días: elija una contraseña nueva con este enlace. Su cuenta recuperará esta dirección y se cerrarán todas las sesiones.',
      action: 'Deshacer el cambio',
      closing: 'Si ha sido usted, no tiene que hacer nada.',
    },
    pl: {
      subject: 'Zmieniono adres e-mail Twojego konta w {tenant}',
      greeting: 'Dzień dobry,',
      body: 'Twoje konto w {tenant} ma teraz inny adres e-mail. Jeśli to nie Ty, cofnij tę zmianę w ciągu 7 dni: ustaw nowe hasło za pomocą tego linku. Konto odzyska ten adres, a wszystkie sesje zostaną zakończone.',
      action: 'Cofnij zmianę',
      closing: 'Jeśli to Ty, nie musisz nic robić.',
    },
  },
  resetElsewhere: {
    en: {
      subject: 'Somebody asked to reset the password of your account at {tenant}',
      greeting: 'Hello,',
      body: 'the e-mail address of your account at {tenant} was changed recently, and now somebody has asked for a new password with the new address. If that was not you, undo the change: choose a new password with this link. Your account gets this address again, and everybody who is signed in is signed out.',
      action: 'Undo the change',
      closing: 'If it was you, there is nothing to do.',
    },
    de: {
      subject: 'Jemand möchte das Passwort Ihres Kontos bei {tenant} zurücksetzen',
      greeting: 'Guten Tag,',
      body: 'die E-Mail-Adresse Ihres Kontos bei {tenant} wurde vor Kurzem geändert, und jetzt hat jemand über die neue Adresse ein neues Passwort angefordert. Falls Sie das nicht waren, nehmen Sie die Änderung zurück: Wählen Sie über diesen Link ein neues Passwort. Ihr Konto erhält diese Adresse wieder, und alle Anmeldungen enden.',
      action: 'Änderung zurücknehmen',
      closing: 'Falls Sie es selbst waren, müssen Sie nichts tun.',
    },
    es: {
      subject: 'Alguien ha pedido restablecer la contraseña de su cuenta en {tenant}',
      greeting: 'Hola:',
      body: 'La dirección de correo de su cuenta en {tenant} se ha cambiado hace poco, y ahora alguien ha pedido una contraseña nueva con la dirección nueva. Si no ha sido usted, deshaga el cambio: elija una contraseña nueva con este enlace. Su cuenta recuperará esta dirección y se cerrarán todas las sesiones.',
      action: 'Deshacer el cambio',
      closing: 'Si ha sido usted, no tiene que hacer nada.',
    },
    pl: {
      subject: 'Ktoś poprosił o zmianę hasła do Twojego konta w {tenant}',
      greeting: 'Dzień dobry,',
      body: 'adres e-mail Twojego konta w {tenant} został niedawno zmieniony, a teraz ktoś poprosił o nowe hasło, używając nowego adresu. Jeśli to nie Ty, cofnij zmianę: ustaw nowe hasło za pomocą tego linku. Konto odzyska ten adres, a wszystkie sesje zostaną zakończone.',
      action: 'Cofnij zmianę',
      closing: 'Jeśli to Ty, nie musisz nic robić.',
    },
  },
  factorAdded: {
    en: {
      subject: 'A second factor was added to your account at {tenant}',
      greeting: 'Hello,',
      body: 'a second factor was added to your account at {tenant}: {detail}. From now on it is asked for when you sign in.',
      action: 'Sign in',
      closing: 'If it was you, there is nothing to do. If not, change your password and tell your administrator.',
    },
    de: {
      subject: 'Ihrem Konto bei {tenant} wurde ein zweiter Faktor hinzugefügt',
      greeting: 'Guten Tag,',
      body: 'Ihrem Konto bei {tenant} wurde ein zweiter Faktor hinzugefügt: {detail}. Er wird ab jetzt bei der Anmeldung verlangt.',
      action: 'Anmelden',
      closing:
        'Falls Sie es selbst waren, müssen Sie nichts tun. Falls nicht, ändern Sie Ihr Passwort und informieren Sie Ihre Administration.',
    },
    es: {
      subject: 'Se ha añadido un segundo factor a su cuenta en {tenant}',
      greeting: 'Hola:',
      body: 'Se ha añadido un segundo factor a su cuenta en {tenant}: {detail}. A partir de ahora se pedirá al iniciar sesión.',
      action: 'Iniciar sesión',
      closing: 'Si ha sido usted, no tiene que hacer nada. Si no, cambie su contraseña y avise a su administración.',
    },
    pl: {
      subject: 'Dodano drugi składnik do Twojego konta w {tenant}',
      greeting: 'Dzień dobry,',
      body: 'do Twojego konta w {tenant} dodano drugi składnik: {detail}. Od teraz będzie wymagany przy logowaniu.',
      action: 'Zaloguj się',
      closing: 'Jeśli to Ty, nie musisz nic robić. Jeśli nie, zmień hasło i powiadom administratora.',
    },
  },
  factorRemoved: {
    en: {
      subject: 'A second factor was removed from your account at {tenant}',
      greeting: 'Hello,',
      body: 'a second factor was removed from your account at {tenant}: {detail}.',
      action: 'Sign in',
      closing: 'If it was you, there is nothing to do. If not, change your password and tell your administrator.',
    },
    de: {
      subject: 'Ein zweiter Faktor Ihres Kontos bei {tenant} wurde entfernt',
      greeting: 'Guten Tag,',
      body: 'ein zweiter Faktor Ihres Kontos bei {tenant} wurde entfernt: {detail}.',
      action: 'Anmelden',
      closing:
        'Falls Sie es selbst waren, müssen Sie nichts tun. Falls nicht, ändern Sie Ihr Passwort und informieren Sie Ihre Administration.',
    },
    es: {
      subject: 'Se ha quitado un segundo factor de su cuenta en {tenant}',
      greeting: 'Hola:',
      body: 'Se ha quitado un segundo factor de su cuenta en {tenant}: {detail}.',
      action: 'Iniciar sesión',
      closing: 'Si ha sido usted, no tiene que hacer nada. Si no, cambie su contraseña y avise a su administración.',
    },
    pl: {
      subject: 'Usunięto drugi składnik z Twojego konta w {tenant}',
      greeting: 'Dzień dobry,',
      body: 'z Twojego konta w {tenant} usunięto drugi składnik: {detail}.',
      action: 'Zaloguj się',
      closing: 'Jeśli to Ty, nie musisz nic robić. Jeśli nie, zmień hasło i powiadom administratora.',
    },
  },
  factorsReset: {
    en: {
      subject: 'The second factors of your account at {tenant} were reset',
      greeting: 'Hello,',
      body: 'an administrator has removed all second factors of your account at {tenant}, and everybody who was signed in has been signed out. Sign in and add a new one.',
      action: 'Sign in',
      closing: 'If it was you, there is nothing to do. If not, change your password and tell your administrator.',
    },
    de: {
      subject: 'Die zweiten Faktoren Ihres Kontos bei {tenant} wurden zurückgesetzt',
      greeting: 'Guten Tag,',
      body: 'die Administration hat alle zweiten Faktoren Ihres Kontos bei {tenant} entfernt, und alle Anmeldungen wurden beendet. Melden Sie sich an und fügen Sie einen neuen hinzu.',
      action: 'Anmelden',
      closing:
        'Falls Sie es selbst waren, müssen Sie nichts tun. Falls nicht, ändern Sie Ihr Passwort und informieren Sie Ihre Administration.',
    },
    es: {
      subject: 'Se han restablecido los segundos factores de su cuenta en {tenant}',
      greeting: 'Hola:',
      body: 'Un administrador ha quitado todos los segundos factores de su cuenta en {tenant} y se han cerrado todas las sesiones. Inicie sesión y añada uno nuevo.',
      action: 'Iniciar sesión',
      closing: 'Si ha sido usted, no tiene que hacer nada. Si no, cambie su contraseña y avise a su administración.',
    },
    pl: {
      subject: 'Zresetowano drugie składniki Twojego konta w {tenant}',
      greeting: 'Dzień dobry,',
      body: 'administrator usunął wszystkie drugie składniki Twojego konta w {tenant}, a wszystkie sesje zostały zakończone. Zaloguj się i dodaj nowy.',
      action: 'Zaloguj się',
      closing: 'Jeśli to Ty, nie musisz nic robić. Jeśli nie, zmień hasło i powiadom administratora.',
    },
  },
  recoveryCodeUsed: {
    en: {
      subject: 'A recovery code of your account at {tenant} was used',
      greeting: 'Hello,',
      body: 'somebody used one of the recovery codes of your account at {tenant} instead of its second factor.',
      action: 'Sign in',
      closing: 'If it was you, there is nothing to do. If not, change your password and tell your administrator.',
    },
    de: {
      subject: 'Ein Wiederherstellungscode Ihres Kontos bei {tenant} wurde benutzt',
      greeting: 'Guten Tag,',
      body: 'jemand hat einen Wiederherstellungscode Ihres Kontos bei {tenant} anstelle des zweiten Faktors benutzt.',
      action: 'Anmelden',
      closing:
        'Falls Sie es selbst waren, müssen Sie nichts tun. Falls nicht, ändern Sie Ihr Passwort und informieren Sie Ihre Administration.',
    },
    es: {
      subject: 'Se ha usado un código de recuperación de su cuenta en {tenant}',
      greeting: 'Hola:',
      body: 'Alguien ha usado un código de recuperación de su cuenta en {tenant} en lugar del segundo factor.',
      action: 'Iniciar sesión',
      closing: 'Si ha sido usted, no tiene que hacer nada. Si no, cambie su contraseña y avise a su administración.',
    },
    pl: {
      subject: 'Użyto kodu odzyskiwania Twojego konta w {tenant}',
      greeting: 'Dzień dobry,',
      body: 'ktoś użył kodu odzyskiwania Twojego konta w {tenant} zamiast drugiego składnika.',
      action: 'Zaloguj się',
      closing: 'Jeśli to Ty, nie musisz nic robić. Jeśli nie, zmień hasło i powiadom administratora.',
    },
  },
  newDevice: {
    en: {
      subject: 'A new device signed in to your account at {tenant}',
      greeting: 'Hello,',
      body: 'a device that was not used before signed in to your account at {tenant}: {detail}.',
      action: 'Sign in',
      closing: 'If it was you, there is nothing to do. If not, change your password and tell your administrator.',
    },
    de: {
      subject: 'Ein neues Gerät hat sich bei Ihrem Konto bei {tenant} angemeldet',
      greeting: 'Guten Tag,',
      body: 'ein bisher nicht benutztes Gerät hat sich bei Ihrem Konto bei {tenant} angemeldet: {detail}.',
      action: 'Anmelden',
      closing:
        'Falls Sie es selbst waren, müssen Sie nichts tun. Falls nicht, ändern Sie Ihr Passwort und informieren Sie Ihre Administration.',
    },
    es: {
      subject: 'Un dispositivo nuevo ha iniciado sesión en su cuenta en {tenant}',
      greeting: 'Hola:',
      body: 'Un dispositivo que no se había usado antes ha iniciado sesión en su cuenta en {tenant}: {detail}.',
      action: 'Iniciar sesión',
      closing: 'Si ha sido usted, no tiene que hacer nada. Si no, cambie su contraseña y avise a su administración.',
    },
    pl: {
      subject: 'Nowe urządzenie zalogowało się na Twoje konto w {tenant}',
      greeting: 'Dzień dobry,',
      body: 'na Twoje konto w {tenant} zalogowało się urządzenie, którego wcześniej nie używano: {detail}.',
      action: 'Zaloguj się',
      closing: 'Jeśli to Ty, nie musisz nic robić. Jeśli nie, zmień hasło i powiadom administratora.',
    },
  },
}
