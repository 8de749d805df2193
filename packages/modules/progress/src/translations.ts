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
