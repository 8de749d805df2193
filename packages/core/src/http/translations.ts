import type { z } from 'zod'
import type { Locale } from '../define/locales.ts'
import type { Texts, Translations } from '../define/texts.ts'
import { isPlain } from '../plain-object.ts'
import { issuesIn } from './localized-issues.ts'

/** Errors that the platform itself throws, as far as people meet them. */
export const ownTranslations: Translations = {
  de: {
    'The request body is larger than {limit} bytes': 'Die Anfrage ist größer als {limit} Bytes',
    'The body is not valid JSON': 'Der Inhalt ist kein gültiges JSON',
    'Requests that other sites send are refused.': 'Anfragen, die andere Websites senden, werden abgelehnt.',
    'Too many requests are waiting': 'Es warten zu viele Anfragen',
    'The file is too large': 'Die Datei ist zu groß',
    'A file can have at most {size} bytes': 'Eine Datei darf höchstens {size} Bytes haben',
    'This request is still being processed': 'Diese Anfrage wird noch bearbeitet',
    'Other exports of this tenant are running. Please try again when they have ended.':
      'Andere Exporte dieses Mandanten laufen noch. Bitte versuchen Sie es danach erneut.',
    'Not Found': 'Nicht gefunden',
    Unauthorized: 'Nicht angemeldet',
    Forbidden: 'Keine Berechtigung',
    'Too many requests. Please try again later.': 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
    'Not possible in the state {state}': 'Im Zustand {state} nicht möglich',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Sie sehen die Anwendung als jemand anderes: Sie können nichts ändern, und Persönliches wird nicht gezeigt.',
    'Invalid input': 'Ungültige Eingabe',
    'Invalid id': 'Ungültige Id',
    '{record} not found': '{record} nicht gefunden',
    'Already in use': 'Schon vergeben',
    'Still in use': 'Noch in Gebrauch',
    'Validation failed': 'Die Prüfung ist fehlgeschlagen',
    'This refers to something that does not exist, or is still in use':
      'Dies verweist auf etwas, das es nicht gibt, oder ist noch in Gebrauch',
    'This conflicts with an existing record': 'Dies steht im Widerspruch zu einem vorhandenen Datensatz',
    'This record has changed since it was loaded': 'Dieser Datensatz wurde geändert, seit er geladen wurde',
    'The preview is out of date': 'Die Vorschau ist veraltet',
    'Organization out of scope': 'Kein Zugriff auf diese Organisation',
    'Not authorized to target this tenant.': 'Kein Zugriff auf diesen Mandanten.',
    'Please verify your identity.': 'Bitte bestätigen Sie Ihre Identität.',
    'Undo token not available': 'Dies kann nicht rückgängig gemacht werden',
    'Redo target not available': 'Dies kann nicht wiederhergestellt werden',
    'Later changes are in the way': 'Spätere Änderungen stehen dem entgegen',
    'This can only be undone as a whole': 'Dies kann nur als Ganzes rückgängig gemacht werden',
    'The data that this action changed is no longer stored':
      'Die Daten, die dieser Vorgang geändert hat, sind nicht mehr gespeichert',
    'This action changed data outside your organizations.':
      'Dieser Vorgang hat Daten außerhalb Ihrer Organisationen geändert.',
    'This action changed rows that are not visible to you.': 'Dieser Vorgang hat Zeilen geändert, die Sie nicht sehen.',
    'This action changed fields that are not visible to you, or that you may not change.':
      'Dieser Vorgang hat Felder geändert, die Sie nicht sehen oder nicht ändern dürfen.',
    'The request took too long': 'Die Anfrage hat zu lange gedauert',
    'Too many concurrent changes. Please try again': 'Zu viele gleichzeitige Änderungen. Bitte versuchen Sie es erneut',
    'Internal server error': 'Interner Serverfehler',
    'Something went wrong. Please try again later.': 'Etwas ist schiefgegangen. Bitte versuchen Sie es später erneut.',
    'The list has {total} rows, and an export at most {most}. Please filter the list.':
      'Die Liste hat {total} Zeilen, ein Export höchstens {most}. Bitte filtern Sie die Liste.',
  },
  es: {
    'The request body is larger than {limit} bytes': 'La solicitud tiene más de {limit} bytes',
    'The body is not valid JSON': 'El contenido no es JSON válido',
    'Requests that other sites send are refused.': 'Se rechazan las solicitudes que envían otros sitios.',
    'Too many requests are waiting': 'Hay demasiadas solicitudes en espera',
    'The file is too large': 'El archivo es demasiado grande',
    'A file can have at most {size} bytes': 'Un archivo puede tener como máximo {size} bytes',
    'This request is still being processed': 'Esta solicitud aún se está procesando',
    'Other exports of this tenant are running. Please try again when they have ended.':
      'Hay otras exportaciones de este inquilino en curso. Inténtelo de nuevo cuando terminen.',
    'Not Found': 'No encontrado',
    Unauthorized: 'No autenticado',
    Forbidden: 'Sin autorización',
    'Too many requests. Please try again later.': 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
    'Not possible in the state {state}': 'No es posible en el estado {state}',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Está viendo la aplicación como otra persona: no puede cambiar nada, y lo personal no se muestra.',
    'Invalid input': 'Datos no válidos',
    'Invalid id': 'Identificador no válido',
    '{record} not found': '{record}: no encontrado',
    'Already in use': 'Ya está en uso',
    'Still in use': 'Todavía en uso',
    'Validation failed': 'La validación ha fallado',
    'This refers to something that does not exist, or is still in use':
      'Esto hace referencia a algo que no existe o todavía está en uso',
    'This conflicts with an existing record': 'Esto entra en conflicto con un registro existente',
    'This record has changed since it was loaded': 'Este registro ha cambiado desde que se cargó',
    'The preview is out of date': 'La vista previa está desactualizada',
    'Organization out of scope': 'Organización fuera de su ámbito',
    'Not authorized to target this tenant.': 'Sin autorización para este inquilino.',
    'Please verify your identity.': 'Verifique su identidad.',
    'Undo token not available': 'Esto no se puede deshacer',
    'Redo target not available': 'Esto no se puede rehacer',
    'Later changes are in the way': 'Hay cambios posteriores que lo impiden',
    'This can only be undone as a whole': 'Esto solo se puede deshacer por completo',
    'The data that this action changed is no longer stored': 'Los datos que cambió esta acción ya no se conservan',
    'This action changed data outside your organizations.': 'Esta acción cambió datos fuera de sus organizaciones.',
    'This action changed rows that are not visible to you.': 'Esta acción cambió filas que usted no ve.',
    'This action changed fields that are not visible to you, or that you may not change.':
      'Esta acción cambió campos que usted no ve o no puede cambiar.',
    'The request took too long': 'La solicitud ha tardado demasiado',
    'Too many concurrent changes. Please try again': 'Demasiados cambios simultáneos. Inténtelo de nuevo',
    'Internal server error': 'Error interno del servidor',
    'Something went wrong. Please try again later.': 'Algo ha fallado. Inténtelo de nuevo más tarde.',
    'The list has {total} rows, and an export at most {most}. Please filter the list.':
      'La lista tiene {total} filas, y una exportación como máximo {most}. Filtre la lista.',
  },
  pl: {
    'The request body is larger than {limit} bytes': 'Żądanie ma ponad {limit} bajtów',
    'The body is not valid JSON': 'Treść nie jest poprawnym JSON',
    'Requests that other sites send are refused.': 'Żądania wysyłane przez inne witryny są odrzucane.',
    'Too many requests are waiting': 'Zbyt wiele żądań oczekuje',
    'The file is too large': 'Plik jest za duży',
    'A file can have at most {size} bytes': 'Plik może mieć najwyżej {size} bajtów',
    'This request is still being processed': 'To żądanie jest jeszcze przetwarzane',
    'Other exports of this tenant are running. Please try again when they have ended.':
      'Trwają inne eksporty tego najemcy. Spróbuj ponownie, gdy się zakończą.',
    'Not Found': 'Nie znaleziono',
    Unauthorized: 'Nieuwierzytelniony',
    Forbidden: 'Brak uprawnień',
    'Too many requests. Please try again later.': 'Zbyt wiele żądań. Spróbuj ponownie później.',
    'Not possible in the state {state}': 'Niemożliwe w stanie {state}',
    'You are viewing as somebody else: you can change nothing, and what is personal is not shown.':
      'Oglądasz aplikację jako inna osoba: nie możesz niczego zmienić, a treści osobiste nie są wyświetlane.',
    'Invalid input': 'Nieprawidłowe dane',
    'Invalid id': 'Nieprawidłowy identyfikator',
    '{record} not found': '{record}: nie znaleziono',
    'Already in use': 'Już w użyciu',
    'Still in use': 'Nadal w użyciu',
    'Validation failed': 'Walidacja nie powiodła się',
    'This refers to something that does not exist, or is still in use':
      'To odwołuje się do czegoś, co nie istnieje lub jest nadal w użyciu',
    'This conflicts with an existing record': 'To jest sprzeczne z istniejącym rekordem',
    'This record has changed since it was loaded': 'Ten rekord zmienił się od czasu wczytania',
    'The preview is out of date': 'Podgląd jest nieaktualny',
    'Organization out of scope': 'Organizacja poza zakresem',
    'Not authorized to target this tenant.': 'Brak uprawnień do tego najemcy.',
    'Please verify your identity.': 'Potwierdź swoją tożsamość.',
    'Undo token not available': 'Tego nie można cofnąć',
    'Redo target not available': 'Tego nie można ponowić',
    'Later changes are in the way': 'Późniejsze zmiany to uniemożliwiają',
    'This can only be undone as a whole': 'To można cofnąć tylko w całości',
    'The data that this action changed is no longer stored':
      'Dane zmienione przez tę operację nie są już przechowywane',
    'This action changed data outside your organizations.': 'Ta operacja zmieniła dane poza Twoimi organizacjami.',
    'This action changed rows that are not visible to you.': 'Ta operacja zmieniła wiersze, których nie widzisz.',
    'This action changed fields that are not visible to you, or that you may not change.':
      'Ta operacja zmieniła pola, których nie widzisz lub nie możesz zmieniać.',
    'The request took too long': 'Żądanie trwało zbyt długo',
    'Too many concurrent changes. Please try again': 'Zbyt wiele jednoczesnych zmian. Spróbuj ponownie',
    'Internal server error': 'Wewnętrzny błąd serwera',
    'Something went wrong. Please try again later.': 'Coś poszło nie tak. Spróbuj ponownie później.',
    'The list has {total} rows, and an export at most {most}. Please filter the list.':
      'Lista ma {total} wierszy, a eksport najwyżej {most}. Zawęź listę.',
  },
}

/** More messages in one response stay in English, so that nobody makes a host translate hundreds. */
const MOST = 100

type ErrorBody = Readonly<Record<string, unknown>>

/** The body of an error response in a language: its text, the messages of its fields, and the issues of its schema. */
export function toRefusalIn(texts: Texts, language: Locale, body: ErrorBody): ErrorBody {
  if (language === 'en') return body
  const tell = (message: unknown) => (typeof message === 'string' ? texts.message(language, message) : message)
  const told = Object.entries(body).map(([name, value]) => {
    if (name === 'error' || name === 'message') return [name, tell(value)]
    if (name === 'fieldErrors' && isPlain(value) && Object.keys(value).length <= MOST)
      return [name, mapValues(value, tell)]
    if (name === 'details' && isIssues(value) && value.length <= MOST)
      return [name, issuesIn(language, value).map((issue) => ({ ...issue, message: tell(issue.message) }))]
    return [name, value]
  })
  return Object.fromEntries(told) as ErrorBody
}

const mapValues = (values: object, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

const isIssues = (value: unknown): value is z.ZodError['issues'] =>
  Array.isArray(value) && value.every((issue) => isPlain(issue) && 'message' in issue && 'path' in issue)
