import { defineTexts } from '../../kit/texts.ts'

/** Why somebody may or may not do something. */
export const tx = defineTexts({
  en: {
    super_admin: 'A super admin may do everything.',
    granted: 'Granted by: {names}.',
    no_rights: 'There are neither roles nor own rights that count.',
    missing_feature: 'No role and no right of their own grants “{right}”.',
    organization_excluded: 'It is granted, but not in “{organization}”.',
    nowhere: 'It is granted in no organization that exists.',
  },
  de: {
    super_admin: 'Super-Admins dürfen alles.',
    granted: 'Gewährt durch: {names}.',
    no_rights: 'Weder Rollen noch eigene Rechte gelten hier.',
    missing_feature: 'Keine Rolle und kein eigenes Recht gewährt „{right}“.',
    organization_excluded: 'Es ist gewährt, aber nicht in „{organization}“.',
    nowhere: 'Es ist in keiner Organisation gewährt, die es gibt.',
  },
  es: {
    super_admin: 'Un superadministrador puede hacerlo todo.',
    granted: 'Concedido por: {names}.',
    no_rights: 'No hay roles ni permisos propios que valgan.',
    missing_feature: 'Ningún rol ni permiso propio concede «{right}».',
    organization_excluded: 'Está concedido, pero no en «{organization}».',
    nowhere: 'No está concedido en ninguna organización que exista.',
  },
  pl: {
    super_admin: 'Superadministrator może wszystko.',
    granted: 'Przyznane przez: {names}.',
    no_rights: 'Nie obowiązują żadne role ani własne uprawnienia.',
    missing_feature: 'Żadna rola ani własne uprawnienie nie daje „{right}”.',
    organization_excluded: 'Jest przyznane, ale nie w „{organization}”.',
    nowhere: 'Nie jest przyznane w żadnej istniejącej organizacji.',
  },
})
