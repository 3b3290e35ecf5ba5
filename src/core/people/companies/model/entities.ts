import { z } from 'zod'
import { managementCompanyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import {
  code,
  day,
  email,
  id,
  longText,
  moment,
  number,
  phone,
  ref,
  requiredText,
  text,
  webAddress,
  withDocumentNames,
  zip,
} from '#kernel/model/field.ts'

/**
 * A company that runs properties. Status: 0 Inactive, 1 Active, 2 Under Consideration (ST-18…ST-20). A
 * company merged into another is its inactive alias (`aliasOf`). Of the EIN only the last four digits are
 * stored; they and the notes are the agency's.
 */
export const ManagementCompany = entity('ManagementCompany', {
  table: 'management_company',
  key: 'managementCompanyId',
  label: 'Management company',
  fields: {
    managementCompanyId: id(),
    name: withDocumentNames(requiredText('Name', 200), 'mgmtcoName'),
    legalName: text('Legal name', 200),
    einLast4: z
      .string()
      .regex(/^\d{4}$/, 'Enter the last four digits.')
      .nullable()
      .meta({ label: 'EIN, last four digits', kind: 'text', maxLength: 4 }),
    address: withDocumentNames(text('Address', 200), 'mgmtcoAddress'),
    city: withDocumentNames(text('City', 100), 'mgmtcoCity'),
    state: withDocumentNames(text('State', 2), 'mgmtcoState'),
    zip: withDocumentNames(zip(), 'mgmtcoZip'),
    phone: phone(),
    fax: phone('Fax'),
    email: email(),
    website: webAddress('Website'),
    status: code('Status', 0, 2, managementCompanyStatusLabels),
    defaultQuarter: number('Default quarter', 1, 4),
    notes: longText('Notes'),
    aliasOf: ref('Merged into', 'ManagementCompany'),
    mergedAt: moment('Merged'),
    version: number('Version').unwrap(),
    createdAt: moment('Created'),
  },
  serverOnly: ['aliasOf', 'mergedAt', 'createdAt'],
  agencyOnly: ['einLast4', 'notes'],
})

/** The fields that a company's primary user may change. Only the agency changes the others. */
export const contactDetails: ReadonlySet<string> = new Set([
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'fax',
  'email',
  'website',
])

/**
 * One line of who ran a property, from when to when. The company is null while the owner ran it. The line
 * without a last day is the present one.
 */
export const CompanyHistory = entity('ManagementCompanyProjectHistory', {
  table: 'management_company_project_history',
  key: 'managementCompanyProjectHistoryId',
  label: 'Company history',
  fields: {
    managementCompanyProjectHistoryId: id(),
    propertyId: id('Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    fromDate: day('From').unwrap(),
    toDate: day('To'),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
