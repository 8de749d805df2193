import type { Translations } from '@plinth/core/http'

/** What the module declares and throws, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Endpoint: 'Endpunkt',
    Webhooks: 'Webhooks',
    'View webhooks': 'Webhooks ansehen',
    'Manage webhooks': 'Webhooks verwalten',
    'Create webhook endpoint': 'Webhook-Endpunkt angelegt',
    'Update webhook endpoint': 'Webhook-Endpunkt geändert',
    'Delete webhook endpoint': 'Webhook-Endpunkt gelöscht',
    'Disable webhook endpoint': 'Webhook-Endpunkt deaktiviert',
    'Rotate secret of webhook endpoint': 'Geheimnis eines Webhook-Endpunkts ersetzt',
    'Purge deliveries': 'Alte Zustellungen gelöscht',
    'Webhook endpoint': 'Webhook-Endpunkt',
    'Webhook endpoint not found': 'Webhook-Endpunkt nicht gefunden',
    'Webhook endpoint was disabled': 'Webhook-Endpunkt wurde deaktiviert',
    'Events are sent with the rights of a person: sign in to set up webhooks':
      'Ereignisse werden mit den Rechten einer Person verschickt: Melden Sie sich an, um Webhooks einzurichten',
    "There is no event '{name}'": 'Es gibt kein Ereignis „{name}“',
    'Either * or ids of events, not both': 'Entweder * oder IDs von Ereignissen, nicht beides',
    'Each event can be chosen once': 'Jedes Ereignis kann einmal gewählt werden',
    'A tenant can have at most {most} webhook endpoints': 'Ein Mandant kann höchstens {most} Webhook-Endpunkte haben',
    'Resend webhook': 'Webhook-Ereignis erneut gesendet',
    'Replay webhooks': 'Webhook-Ereignisse erneut gesendet',
    'Test webhook endpoint': 'Webhook-Endpunkt getestet',
    'Webhook delivery not found': 'Webhook-Zustellung nicht gefunden',
    'Nothing is sent to this endpoint: it is disabled, or has no URL':
      'An diesen Endpunkt wird nichts gesendet: Er ist deaktiviert oder hat keine URL',
    'At most {most} events can be replayed at once: choose a shorter period':
      'Höchstens {most} Ereignisse können auf einmal wiederholt werden: Wählen Sie einen kürzeren Zeitraum',
    // Properties.
    Events: 'Ereignisse',
    Condition: 'Bedingung',
    Ordered: 'Der Reihe nach',
    Ed25519: 'Ed25519',
    // Why something was not delivered.
    'The account of its owner cannot be used any more': 'Das Konto des Besitzers kann nicht mehr verwendet werden',
    'The record could not be read': 'Der Datensatz konnte nicht gelesen werden',
    'The owner of the endpoint may not read this record, or it is gone':
      'Der Besitzer des Endpunkts darf diesen Datensatz nicht lesen, oder es gibt ihn nicht mehr',
    'No answer': 'Keine Antwort',
    'No answer: {code}': 'Keine Antwort: {code}',
    'No answer within 10 seconds': 'Keine Antwort innerhalb von 10 Sekunden',
    // Why an endpoint was disabled.
    'The receiver answered 410 Gone': 'Der Empfänger hat mit 410 Gone geantwortet',
    'An event could not be delivered in {attempts} attempts':
      'Ein Ereignis konnte in {attempts} Versuchen nicht zugestellt werden',
    'More than {most} messages wait to be sent': 'Mehr als {most} Nachrichten warten darauf, gesendet zu werden',
    // Texts of the API document.
    'List webhook endpoints.': 'Webhook-Endpunkte auflisten.',
    'Create a webhook endpoint. Its secret is in no other response.':
      'Webhook-Endpunkt anlegen. Keine andere Antwort enthält sein Geheimnis.',
    'Change a webhook endpoint. Its events are then sent with the rights of the caller.':
      'Webhook-Endpunkt ändern. Seine Ereignisse werden danach mit den Rechten des Aufrufers gesendet.',
    'Delete a webhook endpoint. What has not been sent yet is not sent any more.':
      'Webhook-Endpunkt löschen. Was noch nicht gesendet ist, wird nicht mehr gesendet.',
    'Give a webhook endpoint a new secret, which only this response contains. The former one signs as well for a while.':
      'Webhook-Endpunkt ein neues Geheimnis geben, das nur diese Antwort enthält. Das bisherige signiert noch eine Weile mit.',
    'Send a test event to a webhook endpoint. The list of deliveries shows what it answered.':
      'Testereignis an einen Webhook-Endpunkt senden. Die Liste der Zustellungen zeigt, was er geantwortet hat.',
    'Send the events of a period to a webhook endpoint again, with the same ids.':
      'Ereignisse eines Zeitraums noch einmal an einen Webhook-Endpunkt senden, mit denselben Ids.',
    'List the events that endpoints can subscribe to. The API document describes their messages in `webhooks`.':
      'Ereignisse auflisten, die Endpunkte abonnieren können. Das API-Dokument beschreibt ihre Nachrichten unter `webhooks`.',
    'List what was sent to webhook endpoints, or will be, without its contents.':
      'Auflisten, was an Webhook-Endpunkte gesendet wurde oder wird, ohne Inhalte.',
    'Send an event to a webhook endpoint again, with the same id.':
      'Ereignis noch einmal an einen Webhook-Endpunkt senden, mit derselben Id.',
    'Get the events of a webhook endpoint after a cursor, with their records as the caller may read them now. For receivers that cannot be reached.':
      'Ereignisse eines Webhook-Endpunkts nach einer Position lesen, mit den Datensätzen, wie der Aufrufer sie jetzt lesen darf. Für Empfänger, die nicht erreichbar sind.',
    'Where events are sent, by HTTPS. Without one, they are only kept for `GET /webhooks/events`.':
      'Wohin Ereignisse gesendet werden, mit HTTPS. Ohne dies stehen sie nur für `GET /webhooks/events` bereit.',
    'Ids of `GET /webhooks/event-types`, or `*` alone for all.':
      'Ids aus `GET /webhooks/event-types`, oder allein `*` für alle.',
    'A condition on the record, in the language of rules. It does not apply to deletions.':
      'Eine Bedingung an den Datensatz, in der Sprache der Regeln. Für Löschungen gilt sie nicht.',
    'Whether events of one record are sent one after another: each waits until those before it have been received.':
      'Ob Ereignisse eines Datensatzes nacheinander gesendet werden: Jedes wartet, bis die davor empfangen sind.',
    'Whether messages are also signed with Ed25519 (`v1a`).':
      'Ob Nachrichten auch mit Ed25519 signiert werden (`v1a`).',
    'For how long the former secret signs as well; 0 if it has become known.':
      'Wie lange das bisherige Geheimnis noch mit signiert; 0, wenn es bekannt geworden ist.',
    'Events that happened from this time on.': 'Ereignisse ab diesem Zeitpunkt.',
    'Events before this time. Default: now.': 'Ereignisse vor diesem Zeitpunkt. Vorgabe: jetzt.',
    '`cursor` of the previous answer. Default: from the oldest event that is kept.':
      '`cursor` der vorigen Antwort. Vorgabe: ab dem ältesten Ereignis, das noch da ist.',
    'For the next request, also if there are no more events yet.':
      'Für die nächste Anfrage, auch wenn es noch keine weiteren Ereignisse gibt.',
    'Sent by `POST /webhooks/endpoints/{id}/test`. The record is the endpoint.':
      'Wird von `POST /webhooks/endpoints/{id}/test` gesendet. Der Datensatz ist der Endpunkt.',
    'When it happened.': 'Wann es geschah.',
  },
  es: {
    Endpoint: 'Destino',
    Webhooks: 'Webhooks',
    'View webhooks': 'Ver webhooks',
    'Manage webhooks': 'Gestionar webhooks',
    'Create webhook endpoint': 'Destino de webhook creado',
    'Update webhook endpoint': 'Destino de webhook modificado',
    'Delete webhook endpoint': 'Destino de webhook eliminado',
    'Disable webhook endpoint': 'Destino de webhook desactivado',
    'Rotate secret of webhook endpoint': 'Secreto de un destino de webhook sustituido',
    'Purge deliveries': 'Entregas antiguas eliminadas',
    'Webhook endpoint': 'Destino de webhook',
    'Webhook endpoint not found': 'Destino de webhook no encontrado',
    'Webhook endpoint was disabled': 'Se ha desactivado un destino de webhook',
    'Events are sent with the rights of a person: sign in to set up webhooks':
      'Los eventos se envían con los permisos de una persona: inicie sesión para configurar webhooks',
    "There is no event '{name}'": 'No existe el evento «{name}»',
    'Either * or ids of events, not both': 'O bien * o bien identificadores de eventos, no ambos',
    'Each event can be chosen once': 'Cada evento se puede elegir una vez',
    'A tenant can have at most {most} webhook endpoints':
      'Un inquilino puede tener como máximo {most} destinos de webhook',
    'Resend webhook': 'Evento de webhook reenviado',
    'Replay webhooks': 'Eventos de webhook reenviados',
    'Test webhook endpoint': 'Destino de webhook probado',
    'Webhook delivery not found': 'Entrega de webhook no encontrada',
    'Nothing is sent to this endpoint: it is disabled, or has no URL':
      'No se envía nada a este destino: está desactivado o no tiene URL',
    'At most {most} events can be replayed at once: choose a shorter period':
      'Se pueden repetir como máximo {most} eventos a la vez: elija un período más corto',
    // Properties.
    Events: 'Eventos',
    Condition: 'Condición',
    Ordered: 'En orden',
    Ed25519: 'Ed25519',
    // Why something was not delivered.
    'The account of its owner cannot be used any more': 'La cuenta de su propietario ya no se puede usar',
    'The record could not be read': 'No se pudo leer el registro',
    'The owner of the endpoint may not read this record, or it is gone':
      'El propietario del destino no puede leer este registro, o ya no existe',
    'No answer': 'Sin respuesta',
    'No answer: {code}': 'Sin respuesta: {code}',
    'No answer within 10 seconds': 'Sin respuesta en 10 segundos',
    // Why an endpoint was disabled.
    'The receiver answered 410 Gone': 'El receptor respondió 410 Gone',
    'An event could not be delivered in {attempts} attempts': 'No se pudo entregar un evento en {attempts} intentos',
    'More than {most} messages wait to be sent': 'Hay más de {most} mensajes a la espera de enviarse',
    // Texts of the API document.
    'List webhook endpoints.': 'Listar los destinos de webhook.',
    'Create a webhook endpoint. Its secret is in no other response.':
      'Crear un destino de webhook. Ninguna otra respuesta contiene su secreto.',
    'Where events are sent, by HTTPS. Without one, they are only kept for `GET /webhooks/events`.':
      'Adónde se envían los eventos, por HTTPS. Si falta, solo se conservan para `GET /webhooks/events`.',
    'Ids of `GET /webhooks/event-types`, or `*` alone for all.':
      'Identificadores de `GET /webhooks/event-types`, o solo `*` para todos.',
    'A condition on the record, in the language of rules. It does not apply to deletions.':
      'Una condición sobre el registro, en el lenguaje de las reglas. No se aplica a las eliminaciones.',
    'Whether events of one record are sent one after another: each waits until those before it have been received.':
      'Si los eventos de un mismo registro se envían uno tras otro: cada uno espera a que se hayan recibido los anteriores.',
    'Whether messages are also signed with Ed25519 (`v1a`).': 'Si los mensajes se firman también con Ed25519 (`v1a`).',
    'Change a webhook endpoint. Its events are then sent with the rights of the caller.':
      'Modificar un destino de webhook. Sus eventos se envían después con los permisos de quien llama.',
    'Delete a webhook endpoint. What has not been sent yet is not sent any more.':
      'Eliminar un destino de webhook. Lo que aún no se ha enviado ya no se envía.',
    'Give a webhook endpoint a new secret, which only this response contains. The former one signs as well for a while.':
      'Asignar a un destino de webhook un secreto nuevo, que solo contiene esta respuesta. El anterior también firma durante un tiempo.',
    'For how long the former secret signs as well; 0 if it has become known.':
      'Durante cuánto tiempo firma también el secreto anterior; 0 si ha quedado expuesto.',
    'Send a test event to a webhook endpoint. The list of deliveries shows what it answered.':
      'Enviar un evento de prueba a un destino de webhook. La lista de entregas muestra lo que ha respondido.',
    'Send the events of a period to a webhook endpoint again, with the same ids.':
      'Volver a enviar a un destino de webhook los eventos de un período, con los mismos identificadores.',
    'Events that happened from this time on.': 'Eventos a partir de este momento.',
    'Events before this time. Default: now.': 'Eventos anteriores a este momento. Por defecto: ahora.',
    'List the events that endpoints can subscribe to. The API document describes their messages in `webhooks`.':
      'Listar los eventos a los que se pueden suscribir los destinos. El documento de la API describe sus mensajes en `webhooks`.',
    'List what was sent to webhook endpoints, or will be, without its contents.':
      'Listar lo que se ha enviado o se enviará a destinos de webhook, sin su contenido.',
    'Send an event to a webhook endpoint again, with the same id.':
      'Volver a enviar un evento a un destino de webhook, con el mismo identificador.',
    'Get the events of a webhook endpoint after a cursor, with their records as the caller may read them now. For receivers that cannot be reached.':
      'Obtener los eventos de un destino de webhook posteriores a un cursor, con sus registros tal como quien llama puede leerlos ahora. Para receptores a los que no se puede llegar.',
    '`cursor` of the previous answer. Default: from the oldest event that is kept.':
      '`cursor` de la respuesta anterior. Por defecto: desde el evento más antiguo que se conserva.',
    'For the next request, also if there are no more events yet.':
      'Para la siguiente solicitud, aunque todavía no haya más eventos.',
    'Sent by `POST /webhooks/endpoints/{id}/test`. The record is the endpoint.':
      'Lo envía `POST /webhooks/endpoints/{id}/test`. El registro es el destino.',
    'When it happened.': 'Cuándo ocurrió.',
  },
  pl: {
    Endpoint: 'Punkt końcowy',
    Webhooks: 'Webhooki',
    'View webhooks': 'Przeglądanie webhooków',
    'Manage webhooks': 'Zarządzanie webhookami',
    'Create webhook endpoint': 'Utworzono punkt końcowy webhooka',
    'Update webhook endpoint': 'Zmieniono punkt końcowy webhooka',
    'Delete webhook endpoint': 'Usunięto punkt końcowy webhooka',
    'Disable webhook endpoint': 'Wyłączono punkt końcowy webhooka',
    'Rotate secret of webhook endpoint': 'Zastąpiono sekret punktu końcowego webhooka',
    'Purge deliveries': 'Usunięto stare dostarczenia',
    'Webhook endpoint': 'Punkt końcowy webhooka',
    'Webhook endpoint not found': 'Nie znaleziono punktu końcowego webhooka',
    'Webhook endpoint was disabled': 'Wyłączono punkt końcowy webhooka',
    'Events are sent with the rights of a person: sign in to set up webhooks':
      'Zdarzenia są wysyłane z uprawnieniami osoby: zaloguj się, aby skonfigurować webhooki',
    "There is no event '{name}'": 'Nie ma zdarzenia „{name}”',
    'Either * or ids of events, not both': 'Albo *, albo identyfikatory zdarzeń, nie jedno i drugie',
    'Each event can be chosen once': 'Każde zdarzenie można wybrać raz',
    'A tenant can have at most {most} webhook endpoints':
      'Liczba punktów końcowych webhooków najemcy to najwyżej {most}',
    'Resend webhook': 'Ponownie wysłano zdarzenie webhooka',
    'Replay webhooks': 'Ponownie wysłano zdarzenia webhooka',
    'Test webhook endpoint': 'Przetestowano punkt końcowy webhooka',
    'Webhook delivery not found': 'Nie znaleziono dostarczenia webhooka',
    'Nothing is sent to this endpoint: it is disabled, or has no URL':
      'Do tego punktu końcowego nic nie jest wysyłane: jest wyłączony albo nie ma adresu URL',
    'At most {most} events can be replayed at once: choose a shorter period':
      'Liczba zdarzeń powtarzanych naraz to najwyżej {most}: wybierz krótszy okres',
    // Properties.
    Events: 'Zdarzenia',
    Condition: 'Warunek',
    Ordered: 'Po kolei',
    Ed25519: 'Ed25519',
    // Why something was not delivered.
    'The account of its owner cannot be used any more': 'Konta właściciela nie można już używać',
    'The record could not be read': 'Nie udało się odczytać rekordu',
    'The owner of the endpoint may not read this record, or it is gone':
      'Właściciel punktu końcowego nie może odczytać tego rekordu albo rekord już nie istnieje',
    'No answer': 'Brak odpowiedzi',
    'No answer: {code}': 'Brak odpowiedzi: {code}',
    'No answer within 10 seconds': 'Brak odpowiedzi w ciągu 10 sekund',
    // Why an endpoint was disabled.
    'The receiver answered 410 Gone': 'Odbiorca odpowiedział 410 Gone',
    'An event could not be delivered in {attempts} attempts':
      'Liczba nieudanych prób dostarczenia zdarzenia: {attempts}',
    'More than {most} messages wait to be sent': 'Liczba wiadomości oczekujących na wysłanie przekracza {most}',
    // Texts of the API document.
    'List webhook endpoints.': 'Pobierz listę punktów końcowych webhooków.',
    'Create a webhook endpoint. Its secret is in no other response.':
      'Utwórz punkt końcowy webhooka. Żadna inna odpowiedź nie zawiera jego sekretu.',
    'Where events are sent, by HTTPS. Without one, they are only kept for `GET /webhooks/events`.':
      'Dokąd wysyłane są zdarzenia, przez HTTPS. Bez adresu są tylko przechowywane dla `GET /webhooks/events`.',
    'Ids of `GET /webhooks/event-types`, or `*` alone for all.':
      'Identyfikatory z `GET /webhooks/event-types` albo samo `*` dla wszystkich.',
    'A condition on the record, in the language of rules. It does not apply to deletions.':
      'Warunek dotyczący rekordu, w języku reguł. Nie dotyczy usunięć.',
    'Whether events of one record are sent one after another: each waits until those before it have been received.':
      'Czy zdarzenia jednego rekordu są wysyłane kolejno: każde czeka, aż poprzednie zostaną odebrane.',
    'Whether messages are also signed with Ed25519 (`v1a`).':
      'Czy komunikaty są podpisywane także za pomocą Ed25519 (`v1a`).',
    'Change a webhook endpoint. Its events are then sent with the rights of the caller.':
      'Zmień punkt końcowy webhooka. Jego zdarzenia są odtąd wysyłane z uprawnieniami wywołującego.',
    'Delete a webhook endpoint. What has not been sent yet is not sent any more.':
      'Usuń punkt końcowy webhooka. To, czego jeszcze nie wysłano, nie zostanie wysłane.',
    'Give a webhook endpoint a new secret, which only this response contains. The former one signs as well for a while.':
      'Nadaj punktowi końcowemu webhooka nowy sekret, który zawiera tylko ta odpowiedź. Poprzedni przez pewien czas podpisuje równolegle.',
    'For how long the former secret signs as well; 0 if it has become known.':
      'Jak długo poprzedni sekret podpisuje równolegle; 0, jeśli został ujawniony.',
    'Send a test event to a webhook endpoint. The list of deliveries shows what it answered.':
      'Wyślij zdarzenie testowe do punktu końcowego webhooka. Lista dostarczeń pokazuje jego odpowiedź.',
    'Send the events of a period to a webhook endpoint again, with the same ids.':
      'Wyślij ponownie do punktu końcowego webhooka zdarzenia z danego okresu, z tymi samymi identyfikatorami.',
    'Events that happened from this time on.': 'Zdarzenia od tej chwili.',
    'Events before this time. Default: now.': 'Zdarzenia sprzed tej chwili. Domyślnie: teraz.',
    'List the events that endpoints can subscribe to. The API document describes their messages in `webhooks`.':
      'Pobierz zdarzenia, które mogą subskrybować punkty końcowe. Dokument API opisuje ich komunikaty w `webhooks`.',
    'List what was sent to webhook endpoints, or will be, without its contents.':
      'Pobierz listę tego, co wysłano lub zostanie wysłane do punktów końcowych webhooków, bez treści.',
    'Send an event to a webhook endpoint again, with the same id.':
      'Wyślij ponownie zdarzenie do punktu końcowego webhooka, z tym samym identyfikatorem.',
    'Get the events of a webhook endpoint after a cursor, with their records as the caller may read them now. For receivers that cannot be reached.':
      'Pobierz zdarzenia punktu końcowego webhooka po kursorze, z rekordami w postaci, w jakiej wywołujący może je teraz odczytać. Dla odbiorców, z którymi nie można się połączyć.',
    '`cursor` of the previous answer. Default: from the oldest event that is kept.':
      '`cursor` z poprzedniej odpowiedzi. Domyślnie: od najstarszego przechowywanego zdarzenia.',
    'For the next request, also if there are no more events yet.':
      'Do następnego żądania, także gdy nie ma jeszcze kolejnych zdarzeń.',
    'Sent by `POST /webhooks/endpoints/{id}/test`. The record is the endpoint.':
      'Wysyłane przez `POST /webhooks/endpoints/{id}/test`. Rekordem jest punkt końcowy.',
    'When it happened.': 'Kiedy nastąpiło.',
  },
}
