import { entity } from '#kernel/model/entity.ts'
import { choiceField, day, id, money, number, percent, requiredText, text } from '#kernel/model/field.ts'

/** A former name or number of a property. Database triggers record changes made in the portal. */
export const PropertyFormerName = entity('PropertyFormerName', {
  table: 'property_former_name',
  key: 'propertyFormerNameId',
  label: 'Former name',
  fields: {
    propertyFormerNameId: id(),
    propertyId: id('Property'),
    kind: choiceField('Kind', ['Name', 'Number']),
    name: requiredText('Name or number', 200),
    untilDay: day('Until'),
    note: text('Note', 200),
  },
})

/** The role of a partner in the ownership of a property. */
const partnerRoles = [
  'Owner',
  'General partner',
  'Managing member',
  'Limited partner',
  'Investor member',
  'Sponsor',
  'Guarantor',
] as const

/** The owner of a property and its partners, through the years. */
export const PropertyPartner = entity('PropertyPartner', {
  table: 'property_partner',
  key: 'propertyPartnerId',
  label: 'Owner or partner',
  fields: {
    propertyPartnerId: id(),
    propertyId: id('Property'),
    name: requiredText('Name', 200),
    role: choiceField('As', partnerRoles),
    sharePercent: percent('Share'),
    fromDate: day('From'),
    toDate: day('To'),
    note: text('Note', 200),
  },
})

/** Programs and systems that know a property by a number of their own. */
const numberKinds = [
  'HUD property',
  'FHA',
  'HAP contract',
  'Rural Development',
  'HOME (IDIS)',
  'Housing Trust Fund',
  'Other',
] as const

/** A number by which a program knows a property. */
export const PropertyProgramNumber = entity('PropertyProgramNumber', {
  table: 'property_program_number',
  key: 'propertyProgramNumberId',
  label: 'Number of a program',
  fields: {
    propertyProgramNumberId: id(),
    propertyId: id('Property'),
    kind: choiceField('Program', numberKinds),
    number: requiredText('Number', 60),
    note: text('Note', 200),
  },
})

/** Credits a property was given, and how many units they set aside for whom. */
export const CreditAllocation = entity('CreditAllocation', {
  table: 'credit_allocation',
  key: 'creditAllocationId',
  label: 'Allocation of credits',
  fields: {
    creditAllocationId: id(),
    propertyId: id('Property'),
    lihtcNumber: text('LIHTC number', 30),
    bin: text('Building (BIN)', 20, 'As on Form 8609; empty where the credits are of the whole property.'),
    credit: choiceField('Credit', ['9%', '4% with bonds', 'State', 'Exchange (1602)', 'TCAP']),
    allocatedYear: number('Allocated in', 1986, 2200),
    annualCredit: money('Credit a year'),
    setAside: choiceField('Set-aside', ['20% at 50%', '40% at 60%', 'Average income']).nullable(),
    firstCreditYear: number('First credit year', 1986, 2200),
    extendedUseYears: number('Years of extended use', 15, 99).unwrap(),
    note: text('Note', 200),
  },
})
