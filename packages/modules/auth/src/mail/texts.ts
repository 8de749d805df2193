import type { Locale } from '@plinth/core'

/** Which mail with a link: to choose a first password, or another one. */
export type LinkMail = 'invitation' | 'reset'

/** The words of one mail. `{tenant}` stands for the name of the tenant that it is about. */
export interface MailText {
  readonly subject: string
  readonly greeting: string
  readonly body: string
  /** What the link is called in HTML. */
  readonly action: string
  readonly closing: string
}

/** The words of the mails with links, in the languages of the contract (section 1.6). */
export const mailTexts: Readonly<Record<LinkMail, Readonly<Record<Locale, MailText>>>> = {
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
}
