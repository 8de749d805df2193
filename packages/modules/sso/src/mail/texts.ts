import type { LetterTexts } from '@plinth/auth'

/** What the owner of an account is told. */
export type LinkNews = 'linked' | 'unlinked'

/** The texts of emails about links, in the languages of the contract. `{detail}` is the name of the connection. */
export const letterTexts: Readonly<Record<LinkNews, LetterTexts>> = {
  linked: {
    en: {
      subject: 'Your account at {tenant} can be used with {detail}',
      greeting: 'Hello,',
      body: 'your account at {tenant} was linked to your identity at {detail}. From now on, you can sign in with it. If that was not you, sign in, end the link, and tell an administrator:',
      action: 'Sign in',
      closing: 'If it was you, there is nothing to do.',
    },
    de: {
      subject: 'Ihr Konto bei {tenant} lässt sich mit {detail} benutzen',
      greeting: 'Guten Tag,',
      body: 'Ihr Konto bei {tenant} wurde mit Ihrer Identität bei {detail} verknüpft. Sie können sich von nun an damit anmelden. Falls Sie das nicht waren, melden Sie sich an, lösen Sie die Verknüpfung, und sagen Sie einem Administrator Bescheid:',
      action: 'Anmelden',
      closing: 'Falls Sie es waren, ist nichts zu tun.',
    },
    es: {
      subject: 'Su cuenta en {tenant} puede usarse con {detail}',
      greeting: 'Hola:',
      body: 'Su cuenta en {tenant} se ha vinculado con su identidad en {detail}. A partir de ahora puede iniciar sesión con ella. Si no ha sido usted, inicie sesión, elimine el vínculo y avise a un administrador:',
      action: 'Iniciar sesión',
      closing: 'Si ha sido usted, no tiene que hacer nada.',
    },
    pl: {
      subject: 'Z konta w {tenant} można korzystać przez {detail}',
      greeting: 'Dzień dobry,',
      body: 'Twoje konto w {tenant} połączono z Twoją tożsamością w {detail}. Od teraz możesz się nią logować. Jeśli to nie Ty, zaloguj się, usuń połączenie i powiadom administratora:',
      action: 'Zaloguj się',
      closing: 'Jeśli to Ty, nie musisz nic robić.',
    },
  },
  unlinked: {
    en: {
      subject: 'Your account at {tenant} can no longer be used with {detail}',
      greeting: 'Hello,',
      body: 'the link of your account at {tenant} to your identity at {detail} was ended. If that was not you, tell an administrator.',
      action: 'Sign in',
      closing: 'If it was you, there is nothing to do.',
    },
    de: {
      subject: 'Ihr Konto bei {tenant} lässt sich nicht mehr mit {detail} benutzen',
      greeting: 'Guten Tag,',
      body: 'die Verknüpfung Ihres Kontos bei {tenant} mit Ihrer Identität bei {detail} wurde gelöst. Falls Sie das nicht waren, sagen Sie einem Administrator Bescheid.',
      action: 'Anmelden',
      closing: 'Falls Sie es waren, ist nichts zu tun.',
    },
    es: {
      subject: 'Su cuenta en {tenant} ya no puede usarse con {detail}',
      greeting: 'Hola:',
      body: 'Se ha eliminado el vínculo de su cuenta en {tenant} con su identidad en {detail}. Si no ha sido usted, avise a un administrador.',
      action: 'Iniciar sesión',
      closing: 'Si ha sido usted, no tiene que hacer nada.',
    },
    pl: {
      subject: 'Z konta w {tenant} nie można już korzystać przez {detail}',
      greeting: 'Dzień dobry,',
      body: 'usunięto połączenie Twojego konta w {tenant} z Twoją tożsamością w {detail}. Jeśli to nie Ty, powiadom administratora.',
      action: 'Zaloguj się',
      closing: 'Jeśli to Ty, nie musisz nic robić.',
    },
  },
}
