import { defineTexts } from '../../kit/texts.ts'

/** Texts of the page of provisioning. */
export const tp = defineTexts({
  en: {
    text: 'Lets an identity provider create, change and deactivate accounts by SCIM 2.0.',
    address: 'SCIM address',
    tokenText:
      'The provider needs this address and a token: a key of a service account whose role has the feature scim.provision.',
    newToken: 'New token',
    account: 'Service account',
    accountText: 'The account of the provider. It can manage people who may do no more than it.',
    groups: 'Groups, their roles and teams',
    noGroups: 'No groups yet',
    noGroupsText: 'They appear here when the provider has sent them.',
    noRole: 'No role',
    reactivate: 'Reactivate people',
    reactivateText:
      'If the provider has deactivated many people by mistake, this brings them back as one action, which can be undone.',
    since: 'Deactivated since',
    reactivated: 'People reactivated: {count}',
    noTeam: 'No team',
  },
  de: {
    text: 'Ein Identitätsanbieter legt Konten per SCIM 2.0 an, ändert und deaktiviert sie.',
    address: 'SCIM-Adresse',
    tokenText:
      'Der Anbieter braucht diese Adresse und ein Token: den Schlüssel eines Dienstkontos, dessen Rolle die Berechtigung scim.provision hat.',
    newToken: 'Neues Token',
    account: 'Dienstkonto',
    accountText: 'Das Konto des Anbieters. Es verwaltet nur Personen, die nicht mehr dürfen als es selbst.',
    groups: 'Gruppen, ihre Rollen und Teams',
    noGroups: 'Noch keine Gruppen',
    noGroupsText: 'Sie erscheinen hier, sobald der Anbieter sie gesendet hat.',
    noRole: 'Keine Rolle',
    reactivate: 'Personen wieder aktivieren',
    reactivateText:
      'Hat der Anbieter versehentlich viele Personen deaktiviert, holt das alle mit einer Aktion zurück, die sich rückgängig machen lässt.',
    since: 'Deaktiviert seit',
    reactivated: 'Wieder aktivierte Personen: {count}',
    noTeam: 'Kein Team',
  },
  es: {
    text: 'Un proveedor de identidad crea, cambia y desactiva cuentas con SCIM 2.0.',
    address: 'Dirección SCIM',
    tokenText:
      'El proveedor necesita esta dirección y un token: la clave de una cuenta de servicio cuyo rol tenga el permiso scim.provision.',
    newToken: 'Nuevo token',
    account: 'Cuenta de servicio',
    accountText: 'La cuenta del proveedor. Gestiona a personas que no pueden hacer más que ella.',
    groups: 'Grupos, sus roles y equipos',
    noGroups: 'Todavía no hay grupos',
    noGroupsText: 'Aparecen aquí cuando el proveedor los envía.',
    noRole: 'Ningún rol',
    reactivate: 'Reactivar personas',
    reactivateText:
      'Si el proveedor ha desactivado a muchas personas por error, esto las recupera en una sola acción, que se puede deshacer.',
    since: 'Desactivadas desde',
    reactivated: 'Personas reactivadas: {count}',
    noTeam: 'Sin equipo',
  },
  pl: {
    text: 'Dostawca tożsamości tworzy, zmienia i dezaktywuje konta przez SCIM 2.0.',
    address: 'Adres SCIM',
    tokenText:
      'Dostawca potrzebuje tego adresu i tokenu: klucza konta usługowego, którego rola ma uprawnienie scim.provision.',
    newToken: 'Nowy token',
    account: 'Konto usługowe',
    accountText: 'Konto dostawcy. Zarządza osobami, które nie mogą więcej niż ono samo.',
    groups: 'Grupy, ich role i zespoły',
    noGroups: 'Brak grup',
    noGroupsText: 'Pojawią się tutaj, gdy dostawca je wyśle.',
    noRole: 'Brak roli',
    reactivate: 'Aktywuj ponownie osoby',
    reactivateText: 'Jeśli dostawca omyłkowo dezaktywował wiele osób, przywróci je jedna czynność, którą można cofnąć.',
    since: 'Dezaktywowane od',
    reactivated: 'Osoby aktywowane ponownie: {count}',
    noTeam: 'Brak zespołu',
  },
})
