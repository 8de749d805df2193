import { type LetterTexts, linkMail } from '@plinth/auth'

/** Texts of the verification email. `{tenant}` is replaced by the organization's name. */
const letterTexts: LetterTexts = {
  en: {
    subject: 'Confirm your e-mail address for {tenant}',
    greeting: 'Hello,',
    body: 'thank you for signing up {tenant}. Confirm your e-mail address within 24 hours to get started:',
    action: 'Confirm and start',
    closing: 'If you did not sign up, you can ignore this mail.',
  },
  de: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {tenant}',
    greeting: 'Guten Tag,',
    body: 'danke, dass Sie {tenant} registriert haben. Bestätigen Sie innerhalb von 24 Stunden Ihre E-Mail-Adresse, um loszulegen:',
    action: 'Bestätigen und loslegen',
    closing: 'Falls Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren.',
  },
  es: {
    subject: 'Confirme su correo electrónico para {tenant}',
    greeting: 'Hola:',
    body: 'Gracias por registrar {tenant}. Confirme su correo electrónico en un plazo de 24 horas para empezar:',
    action: 'Confirmar y empezar',
    closing: 'Si no se ha registrado, puede ignorar este correo.',
  },
  pl: {
    subject: 'Potwierdź adres e-mail dla {tenant}',
    greeting: 'Dzień dobry,',
    body: 'dziękujemy za rejestrację {tenant}. Aby rozpocząć, potwierdź swój adres e-mail w ciągu 24 godzin:',
    action: 'Potwierdź i rozpocznij',
    closing: 'Jeśli to nie Ty się rejestrujesz, zignoruj tę wiadomość.',
  },
}

/** The email with the link that confirms an address. It is sent before there is a tenant, so tenants cannot edit it. */
export const verificationMail = linkMail({
  id: 'onboarding.verification',
  title: 'Confirmation of an email address',
  texts: letterTexts,
})
