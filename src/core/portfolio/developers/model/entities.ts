import { entity } from '#kernel/model/entity.ts'
import {
  day,
  email,
  flag,
  id,
  longText,
  moment,
  phone,
  requiredText,
  text,
  zip,
} from '#kernel/model/field.ts'

/** A developer of properties, from the list that the agency maintains. */
export const Developer = entity('Developer', {
  table: 'developer',
  key: 'developerId',
  label: 'Developer',
  fields: {
    developerId: id(),
    name: requiredText('Name', 200),
    contactName: text('Key people', 200),
    address: text('Address', 200),
    city: text('City', 100),
    state: text('State', 2),
    zip: zip(),
    phone: phone(),
    email: email(),
    active: flag('Active'),
    notes: longText('Notes', 2000),
    createdAt: moment('Created'),
  },
  serverOnly: ['createdAt'],
  agencyOnly: ['notes'],
})

/** The developer of a property for a period; the row without an end day names the present developer. */
export const PropertyDeveloper = entity('PropertyDeveloper', {
  table: 'property_developer',
  key: 'propertyDeveloperId',
  label: 'Developer of a property',
  fields: {
    propertyDeveloperId: id(),
    propertyId: id('Property'),
    developerId: id('Developer'),
    fromDate: day('From').unwrap(),
    toDate: day('To'),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
