import type { Translations } from '@plinth/core/http'

/** What the module declares and throws, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Settings: 'Einstellungen',
    'Update settings': 'Einstellungen geändert',
    'Organizations cannot change these settings': 'Organisationen können diese Einstellungen nicht ändern',
    'These settings are too large': 'Diese Einstellungen sind zu groß',
  },
  es: {
    Settings: 'Ajustes',
    'Update settings': 'Modificar ajustes',
    'Organizations cannot change these settings': 'Las organizaciones no pueden modificar estos ajustes',
    'These settings are too large': 'Estos ajustes son demasiado grandes',
  },
  pl: {
    Settings: 'Ustawienia',
    'Update settings': 'Zmiana ustawień',
    'Organizations cannot change these settings': 'Organizacje nie mogą zmieniać tych ustawień',
    'These settings are too large': 'Te ustawienia są zbyt duże',
  },
}
