import type { Translations } from '@plinth/core/http'

/** What the module declares and throws, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    Settings: 'Einstellungen',
    'Update settings': 'Einstellungen geändert',
    'Organizations cannot change these settings': 'Organisationen können diese Einstellungen nicht ändern',
    'These settings are too large': 'Diese Einstellungen sind zu groß',
    // Errors.
    'Must be tenant': 'Muss tenant sein',
    // Texts of the API document.
    'Get the settings that apply to the tenant or to the selected organization.':
      'Einstellungen lesen, die für den Mandanten oder die gewählte Organisation gelten.',
    'What is set here, not inherited. Secrets are named here only.':
      'Was hier festgelegt ist und nicht geerbt. Geheimnisse werden hier nur genannt.',
    'What is stored but no longer allowed, so that it is inherited.':
      'Was gespeichert, aber nicht mehr erlaubt ist, sodass der geerbte Wert gilt.',
    'Change settings of the tenant or of the selected organization. Null restores what is inherited.':
      'Einstellungen des Mandanten oder der gewählten Organisation ändern. Null stellt den geerbten Wert wieder her.',
  },
  es: {
    Settings: 'Ajustes',
    'Update settings': 'Modificar ajustes',
    'Organizations cannot change these settings': 'Las organizaciones no pueden modificar estos ajustes',
    'These settings are too large': 'Estos ajustes son demasiado grandes',
    // Errors.
    'Must be tenant': 'Debe ser tenant',
    // Texts of the API document.
    'Get the settings that apply to the tenant or to the selected organization.':
      'Obtener los ajustes que se aplican al inquilino o a la organización seleccionada.',
    'What is set here, not inherited. Secrets are named here only.':
      'Lo que se ha definido aquí, no lo heredado. De los secretos solo figura el nombre.',
    'What is stored but no longer allowed, so that it is inherited.':
      'Lo que está guardado pero ya no se admite, por lo que se hereda.',
    'Change settings of the tenant or of the selected organization. Null restores what is inherited.':
      'Modificar los ajustes del inquilino o de la organización seleccionada. Null restablece lo heredado.',
  },
  pl: {
    Settings: 'Ustawienia',
    'Update settings': 'Zmiana ustawień',
    'Organizations cannot change these settings': 'Organizacje nie mogą zmieniać tych ustawień',
    'These settings are too large': 'Te ustawienia są zbyt duże',
    // Errors.
    'Must be tenant': 'Musi mieć wartość tenant',
    // Texts of the API document.
    'Get the settings that apply to the tenant or to the selected organization.':
      'Pobierz ustawienia obowiązujące najemcę lub wybraną organizację.',
    'What is set here, not inherited. Secrets are named here only.':
      'To, co ustawiono tutaj, a nie odziedziczono. Sekrety są tu tylko wymienione z nazwy.',
    'What is stored but no longer allowed, so that it is inherited.':
      'To, co jest zapisane, ale nie jest już dozwolone, więc obowiązuje wartość odziedziczona.',
    'Change settings of the tenant or of the selected organization. Null restores what is inherited.':
      'Zmień ustawienia najemcy lub wybranej organizacji. Null przywraca wartość odziedziczoną.',
  },
}
