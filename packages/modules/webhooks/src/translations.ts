import type { Translations } from '@plinth/core/http'

/** What the module declares and throws, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Endpoint: 'Ziel',
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
    // Summaries of routes.
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
      'Un cliente puede tener como máximo {most} destinos de webhook',
    'Resend webhook': 'Evento de webhook reenviado',
    'Replay webhooks': 'Eventos de webhook reenviados',
    'Test webhook endpoint': 'Destino de webhook probado',
    'Webhook delivery not found': 'Entrega de webhook no encontrada',
    'Nothing is sent to this endpoint: it is disabled, or has no URL':
      'No se envía nada a este destino: está desactivado o no tiene URL',
    'At most {most} events can be replayed at once: choose a shorter period':
      'Se pueden repetir como máximo {most} eventos a la vez: elija un período más corto',
  },
  pl: {
    Endpoint: 'Punkt docelowy',
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
      'Najemca może mieć najwyżej {most} punktów końcowych webhooków',
    'Resend webhook': 'Ponownie wysłano zdarzenie webhooka',
    'Replay webhooks': 'Ponownie wysłano zdarzenia webhooka',
    'Test webhook endpoint': 'Przetestowano punkt końcowy webhooka',
    'Webhook delivery not found': 'Nie znaleziono dostarczenia webhooka',
    'Nothing is sent to this endpoint: it is disabled, or has no URL':
      'Do tego punktu końcowego nic nie jest wysyłane: jest wyłączony albo nie ma adresu URL',
    'At most {most} events can be replayed at once: choose a shorter period':
      'Naraz można powtórzyć najwyżej {most} zdarzeń: wybierz krótszy okres',
  },
}
