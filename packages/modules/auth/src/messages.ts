import type { Locale } from '@plinth/core/http'
import { z } from 'zod'

/** The form of a language. Routes check whether the platform has it. */
export const LocaleName = z.string().regex(/^[a-z]{2,3}$/)

const en = {
  invalidCredentials: 'Invalid email or password',
  tenantRequired: 'This account exists in several organizations; use the login link of yours.',
  permissionDenied: 'Not authorized for this area',
  invalidReset: 'Invalid request',
  invalidToken: 'Invalid or expired token',
  missingRefreshToken: 'Missing or invalid refresh token',
  invalidRefreshToken: 'Invalid or expired refresh token',
  invalidProfile: 'Invalid profile update.',
  wrongPassword: 'Current password is incorrect.',
  weakPassword: 'Password does not meet the requirements.',
  profileFailed: 'Failed to update profile.',
  account: 'Account',
  changePassword: 'Change password',
  factorRequired: 'Enter your second factor to sign in.',
  factorSetupRequired: 'Set up a second factor to sign in.',
  wrongCode: 'The code is incorrect.',
  challengeVoid: 'This sign-in has expired. Please sign in again.',
  needsFactor: 'Confirm with your second factor.',
  wrongPasskey: 'The passkey was not accepted.',
}

/** Messages that the contract localizes. */
export type AuthMessage = keyof typeof en

const messages: Readonly<Record<Locale, Readonly<Record<AuthMessage, string>>>> = {
  en,
  de: {
    invalidCredentials: 'E-Mail-Adresse oder Passwort ist falsch',
    tenantRequired: 'Dieses Konto gibt es in mehreren Organisationen; benutzen Sie den Anmeldelink Ihrer Organisation.',
    permissionDenied: 'Für diesen Bereich fehlt Ihnen die Berechtigung',
    invalidReset: 'Ungültige Anfrage',
    invalidToken: 'Der Link ist ungültig oder abgelaufen',
    missingRefreshToken: 'Das Erneuerungstoken fehlt oder ist ungültig',
    invalidRefreshToken: 'Das Erneuerungstoken ist ungültig oder abgelaufen',
    invalidProfile: 'Ungültige Änderung des Profils.',
    wrongPassword: 'Das aktuelle Passwort ist falsch.',
    weakPassword: 'Das Passwort erfüllt die Anforderungen nicht.',
    profileFailed: 'Das Profil konnte nicht geändert werden.',
    account: 'Konto',
    changePassword: 'Passwort ändern',
    factorRequired: 'Geben Sie Ihren zweiten Faktor ein, um sich anzumelden.',
    factorSetupRequired: 'Richten Sie einen zweiten Faktor ein, um sich anzumelden.',
    wrongCode: 'Der Code ist falsch.',
    challengeVoid: 'Diese Anmeldung ist abgelaufen. Bitte melden Sie sich erneut an.',
    needsFactor: 'Bestätigen Sie mit Ihrem zweiten Faktor.',
    wrongPasskey: 'Der Passkey wurde nicht akzeptiert.',
  },
  es: {
    invalidCredentials: 'Correo electrónico o contraseña incorrectos',
    tenantRequired: 'Esta cuenta existe en varias organizaciones; utilice el enlace de acceso de la suya.',
    permissionDenied: 'No tiene autorización para esta área',
    invalidReset: 'Solicitud no válida',
    invalidToken: 'El enlace no es válido o ha caducado',
    missingRefreshToken: 'Falta el token de renovación o no es válido',
    invalidRefreshToken: 'El token de renovación no es válido o ha caducado',
    invalidProfile: 'Cambio de perfil no válido.',
    wrongPassword: 'La contraseña actual no es correcta.',
    weakPassword: 'La contraseña no cumple los requisitos.',
    profileFailed: 'No se ha podido cambiar el perfil.',
    account: 'Cuenta',
    changePassword: 'Cambiar contraseña',
    factorRequired: 'Introduzca su segundo factor para iniciar sesión.',
    factorSetupRequired: 'Configure un segundo factor para iniciar sesión.',
    wrongCode: 'El código no es correcto.',
    challengeVoid: 'Este inicio de sesión ha caducado. Inicie sesión de nuevo.',
    needsFactor: 'Confirme con su segundo factor.',
    wrongPasskey: 'No se ha aceptado la llave de acceso.',
  },
  pl: {
    invalidCredentials: 'Nieprawidłowy adres e-mail lub hasło',
    tenantRequired: 'To konto istnieje w kilku organizacjach; użyj linku logowania swojej organizacji.',
    permissionDenied: 'Brak uprawnień do tego obszaru',
    invalidReset: 'Nieprawidłowe żądanie',
    invalidToken: 'Link jest nieprawidłowy lub wygasł',
    missingRefreshToken: 'Brak tokenu odświeżania lub jest on nieprawidłowy',
    invalidRefreshToken: 'Token odświeżania jest nieprawidłowy lub wygasł',
    invalidProfile: 'Nieprawidłowa zmiana profilu.',
    wrongPassword: 'Obecne hasło jest nieprawidłowe.',
    weakPassword: 'Hasło nie spełnia wymagań.',
    profileFailed: 'Nie udało się zmienić profilu.',
    account: 'Konto',
    changePassword: 'Zmień hasło',
    factorRequired: 'Podaj drugi składnik, aby się zalogować.',
    factorSetupRequired: 'Skonfiguruj drugi składnik, aby się zalogować.',
    wrongCode: 'Kod jest nieprawidłowy.',
    challengeVoid: 'To logowanie wygasło. Zaloguj się ponownie.',
    needsFactor: 'Potwierdź drugim składnikiem.',
    wrongPasskey: 'Klucz dostępu nie został zaakceptowany.',
  },
}

/** The message in the reader's language, or in English, which is the published wording and what the platform translates further. */
export function authText(locale: Locale, message: AuthMessage): string {
  return (messages[locale] ?? en)[message]
}
