import { keyLabel } from '../model/permissionKeys.ts'
import { roleLabels } from '../model/rules.ts'
import type { MailedTable } from './mailedChanges.ts'

const company = { label: 'Management company', kind: 'company' } as const

/** How mails to the administrators describe the changes of accounts and their rights. */
export const mailedTables: readonly MailedTable[] = [
  {
    table: 'app_user',
    kind: 'Rights',
    title: 'account',
    subject: { person: 'user_id' },
    columns: {
      user_name: { label: 'User name' },
      email: { label: 'E-mail' },
      management_company_id: company,
      is_admin: { label: 'Agency administrator', kind: 'flag' },
      is_manager: { label: 'Agency manager', kind: 'flag' },
      is_inspector: { label: 'Inspector', kind: 'flag' },
      is_mc_admin: { label: 'Company administrator', kind: 'flag' },
      active: { label: 'Active', kind: 'flag' },
    },
  },
  {
    table: 'user_role',
    kind: 'Rights',
    title: 'role',
    subject: { person: 'user_id' },
    columns: { role_id: { label: 'Role', text: (role) => roleLabels[Number(role)] ?? String(role) } },
  },
  {
    table: 'permission',
    kind: 'Rights',
    title: 'permission',
    subject: { person: 'user_id' },
    property: 'property_id',
    columns: {
      key: { label: 'Permission', text: (key) => keyLabel(String(key)) },
      read: { label: 'Read', kind: 'flag' },
      write: { label: 'Write', kind: 'flag' },
    },
  },
  {
    table: 'user_property',
    kind: 'Rights',
    title: 'property',
    subject: { person: 'user_id' },
    property: 'property_id',
    columns: { is_main: { label: 'Main user', kind: 'flag' } },
  },
  {
    table: 'management_company_user',
    kind: 'Rights',
    title: 'company',
    subject: { person: 'user_id' },
    columns: { management_company_id: company },
  },
]
