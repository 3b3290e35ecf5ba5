import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import { code, id } from '#kernel/model/field.ts'

/** A contact that a management company names for a contact type, for all of its properties. */
export const ManagementCompanyContact = entity('ManagementCompanyContact', {
  table: 'management_company_contact',
  key: 'managementCompanyContactId',
  label: 'Contact of a management company',
  companyScoped: true,
  fields: {
    managementCompanyContactId: id(),
    managementCompanyId: id('Management company'),
    contactId: id('Contact'),
    contactTypeId: code('Contact type', 1, 8, contactTypeLabels),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
