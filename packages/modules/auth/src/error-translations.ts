import type { Translations } from '@plinth/core/http'

/** Messages of errors, in German, Spanish and Polish. */
export const errorTranslations = {
  de: {
    Share: 'Freigabe',
    'Second factor': 'Zweiter Faktor',
    'This action changed a user outside your organizations.':
      'Dieser Vorgang hat einen Benutzer außerhalb Ihrer Organisationen geändert.',
    'Only super administrators may change this role.': 'Nur Superadministratoren dürfen diese Rolle ändern.',
    'Your organization does not use second factors.': 'Ihre Organisation benutzt keine zweiten Faktoren.',
    'An account has at most {most} factors.': 'Ein Konto hat höchstens {most} Faktoren.',
    'A role cannot be granted and removed in the same request.':
      'Eine Rolle kann nicht in derselben Anfrage gegeben und genommen werden.',
    'Role(s) not found: {roles}': 'Rollen nicht gefunden: {roles}',
    'Somebody cannot be added and removed in the same request.':
      'Dieselbe Person kann nicht zugleich hinzugefügt und entfernt werden.',
    'Somebody cannot join and leave a team in the same request.':
      'Dieselbe Person kann einem Team nicht zugleich beitreten und es verlassen.',
    'Only super administrators can delete a super administrator.':
      'Nur Superadministratoren können einen Superadministrator löschen.',
    'The role has permissions that only super administrators may grant.':
      'Die Rolle hat Berechtigungen, die nur Superadministratoren geben dürfen.',
    'The account is active.': 'Das Konto ist aktiv.',
    'Cannot save preferences: no user associated with this API key':
      'Einstellungen können nicht gespeichert werden: Zu diesem API-Schlüssel gehört kein Benutzer',
    'The preferences take more than 64 KB': 'Die Einstellungen belegen mehr als 64 KB',
    'Invalid roles': 'Ungültige Rollen',
    'Sign-in policies apply to the whole tenant.': 'Anmelderichtlinien gelten für den ganzen Mandanten.',
    'In the past': 'In der Vergangenheit',
    'The user has no individual permissions to restrict; change the policies of a role':
      'Der Benutzer hat keine eigenen Berechtigungen, die sich beschränken lassen; ändern Sie die Regeln einer Rolle',
    'Only super administrators may change the rights of super administrators.':
      'Nur Superadministratoren dürfen die Rechte von Superadministratoren ändern.',
    'Only super administrators may change the rights of a super administrator.':
      'Nur Superadministratoren dürfen die Rechte eines Superadministrators ändern.',
    'Only super administrators may mark a role as super admin.':
      'Nur Superadministratoren dürfen eine Rolle zu der von Superadministratoren machen.',
    'Role tenant cannot be changed while users are assigned':
      'Der Mandant einer Rolle kann nicht geändert werden, solange Benutzer sie haben',
    'Only super administrators can grant or revoke super admin access.':
      'Nur Superadministratoren können Superadministratoren ernennen oder ihnen das Recht nehmen.',
    'This account cannot sign in, so it sees nothing': 'Dieses Konto kann sich nicht anmelden und sieht daher nichts',
    'At most {most} entries': 'Höchstens {most} Einträge',
    'The view takes more than 16 KB': 'Die Ansicht belegt mehr als 16 KB',
    'Cannot save a view of your own: no user associated with this caller':
      'Eine eigene Ansicht kann nicht gespeichert werden: Zu diesem Aufrufer gehört kein Benutzer',
    'You can only keep views of your own in your own tenant.':
      'Eigene Ansichten können Sie nur in Ihrem eigenen Mandanten speichern.',
    'Only who made a view can keep it for themselves.':
      'Nur wer eine Ansicht angelegt hat, kann sie für sich behalten.',
    'Role id required': 'Die Id der Rolle ist erforderlich',
    Taken: 'Vergeben',
    'User id required': 'Die Id des Benutzers ist erforderlich',
    'At most {most} bytes': 'Höchstens {most} Bytes',
    'At most {most} kinds': 'Höchstens {most} Arten',
    'Only super administrators can assign the superadmin role.':
      'Nur Superadministratoren können die Rolle superadmin vergeben.',
    'The role names what does not exist here': 'Die Rolle nennt etwas, das es hier nicht gibt',
    'The role is about organizations that you do not see.': 'Die Rolle betrifft Organisationen, die Sie nicht sehen.',
    'Only super administrators may change roles of all tenants.':
      'Nur Superadministratoren dürfen Rollen aller Mandanten ändern.',
    'Only super administrators may change the superadmin role.':
      'Nur Superadministratoren dürfen die Rolle superadmin ändern.',
    'A record has a kind and a recordId': 'Ein Datensatz hat eine Art (kind) und eine recordId',
    'Invalid userId': 'Ungültige userId',
    'This account cannot have a passkey.': 'Dieses Konto kann keinen Passkey haben.',
    'Only users have second factors and sessions.': 'Nur Benutzer haben zweite Faktoren und Sitzungen.',
    'Invalid locale': 'Ungültige Sprache',
    'Bad request': 'Ungültige Anfrage',
    'Provide a code or a passkey.': 'Geben Sie einen Code oder einen Passkey an.',
    'Failed to load profile.': 'Das Profil konnte nicht geladen werden.',
    'Provide an id, or others=true.': 'Geben Sie eine id an, oder others=true.',
    'Invalid JSON': 'Ungültiges JSON',
    'At most {most} kinds can be tried at once': 'Höchstens {most} Arten lassen sich auf einmal ausprobieren',
    'Provide a password, a code or a passkey.': 'Geben Sie ein Passwort, einen Code oder einen Passkey an.',
    'Only sessions can be confirmed.': 'Nur Sitzungen können bestätigt werden.',
    'You do not view as another person any more.': 'Sie sehen die Anwendung nicht mehr als jemand anderes.',
    'Only people who are signed in view as others.': 'Nur angemeldete Personen können die Anwendung als andere sehen.',
    'You see already what you may see': 'Sie sehen schon, was Sie sehen dürfen',
    'You cannot view as others, because policies restrict what you see yourself.':
      'Sie können die Anwendung nicht als andere sehen, weil Regeln einschränken, was Sie selbst sehen.',
    'You cannot view as a user who has more permissions than you.':
      'Sie können die Anwendung nicht als ein Benutzer sehen, der mehr Berechtigungen hat als Sie.',
    'Too many groups': 'Zu viele Gruppen',
    'Row policies restrict you, so you can only change teams that you belong to.':
      'Zeilenregeln beschränken Sie, deshalb können Sie nur Teams ändern, zu denen Sie gehören.',
    'A team cannot be part of itself': 'Ein Team kann nicht Teil von sich selbst sein',
    Circle: 'Kreis',
    'Teams can be nested {most} levels deep': 'Teams können {most} Ebenen tief verschachtelt sein',
    'Too deep': 'Zu tief',
    'This is a view of somebody else.': 'Diese Ansicht gehört jemand anderem.',
    'The list opens with “{name}” already': 'Die Liste öffnet sich schon mit „{name}“',
    'Taken by “{name}”': 'Vergeben an „{name}“',
    'There is no such user': 'Diesen Benutzer gibt es nicht',
    'There is no such team': 'Dieses Team gibt es nicht',
    'There is no such role': 'Diese Rolle gibt es nicht',
    'You cannot change the credentials of a user who has more permissions than you.':
      'Sie können die Zugangsdaten eines Benutzers nicht ändern, der mehr Berechtigungen hat als Sie.',
    'You cannot end the sessions of a user who has more permissions than you.':
      'Sie können die Sitzungen eines Benutzers nicht beenden, der mehr Berechtigungen hat als Sie.',
    'You cannot move a user who has more permissions than you.':
      'Sie können einen Benutzer nicht verschieben, der mehr Berechtigungen hat als Sie.',
    'The features and organizations of a role or account may take at most {most} bytes':
      'Die Berechtigungen und Organisationen einer Rolle oder eines Kontos dürfen höchstens {most} Bytes belegen',
    'The features and organizations of all roles of one account or key may take at most {most} bytes':
      'Die Berechtigungen und Organisationen aller Rollen eines Kontos oder Schlüssels dürfen höchstens {most} Bytes belegen',
    'The features and organizations of all roles of one account may take at most {most} bytes':
      'Die Berechtigungen und Organisationen aller Rollen eines Kontos dürfen höchstens {most} Bytes belegen',
    'The features and organizations of all roles and accounts may take at most {most} bytes':
      'Die Berechtigungen und Organisationen aller Rollen und Konten dürfen höchstens {most} Bytes belegen',
    'Password does not meet the requirements.': 'Das Passwort erfüllt die Anforderungen nicht.',
    "The owner may not read '{name}'": 'Der Besitzer darf „{name}“ nicht lesen',
    "The entity '{name}' does not exist": 'Die Entität „{name}“ gibt es nicht',
    "The feature '{name}' does not exist": 'Die Berechtigung „{name}“ gibt es nicht',
    'No index serves the condition, so every list reads about {rows} rows.':
      'Kein Index hilft der Bedingung, daher liest jede Liste etwa {rows} Zeilen.',
    'Role(s) given by a group of the identity provider, which has to take them: {roles}':
      'Diese Rollen gibt eine Gruppe des Identitätsanbieters, die sie auch nehmen muss: {roles}',
    'Only super administrators may use the name of a built-in role.':
      'Nur Superadministratoren dürfen den Namen einer eingebauten Rolle benutzen.',
    'A deactivated account cannot be invited.': 'Ein deaktiviertes Konto kann nicht eingeladen werden.',
    'Provide a password or send an invitation.': 'Geben Sie ein Passwort an oder senden Sie eine Einladung.',
    'Organization not found: {id}': 'Organisation nicht gefunden: {id}',
    'Name what should change.': 'Geben Sie an, was sich ändern soll.',
  },
  es: {
    Share: 'Uso compartido',
    'Second factor': 'Segundo factor',
    'This action changed a user outside your organizations.':
      'Esta acción cambió un usuario fuera de sus organizaciones.',
    'Only super administrators may change this role.': 'Solo los superadministradores pueden modificar este rol.',
    'Your organization does not use second factors.': 'Su organización no usa segundos factores.',
    'An account has at most {most} factors.': 'Una cuenta tiene como máximo {most} factores.',
    'A role cannot be granted and removed in the same request.':
      'Un rol no se puede conceder y quitar en la misma solicitud.',
    'Role(s) not found: {roles}': 'Roles no encontrados: {roles}',
    'Somebody cannot be added and removed in the same request.':
      'No se puede añadir y quitar a la misma persona en la misma solicitud.',
    'Somebody cannot join and leave a team in the same request.':
      'La misma persona no puede entrar en un equipo y salir de él en la misma solicitud.',
    'Only super administrators can delete a super administrator.':
      'Solo los superadministradores pueden eliminar a un superadministrador.',
    'The role has permissions that only super administrators may grant.':
      'El rol tiene permisos que solo los superadministradores pueden conceder.',
    'The account is active.': 'La cuenta está activa.',
    'Cannot save preferences: no user associated with this API key':
      'No se pueden guardar las preferencias: esta clave de API no tiene ningún usuario asociado',
    'The preferences take more than 64 KB': 'Las preferencias ocupan más de 64 KB',
    'Invalid roles': 'Roles no válidos',
    'Sign-in policies apply to the whole tenant.': 'Las políticas de inicio de sesión se aplican a todo el inquilino.',
    'In the past': 'En el pasado',
    'The user has no individual permissions to restrict; change the policies of a role':
      'El usuario no tiene permisos propios que restringir; modifique las políticas de un rol',
    'Only super administrators may change the rights of super administrators.':
      'Solo los superadministradores pueden cambiar los permisos de superadministradores.',
    'Only super administrators may change the rights of a super administrator.':
      'Solo los superadministradores pueden cambiar los permisos de un superadministrador.',
    'Only super administrators may mark a role as super admin.':
      'Solo los superadministradores pueden marcar un rol como superadministrador.',
    'Role tenant cannot be changed while users are assigned':
      'No se puede cambiar el inquilino de un rol mientras tenga usuarios',
    'Only super administrators can grant or revoke super admin access.':
      'Solo los superadministradores pueden conceder o revocar el acceso de superadministrador.',
    'This account cannot sign in, so it sees nothing': 'Esta cuenta no puede iniciar sesión, así que no ve nada',
    'At most {most} entries': 'Como máximo {most} entradas',
    'The view takes more than 16 KB': 'La vista ocupa más de 16 KB',
    'Cannot save a view of your own: no user associated with this caller':
      'No se puede guardar una vista propia: quien llama no tiene ningún usuario asociado',
    'You can only keep views of your own in your own tenant.':
      'Solo puede guardar vistas propias en su propio inquilino.',
    'Only who made a view can keep it for themselves.': 'Solo quien creó una vista puede reservársela.',
    'Role id required': 'Se requiere el identificador del rol',
    Taken: 'Ocupado',
    'User id required': 'Se requiere el identificador del usuario',
    'At most {most} bytes': 'Como máximo {most} bytes',
    'At most {most} kinds': 'Como máximo {most} tipos',
    'Only super administrators can assign the superadmin role.':
      'Solo los superadministradores pueden asignar el rol superadmin.',
    'The role names what does not exist here': 'El rol hace referencia a algo que no existe aquí',
    'The role is about organizations that you do not see.': 'El rol se refiere a organizaciones que usted no ve.',
    'Only super administrators may change roles of all tenants.':
      'Solo los superadministradores pueden modificar roles de todos los inquilinos.',
    'Only super administrators may change the superadmin role.':
      'Solo los superadministradores pueden modificar el rol superadmin.',
    'A record has a kind and a recordId': 'Un registro tiene un tipo (kind) y un recordId',
    'Invalid userId': 'userId no válido',
    'This account cannot have a passkey.': 'Esta cuenta no puede tener una llave de acceso.',
    'Only users have second factors and sessions.': 'Solo los usuarios tienen segundos factores y sesiones.',
    'Invalid locale': 'Idioma no válido',
    'Bad request': 'Solicitud no válida',
    'Provide a code or a passkey.': 'Indique un código o una llave de acceso.',
    'Failed to load profile.': 'No se pudo cargar el perfil.',
    'Provide an id, or others=true.': 'Indique un id, o others=true.',
    'Invalid JSON': 'JSON no válido',
    'At most {most} kinds can be tried at once': 'Se pueden probar como máximo {most} tipos a la vez',
    'Provide a password, a code or a passkey.': 'Indique una contraseña, un código o una llave de acceso.',
    'Only sessions can be confirmed.': 'Solo se pueden confirmar sesiones.',
    'You do not view as another person any more.': 'Ya no está viendo la aplicación como otra persona.',
    'Only people who are signed in view as others.': 'Solo las personas que han iniciado sesión pueden ver como otras.',
    'You see already what you may see': 'Ya ve lo que puede ver',
    'You cannot view as others, because policies restrict what you see yourself.':
      'No puede ver como otras personas, porque hay políticas que restringen lo que usted ve.',
    'You cannot view as a user who has more permissions than you.':
      'No puede ver como un usuario que tiene más permisos que usted.',
    'Too many groups': 'Demasiados grupos',
    'Row policies restrict you, so you can only change teams that you belong to.':
      'Las políticas de filas le restringen, así que solo puede modificar equipos a los que pertenece.',
    'A team cannot be part of itself': 'Un equipo no puede formar parte de sí mismo',
    Circle: 'Ciclo',
    'Teams can be nested {most} levels deep': 'Los equipos se pueden anidar hasta {most} niveles',
    'Too deep': 'Demasiado profundo',
    'This is a view of somebody else.': 'Esta vista es de otra persona.',
    'The list opens with “{name}” already': 'La lista ya se abre con «{name}»',
    'Taken by “{name}”': 'Ocupado por «{name}»',
    'There is no such user': 'No existe ese usuario',
    'There is no such team': 'No existe ese equipo',
    'There is no such role': 'No existe ese rol',
    'You cannot change the credentials of a user who has more permissions than you.':
      'No puede cambiar las credenciales de un usuario que tiene más permisos que usted.',
    'You cannot end the sessions of a user who has more permissions than you.':
      'No puede finalizar las sesiones de un usuario que tiene más permisos que usted.',
    'You cannot move a user who has more permissions than you.':
      'No puede mover a un usuario que tiene más permisos que usted.',
    'The features and organizations of a role or account may take at most {most} bytes':
      'Los permisos y organizaciones de un rol o una cuenta pueden ocupar como máximo {most} bytes',
    'The features and organizations of all roles of one account or key may take at most {most} bytes':
      'Los permisos y organizaciones de todos los roles de una cuenta o clave pueden ocupar como máximo {most} bytes',
    'The features and organizations of all roles of one account may take at most {most} bytes':
      'Los permisos y organizaciones de todos los roles de una cuenta pueden ocupar como máximo {most} bytes',
    'The features and organizations of all roles and accounts may take at most {most} bytes':
      'Los permisos y organizaciones de todos los roles y cuentas pueden ocupar como máximo {most} bytes',
    'Password does not meet the requirements.': 'La contraseña no cumple los requisitos.',
    "The owner may not read '{name}'": 'El propietario no puede leer «{name}»',
    "The entity '{name}' does not exist": 'La entidad «{name}» no existe',
    "The feature '{name}' does not exist": 'El permiso «{name}» no existe',
    'No index serves the condition, so every list reads about {rows} rows.':
      'Ningún índice sirve a la condición, así que cada lista lee unas {rows} filas.',
    'Role(s) given by a group of the identity provider, which has to take them: {roles}':
      'Estos roles los asigna un grupo del proveedor de identidad, que es quien debe quitarlos: {roles}',
    'Only super administrators may use the name of a built-in role.':
      'Solo los superadministradores pueden usar el nombre de un rol integrado.',
    'A deactivated account cannot be invited.': 'No se puede invitar a una cuenta desactivada.',
    'Provide a password or send an invitation.': 'Indique una contraseña o envíe una invitación.',
    'Organization not found: {id}': 'Organización no encontrada: {id}',
    'Name what should change.': 'Indique qué debe cambiar.',
  },
  pl: {
    Share: 'Udostępnienie',
    'Second factor': 'Drugi składnik',
    'This action changed a user outside your organizations.':
      'Ta operacja zmieniła użytkownika spoza Twoich organizacji.',
    'Only super administrators may change this role.': 'Tę rolę mogą zmieniać tylko superadministratorzy.',
    'Your organization does not use second factors.': 'Twoja organizacja nie używa drugich składników.',
    'An account has at most {most} factors.': 'Liczba składników konta to najwyżej {most}.',
    'A role cannot be granted and removed in the same request.': 'Roli nie można nadać i odebrać w tym samym żądaniu.',
    'Role(s) not found: {roles}': 'Nie znaleziono ról: {roles}',
    'Somebody cannot be added and removed in the same request.':
      'Tej samej osoby nie można dodać i usunąć w jednym żądaniu.',
    'Somebody cannot join and leave a team in the same request.':
      'Ta sama osoba nie może dołączyć do zespołu i go opuścić w jednym żądaniu.',
    'Only super administrators can delete a super administrator.':
      'Superadministratora mogą usunąć tylko superadministratorzy.',
    'The role has permissions that only super administrators may grant.':
      'Rola ma uprawnienia, które mogą nadawać tylko superadministratorzy.',
    'The account is active.': 'Konto jest aktywne.',
    'Cannot save preferences: no user associated with this API key':
      'Nie można zapisać ustawień: z tym kluczem API nie jest powiązany żaden użytkownik',
    'The preferences take more than 64 KB': 'Ustawienia zajmują więcej niż 64 KB',
    'Invalid roles': 'Nieprawidłowe role',
    'Sign-in policies apply to the whole tenant.': 'Zasady logowania dotyczą całego najemcy.',
    'In the past': 'W przeszłości',
    'The user has no individual permissions to restrict; change the policies of a role':
      'Użytkownik nie ma własnych uprawnień, które można ograniczyć; zmień reguły roli',
    'Only super administrators may change the rights of super administrators.':
      'Uprawnienia superadministratorów mogą zmieniać tylko superadministratorzy.',
    'Only super administrators may change the rights of a super administrator.':
      'Uprawnienia superadministratora mogą zmieniać tylko superadministratorzy.',
    'Only super administrators may mark a role as super admin.':
      'Tylko superadministratorzy mogą oznaczyć rolę jako rolę superadministratora.',
    'Role tenant cannot be changed while users are assigned':
      'Nie można zmienić najemcy roli, dopóki mają ją użytkownicy',
    'Only super administrators can grant or revoke super admin access.':
      'Tylko superadministratorzy mogą nadawać i odbierać uprawnienia superadministratora.',
    'This account cannot sign in, so it sees nothing': 'To konto nie może się zalogować, więc niczego nie widzi',
    'At most {most} entries': 'Liczba wpisów to najwyżej {most}',
    'The view takes more than 16 KB': 'Widok zajmuje więcej niż 16 KB',
    'Cannot save a view of your own: no user associated with this caller':
      'Nie można zapisać własnego widoku: z wywołującym nie jest powiązany żaden użytkownik',
    'You can only keep views of your own in your own tenant.':
      'Własne widoki możesz przechowywać tylko u własnego najemcy.',
    'Only who made a view can keep it for themselves.':
      'Zachować widok tylko dla siebie może wyłącznie osoba, która go utworzyła.',
    'Role id required': 'Wymagany jest identyfikator roli',
    Taken: 'Zajęte',
    'User id required': 'Wymagany jest identyfikator użytkownika',
    'At most {most} bytes': 'Najwyżej {most} B',
    'At most {most} kinds': 'Liczba rodzajów to najwyżej {most}',
    'Only super administrators can assign the superadmin role.':
      'Rolę superadmin mogą przypisywać tylko superadministratorzy.',
    'The role names what does not exist here': 'Rola wymienia coś, co tu nie istnieje',
    'The role is about organizations that you do not see.': 'Rola dotyczy organizacji, których nie widzisz.',
    'Only super administrators may change roles of all tenants.':
      'Role wspólne dla wszystkich najemców mogą zmieniać tylko superadministratorzy.',
    'Only super administrators may change the superadmin role.':
      'Rolę superadmin mogą zmieniać tylko superadministratorzy.',
    'A record has a kind and a recordId': 'Rekord ma rodzaj (kind) i recordId',
    'Invalid userId': 'Nieprawidłowe userId',
    'This account cannot have a passkey.': 'To konto nie może mieć klucza dostępu.',
    'Only users have second factors and sessions.': 'Tylko użytkownicy mają drugie składniki i sesje.',
    'Invalid locale': 'Nieprawidłowy język',
    'Bad request': 'Nieprawidłowe żądanie',
    'Provide a code or a passkey.': 'Podaj kod lub klucz dostępu.',
    'Failed to load profile.': 'Nie udało się wczytać profilu.',
    'Provide an id, or others=true.': 'Podaj id albo others=true.',
    'Invalid JSON': 'Nieprawidłowy JSON',
    'At most {most} kinds can be tried at once': 'Liczba rodzajów, które można wypróbować naraz, to najwyżej {most}',
    'Provide a password, a code or a passkey.': 'Podaj hasło, kod lub klucz dostępu.',
    'Only sessions can be confirmed.': 'Potwierdzać można tylko sesje.',
    'You do not view as another person any more.': 'Nie oglądasz już aplikacji jako inna osoba.',
    'Only people who are signed in view as others.': 'Oglądać aplikację jako inna osoba mogą tylko zalogowani.',
    'You see already what you may see': 'Widzisz już to, co możesz widzieć',
    'You cannot view as others, because policies restrict what you see yourself.':
      'Nie możesz oglądać aplikacji jako inna osoba, ponieważ reguły ograniczają to, co widzisz.',
    'You cannot view as a user who has more permissions than you.':
      'Nie możesz oglądać aplikacji jako użytkownik, który ma więcej uprawnień.',
    'Too many groups': 'Zbyt wiele grup',
    'Row policies restrict you, so you can only change teams that you belong to.':
      'Ograniczają Cię reguły wierszy, więc możesz zmieniać tylko zespoły, do których należysz.',
    'A team cannot be part of itself': 'Zespół nie może być częścią samego siebie',
    Circle: 'Cykl',
    'Teams can be nested {most} levels deep': 'Zespoły można zagnieżdżać do {most} poziomów',
    'Too deep': 'Zbyt głęboko',
    'This is a view of somebody else.': 'Ten widok należy do kogoś innego.',
    'The list opens with “{name}” already': 'Lista otwiera się już z widokiem „{name}”',
    'Taken by “{name}”': 'Zajęte przez „{name}”',
    'There is no such user': 'Nie ma takiego użytkownika',
    'There is no such team': 'Nie ma takiego zespołu',
    'There is no such role': 'Nie ma takiej roli',
    'You cannot change the credentials of a user who has more permissions than you.':
      'Nie możesz zmienić danych logowania użytkownika, który ma więcej uprawnień.',
    'You cannot end the sessions of a user who has more permissions than you.':
      'Nie możesz zakończyć sesji użytkownika, który ma więcej uprawnień.',
    'You cannot move a user who has more permissions than you.':
      'Nie możesz przenieść użytkownika, który ma więcej uprawnień.',
    'The features and organizations of a role or account may take at most {most} bytes':
      'Uprawnienia i organizacje roli lub konta mogą zajmować najwyżej {most} B',
    'The features and organizations of all roles of one account or key may take at most {most} bytes':
      'Uprawnienia i organizacje wszystkich ról jednego konta lub klucza mogą zajmować najwyżej {most} B',
    'The features and organizations of all roles of one account may take at most {most} bytes':
      'Uprawnienia i organizacje wszystkich ról jednego konta mogą zajmować najwyżej {most} B',
    'The features and organizations of all roles and accounts may take at most {most} bytes':
      'Uprawnienia i organizacje wszystkich ról i kont mogą zajmować najwyżej {most} B',
    'Password does not meet the requirements.': 'Hasło nie spełnia wymagań.',
    "The owner may not read '{name}'": 'Właściciel nie może czytać „{name}”',
    "The entity '{name}' does not exist": 'Encja „{name}” nie istnieje',
    "The feature '{name}' does not exist": 'Uprawnienie „{name}” nie istnieje',
    'No index serves the condition, so every list reads about {rows} rows.':
      'Żaden indeks nie pasuje do warunku, więc każda lista czyta mniej więcej tyle wierszy: {rows}.',
    'Role(s) given by a group of the identity provider, which has to take them: {roles}':
      'Role nadane przez grupę dostawcy tożsamości, która musi je odebrać: {roles}',
    'Only super administrators may use the name of a built-in role.':
      'Nazwy wbudowanej roli mogą używać tylko superadministratorzy.',
    'A deactivated account cannot be invited.': 'Nie można zaprosić wyłączonego konta.',
    'Provide a password or send an invitation.': 'Podaj hasło lub wyślij zaproszenie.',
    'Organization not found: {id}': 'Nie znaleziono organizacji: {id}',
    'Name what should change.': 'Podaj, co ma się zmienić.',
  },
} satisfies Translations
