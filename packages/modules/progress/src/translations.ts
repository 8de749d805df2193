import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Progress: 'Fortschritt',
    'View progress': 'Fortschritt ansehen',
    'Create progress jobs': 'Aufträge anlegen',
    'Update progress jobs': 'Aufträge aktualisieren',
    'Cancel progress jobs': 'Aufträge abbrechen',
    'Manage progress jobs': 'Aufträge verwalten',
    'Progress of long-running work': 'Fortschritt lang laufender Arbeiten',
    'Cancel progress job': 'Auftrag abgebrochen',
    'Create progress job': 'Auftrag angelegt',
    'Purge jobs': 'Aufträge aufräumen',
    // Why a job has failed.
    'Job stale: no heartbeat for {seconds} seconds': 'Der Auftrag meldet sich seit {seconds} Sekunden nicht mehr',
    'Job stale: not started within {hours} hours': 'Der Auftrag hat nicht innerhalb von {hours} Stunden begonnen',
    // Errors.
    'Cannot cancel this job': 'Dieser Auftrag kann nicht abgebrochen werden',
    'The job has already ended': 'Der Auftrag ist schon beendet',
    'Parent job not found': 'Übergeordneter Auftrag nicht gefunden',
    // Texts of the API document.
    'List jobs of the organization. By default, only jobs that are pending or running.':
      'Aufträge der Organisation auflisten. Ohne Angabe nur solche, die warten oder laufen.',
    'Create a job, to report the progress of work that your program does.':
      'Auftrag anlegen, um den Fortschritt der Arbeit eines eigenen Programms zu melden.',
    'Get the progress and the result of a job.': 'Fortschritt und Ergebnis eines Auftrags lesen.',
    'Update the progress of a job.': 'Fortschritt eines Auftrags ändern.',
    'Request that a job be cancelled.': 'Abbruch eines Auftrags verlangen.',
    'List up to 50 jobs that are pending or running, and up to 10 that ended in the last 30 seconds.':
      'Bis zu 50 wartende oder laufende Aufträge auflisten, und bis zu 10, die in den letzten 30 Sekunden endeten.',
    'Stream the progress of jobs as server-sent events, one for each change of a job.':
      'Fortschritt von Aufträgen als Server-Sent Events senden, eines je Änderung eines Auftrags.',
    'One value, or several separated by commas.': 'Ein Wert, oder mehrere, durch Kommas getrennt.',
  },
  es: {
    Progress: 'Progreso',
    'View progress': 'Ver el progreso',
    'Create progress jobs': 'Crear tareas',
    'Update progress jobs': 'Actualizar tareas',
    'Cancel progress jobs': 'Cancelar tareas',
    'Manage progress jobs': 'Gestionar tareas',
    'Progress of long-running work': 'Progreso de tareas de larga duración',
    'Cancel progress job': 'Cancelar tarea',
    'Create progress job': 'Crear tarea',
    'Purge jobs': 'Limpiar tareas',
    // Why a job has failed.
    'Job stale: no heartbeat for {seconds} seconds': 'La tarea no da señales desde hace {seconds} segundos',
    'Job stale: not started within {hours} hours': 'La tarea no ha empezado en {hours} horas',
    // Errors.
    'Cannot cancel this job': 'Esta tarea no se puede cancelar',
    'The job has already ended': 'La tarea ya ha terminado',
    'Parent job not found': 'Tarea superior no encontrada',
    // Texts of the API document.
    'List jobs of the organization. By default, only jobs that are pending or running.':
      'Listar las tareas de la organización. Por defecto, solo las que están pendientes o en curso.',
    'One value, or several separated by commas.': 'Un valor, o varios separados por comas.',
    'Create a job, to report the progress of work that your program does.':
      'Crear una tarea para informar del progreso de un trabajo que hace su programa.',
    'Get the progress and the result of a job.': 'Obtener el progreso y el resultado de una tarea.',
    'Update the progress of a job.': 'Actualizar el progreso de una tarea.',
    'Request that a job be cancelled.': 'Solicitar que se cancele una tarea.',
    'List up to 50 jobs that are pending or running, and up to 10 that ended in the last 30 seconds.':
      'Listar hasta 50 tareas pendientes o en curso, y hasta 10 que han terminado en los últimos 30 segundos.',
    'Stream the progress of jobs as server-sent events, one for each change of a job.':
      'Transmitir el progreso de las tareas como eventos enviados por el servidor, uno por cada cambio de una tarea.',
  },
  pl: {
    Progress: 'Postęp',
    'View progress': 'Przeglądanie postępu',
    'Create progress jobs': 'Tworzenie zadań',
    'Update progress jobs': 'Aktualizowanie zadań',
    'Cancel progress jobs': 'Anulowanie zadań',
    'Manage progress jobs': 'Zarządzanie zadaniami',
    'Progress of long-running work': 'Postęp długotrwałych prac',
    'Cancel progress job': 'Anulowanie zadania',
    'Create progress job': 'Utworzenie zadania',
    'Purge jobs': 'Usunięcie starych zadań',
    // Why a job has failed.
    'Job stale: no heartbeat for {seconds} seconds': 'Zadanie nie odpowiada (sekundy: {seconds})',
    'Job stale: not started within {hours} hours': 'Zadanie nie rozpoczęło się na czas (godziny: {hours})',
    // Errors.
    'Cannot cancel this job': 'Tego zadania nie można anulować',
    'The job has already ended': 'Zadanie już się zakończyło',
    'Parent job not found': 'Nie znaleziono zadania nadrzędnego',
    // Texts of the API document.
    'List jobs of the organization. By default, only jobs that are pending or running.':
      'Pobierz zadania organizacji. Domyślnie tylko oczekujące lub trwające.',
    'One value, or several separated by commas.': 'Jedna wartość lub kilka oddzielonych przecinkami.',
    'Create a job, to report the progress of work that your program does.':
      'Utwórz zadanie, aby zgłaszać postęp pracy własnego programu.',
    'Get the progress and the result of a job.': 'Pobierz postęp i wynik zadania.',
    'Update the progress of a job.': 'Zmień postęp zadania.',
    'Request that a job be cancelled.': 'Zażądaj anulowania zadania.',
    'List up to 50 jobs that are pending or running, and up to 10 that ended in the last 30 seconds.':
      'Pobierz do 50 zadań oczekujących lub trwających oraz do 10, które zakończyły się w ciągu ostatnich 30 sekund.',
    'Stream the progress of jobs as server-sent events, one for each change of a job.':
      'Odbieraj postęp zadań jako zdarzenia wysyłane przez serwer (server-sent events), po jednym na każdą zmianę zadania.',
  },
}
