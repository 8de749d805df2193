import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Usage: 'Nutzung',
    'AI Assistant': 'KI-Assistent',
    'Use the AI assistant': 'KI-Assistenten benutzen',
    'Manage AI settings': 'KI-Einstellungen verwalten',
    'Serve MCP clients': 'MCP-Clients bedienen',
    'List AI tools': 'KI-Werkzeuge ansehen',
    'View MCP servers': 'MCP-Server ansehen',
    'Manage MCP servers': 'MCP-Server verwalten',
    'The assistant': 'Der Assistent',
    'Who am I': 'Wer bin ich',
    'Tells for whom you work: tenant, organization, user, and what they are allowed to do.':
      'Sagt, für wen Sie arbeiten: Mandant, Organisation, Benutzer und dessen Rechte.',
    'Tokens of the assistant': 'Token des Assistenten',
    'What models have used, day by day.': 'Verbrauch der Modelle pro Tag.',
    'Tokens by model': 'Token nach Modell',
    'Choose AI model': 'KI-Modell gewählt',
    'Purge approvals': 'Genehmigungen aufräumen',
    'Purge conversations': 'Unterhaltungen aufräumen',
    'Purge usage': 'Nutzungsdaten aufräumen',
    // Properties.
    Model: 'Modell',
    Turns: 'Anfragen',
    'Input tokens': 'Eingelesene Token',
    'Output tokens': 'Erzeugte Token',
    // Why an action was not undone.
    'This cannot be undone': 'Dies kann nicht rückgängig gemacht werden',
    'Not tried, because a newer action could not be undone':
      'Nicht versucht, weil ein neuerer Vorgang nicht rückgängig zu machen war',
    'Not tried, because one call takes back {most} actions at most':
      'Nicht versucht, weil ein Aufruf höchstens {most} Vorgänge zurücknimmt',
    'The platform answered {status}': 'Die Plattform antwortete mit {status}',
    // Errors.
    'Too many previews are waiting for confirmation': 'Zu viele Vorschauen warten auf eine Bestätigung',
    'This question has already been answered, or belongs to another user':
      'Diese Frage ist schon beantwortet oder gehört einem anderen Benutzer',
    'This confirmation is no longer pending': 'Diese Bestätigung steht nicht mehr aus',
    'This conversation belongs to another user': 'Diese Unterhaltung gehört einem anderen Benutzer',
    'This conversation is still processing another message': 'Diese Unterhaltung bearbeitet noch eine andere Nachricht',
    'This conversation has reached its token limit. Please start a new one':
      'Diese Unterhaltung hat ihre Höchstzahl an Token erreicht. Bitte beginnen Sie eine neue',
    'This conversation has reached its limit of {most} bytes of messages; begin another one':
      'Diese Unterhaltung hat die Grenze von {most} Bytes erreicht; beginnen Sie eine neue',
    Conversation: 'Unterhaltung',
    "The model '{model}' does not belong to the provider '{provider}'":
      'Das Modell „{model}“ gehört nicht zum Anbieter „{provider}“',
    'messages array is required': 'Ein Array messages ist erforderlich',
    'No user message found': 'Keine Nachricht des Benutzers gefunden',
    'A message has at most {most} characters': 'Eine Nachricht hat höchstens {most} Zeichen',
    'availableTools array is required': 'Ein Array availableTools ist erforderlich',
    'Routing request failed': 'Das Werkzeug konnte nicht bestimmt werden',
    'Invalid input: args: an object is expected': 'Ungültige Eingabe: args: Ein Objekt wird erwartet',
    'Tool execution failed': 'Das Werkzeug ist gescheitert',
    'This provider is not configured': 'Dieser Anbieter ist nicht eingerichtet',
    'This model is not available': 'Dieses Modell ist nicht verfügbar',
    'This model belongs to another provider': 'Dieses Modell gehört zu einem anderen Anbieter',
    'Configured provider {provider} is no longer available. Please update settings.':
      'Den eingestellten Anbieter {provider} gibt es nicht mehr. Bitte ändern Sie die Einstellungen.',
    'No AI provider configured. Please set an API key for OpenAI, Anthropic, or Google.':
      'Es ist kein KI-Anbieter eingerichtet. Bitte hinterlegen Sie einen API-Schlüssel für OpenAI, Anthropic oder Google.',
    // Texts of the API document.
    'Send a message to the assistant, or answer its question. The response is streamed.':
      'Nachricht an den Assistenten senden, oder seine Frage beantworten. Die Antwort wird fortlaufend gesendet.',
    'Determine which of the given tools, if any, a question is for.':
      'Bestimmen, für welches der genannten Werkzeuge eine Frage ist.',
    'Get the status of the assistant.': 'Zustand des Assistenten lesen.',
    'Get the provider and model that the tenant uses.': 'Anbieter und Modell lesen, die der Mandant benutzt.',
    'Set the provider and model that the tenant uses.': 'Anbieter und Modell festlegen, die der Mandant benutzt.',
    'List the tools that the caller can call.': 'Werkzeuge auflisten, die der Aufrufer benutzen kann.',
    'Call a tool by name.': 'Werkzeug mit Namen aufrufen.',
    'Create a token with which an MCP client can act as the caller for two hours.':
      'Token erzeugen, mit dem ein MCP-Client zwei Stunden lang als der Aufrufer handeln kann.',
    "List the caller's conversations, most recent first.": 'Eigene Unterhaltungen auflisten, die neuesten zuerst.',
    "Get one of the caller's conversations with its messages, approvals and actions.":
      'Eigene Unterhaltung mit Nachrichten, Zustimmungen und Vorgängen lesen.',
    "Delete one of the caller's conversations. Its actions stay in the action log.":
      'Eigene Unterhaltung löschen. Ihre Vorgänge bleiben im Protokoll.',
    'Undo the actions of a conversation, newest first, until one cannot be undone.':
      'Vorgänge einer Unterhaltung rückgängig machen, die neuesten zuerst, bis einer nicht rückgängig zu machen ist.',
    'Send a message of the Model Context Protocol. MCP clients authenticate with an API key.':
      'Nachricht des Model Context Protocol senden. MCP-Clients melden sich mit einem API-Schlüssel an.',
    'Not supported: the server offers no event stream to MCP clients.':
      'Nicht unterstützt: Der Server bietet MCP-Clients keinen Ereignisstrom.',
    'Not supported: MCP clients have no sessions to end.':
      'Nicht unterstützt: MCP-Clients haben keine Sitzungen, die enden könnten.',
    'Get the metadata of the protected resource (RFC 9728), which tells MCP clients how to authenticate.':
      'Metadaten der geschützten Ressource lesen (RFC 9728), die MCP-Clients sagen, wie sie sich anmelden.',
  },
  es: {
    Usage: 'Uso',
    'AI Assistant': 'Asistente de IA',
    'Use the AI assistant': 'Usar el asistente de IA',
    'Manage AI settings': 'Gestionar la configuración de IA',
    'Serve MCP clients': 'Atender a clientes MCP',
    'List AI tools': 'Ver herramientas de IA',
    'View MCP servers': 'Ver servidores MCP',
    'Manage MCP servers': 'Gestionar servidores MCP',
    'The assistant': 'El asistente',
    'Who am I': 'Quién soy',
    'Tells for whom you work: tenant, organization, user, and what they are allowed to do.':
      'Indica para quién trabaja: inquilino, organización, usuario y lo que tiene permitido hacer.',
    'Tokens of the assistant': 'Tokens del asistente',
    'What models have used, day by day.': 'Lo que han consumido los modelos, por día.',
    'Tokens by model': 'Tokens por modelo',
    'Choose AI model': 'Elegir modelo de IA',
    'Purge approvals': 'Limpiar aprobaciones',
    'Purge conversations': 'Limpiar conversaciones',
    'Purge usage': 'Limpiar datos de uso',
    // Properties.
    Model: 'Modelo',
    Turns: 'Turnos',
    'Input tokens': 'Tokens de entrada',
    'Output tokens': 'Tokens de salida',
    // Why an action was not undone.
    'This cannot be undone': 'Esto no se puede deshacer',
    'Not tried, because a newer action could not be undone':
      'No se intentó, porque una acción más reciente no se pudo deshacer',
    'Not tried, because one call takes back {most} actions at most':
      'No se intentó, porque una llamada deshace como máximo {most} acciones',
    'The platform answered {status}': 'La plataforma respondió {status}',
    // Errors.
    'Too many previews are waiting for confirmation': 'Hay demasiadas vistas previas pendientes de confirmación',
    'This question has already been answered, or belongs to another user':
      'Esta pregunta ya se ha respondido o pertenece a otro usuario',
    'This confirmation is no longer pending': 'Esta confirmación ya no está pendiente',
    'This conversation belongs to another user': 'Esta conversación pertenece a otro usuario',
    'This conversation is still processing another message': 'Esta conversación todavía procesa otro mensaje',
    'This conversation has reached its token limit. Please start a new one':
      'Esta conversación ha alcanzado su límite de tokens. Inicie una nueva',
    'This conversation has reached its limit of {most} bytes of messages; begin another one':
      'Esta conversación ha alcanzado su límite de {most} bytes de mensajes; inicie otra',
    Conversation: 'Conversación',
    "The model '{model}' does not belong to the provider '{provider}'":
      'El modelo «{model}» no pertenece al proveedor «{provider}»',
    'messages array is required': 'Se requiere el array messages',
    'No user message found': 'No se ha encontrado ningún mensaje del usuario',
    'A message has at most {most} characters': 'Un mensaje tiene como máximo {most} caracteres',
    'availableTools array is required': 'Se requiere el array availableTools',
    'Routing request failed': 'No se pudo determinar la herramienta',
    'Invalid input: args: an object is expected': 'Datos no válidos: args: se espera un objeto',
    'Tool execution failed': 'La herramienta ha fallado',
    'This provider is not configured': 'Este proveedor no está configurado',
    'This model is not available': 'Este modelo no está disponible',
    'This model belongs to another provider': 'Este modelo pertenece a otro proveedor',
    'Configured provider {provider} is no longer available. Please update settings.':
      'El proveedor configurado {provider} ya no está disponible. Actualice los ajustes.',
    'No AI provider configured. Please set an API key for OpenAI, Anthropic, or Google.':
      'No hay ningún proveedor de IA configurado. Defina una clave de API de OpenAI, Anthropic o Google.',
    // Texts of the API document.
    'Send a message to the assistant, or answer its question. The response is streamed.':
      'Enviar un mensaje al asistente o responder a su pregunta. La respuesta se transmite a medida que se genera.',
    'Determine which of the given tools, if any, a question is for.':
      'Determinar a cuál de las herramientas indicadas corresponde una pregunta, si corresponde a alguna.',
    'Get the status of the assistant.': 'Obtener el estado del asistente.',
    'Get the provider and model that the tenant uses.': 'Obtener el proveedor y el modelo que usa el inquilino.',
    'Set the provider and model that the tenant uses.': 'Definir el proveedor y el modelo que usa el inquilino.',
    'List the tools that the caller can call.': 'Listar las herramientas que puede usar quien llama.',
    'Call a tool by name.': 'Llamar a una herramienta por su nombre.',
    'Create a token with which an MCP client can act as the caller for two hours.':
      'Crear un token con el que un cliente MCP puede actuar como quien llama durante dos horas.',
    "List the caller's conversations, most recent first.":
      'Listar las conversaciones propias, las más recientes primero.',
    "Get one of the caller's conversations with its messages, approvals and actions.":
      'Obtener una de las conversaciones propias con sus mensajes, aprobaciones y acciones.',
    "Delete one of the caller's conversations. Its actions stay in the action log.":
      'Eliminar una de las conversaciones propias. Sus acciones permanecen en el registro de acciones.',
    'Undo the actions of a conversation, newest first, until one cannot be undone.':
      'Deshacer las acciones de una conversación, de la más reciente a la más antigua, hasta que una no se pueda deshacer.',
    'Send a message of the Model Context Protocol. MCP clients authenticate with an API key.':
      'Enviar un mensaje del Model Context Protocol. Los clientes MCP se autentican con una clave de API.',
    'Not supported: the server offers no event stream to MCP clients.':
      'No se admite: el servidor no ofrece un flujo de eventos a los clientes MCP.',
    'Not supported: MCP clients have no sessions to end.':
      'No se admite: los clientes MCP no tienen sesiones que finalizar.',
    'Get the metadata of the protected resource (RFC 9728), which tells MCP clients how to authenticate.':
      'Obtener los metadatos del recurso protegido (RFC 9728), que indican a los clientes MCP cómo autenticarse.',
  },
  pl: {
    Usage: 'Użycie',
    'AI Assistant': 'Asystent AI',
    'Use the AI assistant': 'Korzystanie z asystenta AI',
    'Manage AI settings': 'Zarządzanie ustawieniami AI',
    'Serve MCP clients': 'Obsługa klientów MCP',
    'List AI tools': 'Przeglądanie narzędzi AI',
    'View MCP servers': 'Przeglądanie serwerów MCP',
    'Manage MCP servers': 'Zarządzanie serwerami MCP',
    'The assistant': 'Asystent',
    'Who am I': 'Kim jestem',
    'Tells for whom you work: tenant, organization, user, and what they are allowed to do.':
      'Informuje, dla kogo pracujesz: najemca, organizacja, użytkownik i to, co mu wolno.',
    'Tokens of the assistant': 'Tokeny asystenta',
    'What models have used, day by day.': 'Zużycie modeli dzień po dniu.',
    'Tokens by model': 'Tokeny według modelu',
    'Choose AI model': 'Wybór modelu AI',
    'Purge approvals': 'Usunięcie starych zgód',
    'Purge conversations': 'Usunięcie starych rozmów',
    'Purge usage': 'Usunięcie starych danych użycia',
    // Properties.
    Model: 'Model',
    Turns: 'Tury',
    'Input tokens': 'Tokeny wejściowe',
    'Output tokens': 'Tokeny wyjściowe',
    // Why an action was not undone.
    'This cannot be undone': 'Tego nie można cofnąć',
    'Not tried, because a newer action could not be undone':
      'Nie próbowano, ponieważ nie udało się cofnąć nowszego działania',
    'Not tried, because one call takes back {most} actions at most':
      'Nie próbowano: liczba działań cofanych jednym wywołaniem to najwyżej {most}',
    'The platform answered {status}': 'Platforma odpowiedziała {status}',
    // Errors.
    'Too many previews are waiting for confirmation': 'Zbyt wiele podglądów oczekuje na potwierdzenie',
    'This question has already been answered, or belongs to another user':
      'Na to pytanie już odpowiedziano albo należy ono do innego użytkownika',
    'This confirmation is no longer pending': 'To potwierdzenie nie jest już oczekiwane',
    'This conversation belongs to another user': 'Ta rozmowa należy do innego użytkownika',
    'This conversation is still processing another message': 'Ta rozmowa przetwarza jeszcze inną wiadomość',
    'This conversation has reached its token limit. Please start a new one':
      'Ta rozmowa osiągnęła limit tokenów. Rozpocznij nową',
    'This conversation has reached its limit of {most} bytes of messages; begin another one':
      'Ta rozmowa osiągnęła limit bajtów wiadomości ({most}); rozpocznij nową',
    Conversation: 'Rozmowa',
    "The model '{model}' does not belong to the provider '{provider}'":
      'Model „{model}” nie należy do dostawcy „{provider}”',
    'messages array is required': 'Wymagana jest tablica messages',
    'No user message found': 'Nie znaleziono wiadomości użytkownika',
    'A message has at most {most} characters': 'Liczba znaków wiadomości to najwyżej {most}',
    'availableTools array is required': 'Wymagana jest tablica availableTools',
    'Routing request failed': 'Nie udało się wybrać narzędzia',
    'Invalid input: args: an object is expected': 'Nieprawidłowe dane: args: oczekiwano obiektu',
    'Tool execution failed': 'Narzędzie zwróciło błąd',
    'This provider is not configured': 'Ten dostawca nie jest skonfigurowany',
    'This model is not available': 'Ten model jest niedostępny',
    'This model belongs to another provider': 'Ten model należy do innego dostawcy',
    'Configured provider {provider} is no longer available. Please update settings.':
      'Skonfigurowany dostawca {provider} nie jest już dostępny. Zmień ustawienia.',
    'No AI provider configured. Please set an API key for OpenAI, Anthropic, or Google.':
      'Nie skonfigurowano dostawcy AI. Ustaw klucz API dla OpenAI, Anthropic lub Google.',
    // Texts of the API document.
    'Send a message to the assistant, or answer its question. The response is streamed.':
      'Wyślij wiadomość do asystenta lub odpowiedz na jego pytanie. Odpowiedź jest przesyłana strumieniowo.',
    'Determine which of the given tools, if any, a question is for.':
      'Określ, którego z podanych narzędzi dotyczy pytanie, jeśli w ogóle któregoś.',
    'Get the status of the assistant.': 'Pobierz stan asystenta.',
    'Get the provider and model that the tenant uses.': 'Pobierz dostawcę i model używane przez najemcę.',
    'Set the provider and model that the tenant uses.': 'Ustaw dostawcę i model używane przez najemcę.',
    'List the tools that the caller can call.': 'Pobierz listę narzędzi, których może użyć wywołujący.',
    'Call a tool by name.': 'Wywołaj narzędzie według nazwy.',
    'Create a token with which an MCP client can act as the caller for two hours.':
      'Utwórz token, za pomocą którego klient MCP może przez dwie godziny działać jako wywołujący.',
    "List the caller's conversations, most recent first.": 'Pobierz własne rozmowy, od najnowszych.',
    "Get one of the caller's conversations with its messages, approvals and actions.":
      'Pobierz jedną z własnych rozmów z wiadomościami, zgodami i działaniami.',
    "Delete one of the caller's conversations. Its actions stay in the action log.":
      'Usuń jedną z własnych rozmów. Jej działania pozostają w dzienniku działań.',
    'Undo the actions of a conversation, newest first, until one cannot be undone.':
      'Cofnij działania z rozmowy, od najnowszych, aż do takiego, którego nie można cofnąć.',
    'Send a message of the Model Context Protocol. MCP clients authenticate with an API key.':
      'Wyślij komunikat protokołu Model Context Protocol. Klienci MCP uwierzytelniają się kluczem API.',
    'Not supported: the server offers no event stream to MCP clients.':
      'Nieobsługiwane: serwer nie udostępnia klientom MCP strumienia zdarzeń.',
    'Not supported: MCP clients have no sessions to end.': 'Nieobsługiwane: klienci MCP nie mają sesji do zakończenia.',
    'Get the metadata of the protected resource (RFC 9728), which tells MCP clients how to authenticate.':
      'Pobierz metadane chronionego zasobu (RFC 9728), z których klienci MCP dowiadują się, jak się uwierzytelnić.',
  },
}
