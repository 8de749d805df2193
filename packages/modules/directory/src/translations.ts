import type { Translations } from '@plinth/core/http'

/** What the module declares, in German, Spanish and Polish. Labels of commands say what somebody has done. */
export const translations: Translations = {
  de: {
    'You cannot deactivate the organization you belong to':
      'Sie können die Organisation, zu der Sie gehören, nicht deaktivieren',
    'You cannot delete the organization you belong to':
      'Sie können die Organisation, zu der Sie gehören, nicht löschen',
    'You cannot deactivate your own tenant': 'Sie können Ihren eigenen Mandanten nicht deaktivieren',
    'You cannot delete your own tenant': 'Sie können Ihren eigenen Mandanten nicht löschen',
    'Slug already in use': 'Dieses Kürzel gibt es schon',
    'Organization cannot be its own parent': 'Eine Organisation kann sich nicht selbst untergeordnet sein',
    'Cannot assign descendant as parent': 'Eine untergeordnete Organisation kann nicht die übergeordnete sein',
    'Organizations can be nested at most 32 levels deep': 'Organisationen haben höchstens 32 Ebenen',
    Tenant: 'Mandant',
    Organization: 'Organisation',
    'Directory (Tenants & Organizations)': 'Verzeichnis (Mandanten und Organisationen)',
    'View tenants': 'Mandanten ansehen',
    'Manage tenants': 'Mandanten verwalten',
    'Change the language, time zone and currency of the tenant': 'Sprache, Zeitzone und Währung des Mandanten ändern',
    'View organizations': 'Organisationen ansehen',
    'Manage organizations': 'Organisationen verwalten',
    'Tenants and organizations': 'Mandanten und Organisationen',
    'Create organization': 'Organisation angelegt',
    'Create tenant': 'Mandant angelegt',
    'Delete organization': 'Organisation gelöscht',
    'Delete tenant': 'Mandant gelöscht',
    'Provision tenant': 'Mandant eingerichtet',
    'Resume writes': 'Schreiben wieder erlaubt',
    'Suspend writes': 'Schreiben ausgesetzt',
    'Update organization': 'Organisation geändert',
    'Update settings of the tenant': 'Einstellungen des Mandanten geändert',
    'Update tenant': 'Mandant geändert',
    // Properties.
    'Child ids': 'Untergeordnete Organisationen',
    // Errors.
    'This action changed an organization outside your own.':
      'Dieser Vorgang hat eine Organisation außerhalb Ihrer eigenen geändert.',
    'Child cannot equal parent': 'Eine Organisation kann nicht sich selbst übergeordnet sein',
    'Invalid child assignment': 'Ungültige untergeordnete Organisation',
    'At most {most} tenants can be suspended one by one; suspend all instead':
      'Höchstens {most} Mandanten lassen sich einzeln aussetzen; setzen Sie stattdessen alle aus',
    'Cannot assign ancestor as child': 'Eine übergeordnete Organisation kann nicht untergeordnet werden',
    'Cannot assign descendant cycle': 'Untergeordnete Organisationen dürfen keinen Kreis bilden',
    'Tenant scope required': 'Ein Mandant muss gewählt sein',
    'A tenant may have at most {most} organizations': 'Ein Mandant darf höchstens {most} Organisationen haben',
    'Organization id required': 'Die Id der Organisation ist erforderlich',
    'Tenant id required': 'Die Id des Mandanten ist erforderlich',
    'Invalid tenant id.': 'Ungültige Id des Mandanten.',
    'Tenant not found.': 'Mandant nicht gefunden.',
    'Invalid slug.': 'Ungültiges Kürzel.',
    'Organization not found.': 'Organisation nicht gefunden.',
    '1 account is confined to this organization and would be locked out. Delete it with confirm=true instead.':
      '1 Konto ist auf diese Organisation beschränkt und wäre ausgesperrt. Löschen Sie sie stattdessen mit confirm=true.',
    '{count} accounts are confined to this organization and would be locked out. Delete it with confirm=true instead.':
      '{count} Konten sind auf diese Organisation beschränkt und wären ausgesperrt. Löschen Sie sie stattdessen mit confirm=true.',
    '1 account is confined to this organization and would be locked out. Send confirm=true to delete it.':
      '1 Konto ist auf diese Organisation beschränkt und wäre ausgesperrt. Senden Sie confirm=true, um sie zu löschen.',
    '{count} accounts are confined to this organization and would be locked out. Send confirm=true to delete it.':
      '{count} Konten sind auf diese Organisation beschränkt und wären ausgesperrt. Senden Sie confirm=true, um sie zu löschen.',
    // Texts of the API document.
    'List organizations as options, rows or a tree.': 'Organisationen als Auswahl, Zeilen oder Baum auflisten.',
    'Create an organization, at the top level or below another one.':
      'Organisation anlegen, ganz oben oder unter einer anderen.',
    'Rename, move or deactivate an organization.': 'Organisation umbenennen, verschieben oder deaktivieren.',
    'Delete an organization. Its children move to its parent. If users are restricted to it, `confirm` is required.':
      'Organisation löschen. Untergeordnete kommen zur übergeordneten. Sind Benutzer auf sie beschränkt, ist `confirm` nötig.',
    'List tenants. Super admins see all of them, other users only their own.':
      'Mandanten auflisten. Superadministratoren sehen alle, andere nur ihren eigenen.',
    'Create a tenant with its first organization, of the same name, and the default roles.':
      'Mandant mit seiner ersten Organisation gleichen Namens und den Standardrollen anlegen.',
    'Rename or deactivate a tenant.': 'Mandant umbenennen oder deaktivieren.',
    'Delete a tenant. Its data is kept until it is purged.':
      'Mandant löschen. Seine Daten bleiben, bis sie endgültig entfernt werden.',
    'Look up the name of an active tenant by its id, for sign-in pages.':
      'Namen eines aktiven Mandanten anhand seiner Id lesen, für Anmeldeseiten.',
    'Look up the name of an active organization by its slug, for sign-in pages. If several tenants use the slug, the oldest organization is returned.':
      'Namen einer aktiven Organisation anhand ihres Kürzels lesen, für Anmeldeseiten. Benutzen mehrere Mandanten das Kürzel, ist es die älteste Organisation.',
    'List the organizations that the caller can switch to, with their parents for context.':
      'Organisationen auflisten, zu denen der Aufrufer wechseln kann, mit ihren übergeordneten.',
    'Get the time zone, language, first day of the week and currency of the tenant, and the defaults for those that it has not set.':
      'Zeitzone, Sprache, ersten Wochentag und Währung des Mandanten lesen, und die Vorgaben für das, was er nicht festgelegt hat.',
    'Update the time zone, language, first day of the week or currency of the tenant. Null restores the default.':
      'Zeitzone, Sprache, ersten Wochentag oder Währung des Mandanten ändern. Null stellt die Vorgabe wieder her.',
    'List suspended writes, for super admins: those of single tenants, and those of all tenants (`tenantId` is null).':
      'Ausgesetztes Schreiben auflisten, für Superadministratoren: einzelner Mandanten und aller Mandanten (`tenantId` ist null).',
    'Suspend the writes of a tenant or of all tenants. They are rejected with 503 and the given message.':
      'Schreiben eines Mandanten oder aller Mandanten aussetzen. Es wird mit 503 und der angegebenen Nachricht abgelehnt.',
    'Resume the writes of a tenant, or of all tenants if no tenant is given.':
      'Schreiben eines Mandanten wieder erlauben, oder aller Mandanten, wenn keiner angegeben ist.',
    'When the suspension ends by itself.': 'Wann das Schreiben von selbst wieder erlaubt ist.',
  },
  es: {
    'You cannot deactivate the organization you belong to': 'No puede desactivar la organización a la que pertenece',
    'You cannot delete the organization you belong to': 'No puede eliminar la organización a la que pertenece',
    'You cannot deactivate your own tenant': 'No puede desactivar su propio inquilino',
    'You cannot delete your own tenant': 'No puede eliminar su propio inquilino',
    'Slug already in use': 'Ese identificador ya está en uso',
    'Organization cannot be its own parent': 'Una organización no puede depender de sí misma',
    'Cannot assign descendant as parent': 'Una organización subordinada no puede ser la superior',
    'Organizations can be nested at most 32 levels deep': 'Las organizaciones tienen como máximo 32 niveles',
    Tenant: 'Inquilino',
    Organization: 'Organización',
    'Directory (Tenants & Organizations)': 'Directorio (inquilinos y organizaciones)',
    'View tenants': 'Ver inquilinos',
    'Manage tenants': 'Gestionar inquilinos',
    'Change the language, time zone and currency of the tenant':
      'Cambiar el idioma, la zona horaria y la moneda del inquilino',
    'View organizations': 'Ver organizaciones',
    'Manage organizations': 'Gestionar organizaciones',
    'Tenants and organizations': 'Inquilinos y organizaciones',
    'Create organization': 'Crear organización',
    'Create tenant': 'Crear inquilino',
    'Delete organization': 'Eliminar organización',
    'Delete tenant': 'Eliminar inquilino',
    'Provision tenant': 'Aprovisionar inquilino',
    'Resume writes': 'Reanudar escrituras',
    'Suspend writes': 'Suspender escrituras',
    'Update organization': 'Modificar organización',
    'Update settings of the tenant': 'Modificar ajustes del inquilino',
    'Update tenant': 'Modificar inquilino',
    // Properties.
    'Child ids': 'Organizaciones subordinadas',
    // Errors.
    'This action changed an organization outside your own.': 'Esta acción cambió una organización ajena a las suyas.',
    'Child cannot equal parent': 'La organización subordinada no puede ser la superior',
    'Invalid child assignment': 'Organización subordinada no válida',
    'At most {most} tenants can be suspended one by one; suspend all instead':
      'Se pueden suspender como máximo {most} inquilinos uno a uno; suspéndalos todos',
    'Cannot assign ancestor as child': 'Una organización superior no puede ser subordinada',
    'Cannot assign descendant cycle': 'Las organizaciones subordinadas no pueden formar un ciclo',
    'Tenant scope required': 'Hay que seleccionar un inquilino',
    'A tenant may have at most {most} organizations': 'Un inquilino puede tener como máximo {most} organizaciones',
    'Organization id required': 'Se requiere el identificador de la organización',
    'Tenant id required': 'Se requiere el identificador del inquilino',
    'Invalid tenant id.': 'Identificador de inquilino no válido.',
    'Tenant not found.': 'Inquilino no encontrado.',
    'Invalid slug.': 'Slug no válido.',
    'Organization not found.': 'Organización no encontrada.',
    '1 account is confined to this organization and would be locked out. Delete it with confirm=true instead.':
      '1 cuenta está limitada a esta organización y quedaría sin acceso. Elimínela con confirm=true.',
    '{count} accounts are confined to this organization and would be locked out. Delete it with confirm=true instead.':
      '{count} cuentas están limitadas a esta organización y quedarían sin acceso. Elimínela con confirm=true.',
    '1 account is confined to this organization and would be locked out. Send confirm=true to delete it.':
      '1 cuenta está limitada a esta organización y quedaría sin acceso. Envíe confirm=true para eliminarla.',
    '{count} accounts are confined to this organization and would be locked out. Send confirm=true to delete it.':
      '{count} cuentas están limitadas a esta organización y quedarían sin acceso. Envíe confirm=true para eliminarla.',
    // Texts of the API document.
    'List organizations as options, rows or a tree.': 'Listar las organizaciones como opciones, filas o árbol.',
    'Create an organization, at the top level or below another one.':
      'Crear una organización, en el nivel superior o debajo de otra.',
    'Rename, move or deactivate an organization.': 'Cambiar el nombre de una organización, moverla o desactivarla.',
    'Delete an organization. Its children move to its parent. If users are restricted to it, `confirm` is required.':
      'Eliminar una organización. Las subordinadas pasan a la superior. Si hay usuarios limitados a ella, se requiere `confirm`.',
    'List tenants. Super admins see all of them, other users only their own.':
      'Listar los inquilinos. Los superadministradores los ven todos; los demás usuarios, solo el suyo.',
    'Create a tenant with its first organization, of the same name, and the default roles.':
      'Crear un inquilino con su primera organización, del mismo nombre, y los roles predeterminados.',
    'Rename or deactivate a tenant.': 'Cambiar el nombre de un inquilino o desactivarlo.',
    'Delete a tenant. Its data is kept until it is purged.':
      'Eliminar un inquilino. Sus datos se conservan hasta su borrado definitivo.',
    'Look up the name of an active tenant by its id, for sign-in pages.':
      'Obtener el nombre de un inquilino activo por su identificador, para páginas de inicio de sesión.',
    'Look up the name of an active organization by its slug, for sign-in pages. If several tenants use the slug, the oldest organization is returned.':
      'Obtener el nombre de una organización activa por su slug, para páginas de inicio de sesión. Si varios inquilinos usan el slug, se devuelve la organización más antigua.',
    'List the organizations that the caller can switch to, with their parents for context.':
      'Listar las organizaciones a las que puede cambiar quien llama, con las superiores como contexto.',
    'Get the time zone, language, first day of the week and currency of the tenant, and the defaults for those that it has not set.':
      'Obtener la zona horaria, el idioma, el primer día de la semana y la moneda del inquilino, y los valores predeterminados de lo que no haya definido.',
    'Update the time zone, language, first day of the week or currency of the tenant. Null restores the default.':
      'Modificar la zona horaria, el idioma, el primer día de la semana o la moneda del inquilino. Null restablece el valor predeterminado.',
    'List suspended writes, for super admins: those of single tenants, and those of all tenants (`tenantId` is null).':
      'Listar las escrituras suspendidas, para superadministradores: las de inquilinos concretos y las de todos los inquilinos (`tenantId` es null).',
    'Suspend the writes of a tenant or of all tenants. They are rejected with 503 and the given message.':
      'Suspender las escrituras de un inquilino o de todos. Se rechazan con 503 y el mensaje indicado.',
    'When the suspension ends by itself.': 'Cuándo termina por sí sola la suspensión.',
    'Resume the writes of a tenant, or of all tenants if no tenant is given.':
      'Reanudar las escrituras de un inquilino, o de todos si no se indica ninguno.',
  },
  pl: {
    'You cannot deactivate the organization you belong to': 'Nie możesz wyłączyć organizacji, do której należysz',
    'You cannot delete the organization you belong to': 'Nie możesz usunąć organizacji, do której należysz',
    'You cannot deactivate your own tenant': 'Nie możesz wyłączyć własnego najemcy',
    'You cannot delete your own tenant': 'Nie możesz usunąć własnego najemcy',
    'Slug already in use': 'Ten skrót jest już używany',
    'Organization cannot be its own parent': 'Organizacja nie może być nadrzędna wobec siebie',
    'Cannot assign descendant as parent': 'Organizacja podrzędna nie może być nadrzędną',
    'Organizations can be nested at most 32 levels deep': 'Organizacje mają najwyżej 32 poziomy',
    Tenant: 'Najemca',
    Organization: 'Organizacja',
    'Directory (Tenants & Organizations)': 'Katalog (najemcy i organizacje)',
    'View tenants': 'Przeglądanie najemców',
    'Manage tenants': 'Zarządzanie najemcami',
    'Change the language, time zone and currency of the tenant': 'Zmiana języka, strefy czasowej i waluty najemcy',
    'View organizations': 'Przeglądanie organizacji',
    'Manage organizations': 'Zarządzanie organizacjami',
    'Tenants and organizations': 'Najemcy i organizacje',
    'Create organization': 'Utworzenie organizacji',
    'Create tenant': 'Utworzenie najemcy',
    'Delete organization': 'Usunięcie organizacji',
    'Delete tenant': 'Usunięcie najemcy',
    'Provision tenant': 'Przygotowanie najemcy',
    'Resume writes': 'Wznowienie zapisów',
    'Suspend writes': 'Wstrzymanie zapisów',
    'Update organization': 'Zmiana organizacji',
    'Update settings of the tenant': 'Zmiana ustawień najemcy',
    'Update tenant': 'Zmiana najemcy',
    // Properties.
    'Child ids': 'Organizacje podrzędne',
    // Errors.
    'This action changed an organization outside your own.': 'Ta operacja zmieniła organizację spoza Twoich.',
    'Child cannot equal parent': 'Organizacja podrzędna nie może być tą samą co nadrzędna',
    'Invalid child assignment': 'Nieprawidłowa organizacja podrzędna',
    'At most {most} tenants can be suspended one by one; suspend all instead':
      'Liczba najemców wstrzymanych pojedynczo to najwyżej {most}; zamiast tego wstrzymaj wszystkich',
    'Cannot assign ancestor as child': 'Organizacja nadrzędna nie może stać się podrzędną',
    'Cannot assign descendant cycle': 'Organizacje podrzędne nie mogą tworzyć cyklu',
    'Tenant scope required': 'Należy wybrać najemcę',
    'A tenant may have at most {most} organizations': 'Liczba organizacji najemcy to najwyżej {most}',
    'Organization id required': 'Wymagany jest identyfikator organizacji',
    'Tenant id required': 'Wymagany jest identyfikator najemcy',
    'Invalid tenant id.': 'Nieprawidłowy identyfikator najemcy.',
    'Tenant not found.': 'Nie znaleziono najemcy.',
    'Invalid slug.': 'Nieprawidłowy skrót.',
    'Organization not found.': 'Nie znaleziono organizacji.',
    '1 account is confined to this organization and would be locked out. Delete it with confirm=true instead.':
      '1 konto jest ograniczone do tej organizacji i utraciłoby dostęp. Zamiast tego usuń ją z confirm=true.',
    '{count} accounts are confined to this organization and would be locked out. Delete it with confirm=true instead.':
      'Liczba kont ograniczonych do tej organizacji, które utraciłyby dostęp: {count}. Zamiast tego usuń ją z confirm=true.',
    '1 account is confined to this organization and would be locked out. Send confirm=true to delete it.':
      '1 konto jest ograniczone do tej organizacji i utraciłoby dostęp. Aby ją usunąć, wyślij confirm=true.',
    '{count} accounts are confined to this organization and would be locked out. Send confirm=true to delete it.':
      'Liczba kont ograniczonych do tej organizacji, które utraciłyby dostęp: {count}. Aby ją usunąć, wyślij confirm=true.',
    // Texts of the API document.
    'List organizations as options, rows or a tree.': 'Pobierz organizacje jako opcje, wiersze lub drzewo.',
    'Create an organization, at the top level or below another one.':
      'Utwórz organizację na najwyższym poziomie lub pod inną.',
    'Rename, move or deactivate an organization.': 'Zmień nazwę organizacji, przenieś ją lub wyłącz.',
    'Delete an organization. Its children move to its parent. If users are restricted to it, `confirm` is required.':
      'Usuń organizację. Organizacje podrzędne przechodzą do nadrzędnej. Jeśli są użytkownicy ograniczeni do tej organizacji, wymagane jest `confirm`.',
    'List tenants. Super admins see all of them, other users only their own.':
      'Pobierz listę najemców. Superadministratorzy widzą wszystkich, inni użytkownicy tylko własnego.',
    'Create a tenant with its first organization, of the same name, and the default roles.':
      'Utwórz najemcę z pierwszą organizacją o tej samej nazwie i domyślnymi rolami.',
    'Rename or deactivate a tenant.': 'Zmień nazwę najemcy lub wyłącz go.',
    'Delete a tenant. Its data is kept until it is purged.':
      'Usuń najemcę. Jego dane są przechowywane do czasu ostatecznego usunięcia.',
    'Look up the name of an active tenant by its id, for sign-in pages.':
      'Pobierz nazwę aktywnego najemcy według identyfikatora, dla stron logowania.',
    'Look up the name of an active organization by its slug, for sign-in pages. If several tenants use the slug, the oldest organization is returned.':
      'Pobierz nazwę aktywnej organizacji według skrótu, dla stron logowania. Jeśli skrótu używa kilku najemców, zwracana jest najstarsza organizacja.',
    'List the organizations that the caller can switch to, with their parents for context.':
      'Pobierz listę organizacji, na które może przełączyć się wywołujący, wraz z nadrzędnymi.',
    'Get the time zone, language, first day of the week and currency of the tenant, and the defaults for those that it has not set.':
      'Pobierz strefę czasową, język, pierwszy dzień tygodnia i walutę najemcy oraz wartości domyślne tego, czego najemca nie ustawił.',
    'Update the time zone, language, first day of the week or currency of the tenant. Null restores the default.':
      'Zmień strefę czasową, język, pierwszy dzień tygodnia lub walutę najemcy. Null przywraca wartość domyślną.',
    'List suspended writes, for super admins: those of single tenants, and those of all tenants (`tenantId` is null).':
      'Pobierz listę wstrzymanych zapisów, dla superadministratorów: pojedynczych najemców i wszystkich najemców (`tenantId` ma wartość null).',
    'Suspend the writes of a tenant or of all tenants. They are rejected with 503 and the given message.':
      'Wstrzymaj zapisy najemcy lub wszystkich najemców. Są odrzucane z kodem 503 i podanym komunikatem.',
    'When the suspension ends by itself.': 'Kiedy wstrzymanie kończy się samo.',
    'Resume the writes of a tenant, or of all tenants if no tenant is given.':
      'Wznów zapisy najemcy albo wszystkich najemców, jeśli żaden nie jest podany.',
  },
}
