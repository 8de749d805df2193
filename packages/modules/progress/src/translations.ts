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
    // Summaries of routes.
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
  },
}
