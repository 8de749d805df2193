import { defineTexts } from '../../kit/texts.ts'

/** What the settings of actions of rules are called. */
export const tr = defineTexts({
  en: {
    eventName: 'Event',
    field: 'Field',
    level: 'Level',
    message: 'Message',
    method: 'Method',
    recipients: 'Recipients',
    subject: 'Subject',
    url: 'Address (URL)',
    value: 'Value',
  },
  de: {
    eventName: 'Ereignis',
    field: 'Feld',
    level: 'Stufe',
    message: 'Meldung',
    method: 'Methode',
    recipients: 'Empfänger',
    subject: 'Betreff',
    url: 'Adresse (URL)',
    value: 'Wert',
  },
  es: {
    eventName: 'Evento',
    field: 'Campo',
    level: 'Nivel',
    message: 'Mensaje',
    method: 'Método',
    recipients: 'Destinatarios',
    subject: 'Asunto',
    url: 'Dirección (URL)',
    value: 'Valor',
  },
  pl: {
    eventName: 'Zdarzenie',
    field: 'Pole',
    level: 'Poziom',
    message: 'Komunikat',
    method: 'Metoda',
    recipients: 'Odbiorcy',
    subject: 'Temat',
    url: 'Adres (URL)',
    value: 'Wartość',
  },
})
