import { z } from 'zod'
import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import {
  choiceField,
  day,
  email,
  flag,
  id,
  longText,
  money,
  number,
  phone,
  ref,
  text,
  webAddress,
  zip,
} from '#kernel/model/field.ts'
import { locatorFacts } from './facts.ts'

declare module '#kernel/model/access.ts' {
  interface PermissionKeys {
    AHL: true
  }
}

/** The groups of residents for whom a property is built. */
export const residentKinds = ['Family', 'Elderly', 'Special needs'] as const
/** The rules for pets. */
export const petRules = ['Allowed', 'Allowed with limits', 'Service animals only'] as const
/** Utilities that the rent may include. */
export const utilityKinds = ['Electricity', 'Gas', 'Water', 'Sewer', 'Trash', 'Internet'] as const
/** Amenities that a property may offer. */
export const amenityKinds = [
  'Air conditioning',
  'Balcony or patio',
  'Community room',
  'Computer room',
  'Dishwasher',
  'Elevator',
  'Fitness room',
  'Garage or carport',
  'Laundry in the building',
  'On-site manager',
  'Playground',
  'Washer and dryer hookups',
] as const
/** Titles of photos. */
export const photoTitles = [
  'Building',
  'Sign with the name',
  'Entrance',
  'Kitchen',
  'Living room',
  'Bedroom',
  'Bathroom',
  'Common room',
  'Grounds',
  'Other',
] as const
/** The reasons for which the agency refuses a photo (domain 29). */
export const refusalReasons = [
  'Wrong photo for its title',
  'Out of focus',
  'Wrong property name on the sign',
  'A rendering, not a photo',
  'Other',
] as const

const choicesField = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z.array(z.enum(values)).max(values.length).meta({ label, noun: label })

/**
 * A version of a property's listing for people who look for a home (domain 29). Each change is a new version.
 */
export const Listing = declareReviewedEntity('AHL', {
  table: 'ahl',
  key: 'ahlId',
  label: locatorFacts.label,
  fields: {
    ahlId: id('Listing'),
    propertyId: id('Property'),
    listingVersion: number('Listing version', 1).unwrap(),
    contactName: text('Whom to ask for', 100),
    phone: phone(),
    email: email(),
    website: webAddress('Website'),
    officeHours: text('Office hours', 200),
    address: text('Street address', 200),
    city: text('City', 100),
    zip: zip(),
    residents: choiceField('Residents', residentKinds).nullable(),
    bedroomsFrom: number('Bedrooms from (0 is a studio)', 0, 9),
    bedroomsTo: number('Bedrooms to', 0, 9),
    rentFrom: money('Rent from', undefined, 0),
    rentTo: money('Rent to', undefined, 0),
    accessibleUnits: number('Accessible units'),
    waitingListOpen: flag('The waiting list is open'),
    pets: choiceField('Pets', petRules).nullable(),
    utilities: choicesField('Utilities in the rent', utilityKinds),
    amenities: choicesField('Amenities', amenityKinds),
    applicationFee: money('Application fee', undefined, 0),
    description: longText('Description', 2000),
    /** The day on which the company last confirmed that the listing is correct. */
    confirmedOn: day('Confirmed on'),
    remindedOn: day('Reminded on'),
  },
  content: [
    'contactName',
    'phone',
    'email',
    'website',
    'officeHours',
    'address',
    'city',
    'zip',
    'residents',
    'bedroomsFrom',
    'bedroomsTo',
    'rentFrom',
    'rentTo',
    'accessibleUnits',
    'waitingListOpen',
    'pets',
    'utilities',
    'amenities',
    'applicationFee',
    'description',
  ],
})

/** A photo of a listing. The company sees why the agency refused it once the listing is returned. */
export const AHLPhoto = {
  ...declareReviewedLine('AHLPhoto', {
    table: 'ahl_photo',
    key: 'ahlPhotoId',
    label: 'Photo',
    parent: 'ahlId',
    fields: {
      ahlPhotoId: id('Photo'),
      ahlId: id('Listing'),
      propertyId: id('Property'),
      fileId: ref('File', 'File').unwrap(),
      title: choiceField('What it shows', photoTitles),
      caption: text('Caption', 200),
      width: number('Width', 1).unwrap(),
      height: number('Height', 1).unwrap(),
      refusal: choiceField('Refused because', refusalReasons).nullable(),
      refusalComment: text('Comment on the refusal', 500),
    },
    content: ['title', 'caption'],
  }),
  agencyOnly: ['refusal', 'refusalComment'] as const,
}
export type Photo = Row<typeof AHLPhoto>

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
