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

/** Who developed properties. Maintained by the agency. */
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

/** Who is named as the developer of a property, from when to when; the open row is the present one. */
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
