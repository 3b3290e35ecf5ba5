import { entity } from '#kernel/model/entity.ts'
import { code, email, id, moment, number, phone, requiredText, text, zip } from '#kernel/model/field.ts'

/** A company that runs properties. Status: 0 Inactive, 1 Active, 2 Under Consideration (ST-18…ST-20). */
export const ManagementCompany = entity('ManagementCompany', {
  table: 'management_company',
  key: 'managementCompanyId',
  label: 'Management company',
  fields: {
    managementCompanyId: id(),
    name: requiredText('Name', 200),
    address: text('Address', 200),
    city: text('City', 100),
    state: text('State', 2),
    zip: zip(),
    phone: phone(),
    email: email(),
    status: code('Status', 0, 2),
    defaultQuarter: number('Default quarter', 1, 4),
    createdAt: moment('Created'),
  },
  serverOnly: ['createdAt'],
})
