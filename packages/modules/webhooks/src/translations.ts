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
