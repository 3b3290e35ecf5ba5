import { entity } from '#kernel/model/entity.ts'
import { choiceField, day, id, money, number, percent, requiredText, text } from '#kernel/model/field.ts'

/** A former name or number of a property. Database triggers add one if the portal changes name or number. */
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

/** The roles of a partner in the ownership of a property. */
const partnerRoles = [
  'Owner',
  'General partner',
  'Managing member',
  'Limited partner',
  'Investor member',
  'Sponsor',
  'Guarantor',
] as const

/** An owner or partner of a property, with the period and share of the ownership. */
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

/** The programs and systems that give a property their own number. */
const numberKinds = [
  'HUD property',
  'FHA',
  'HAP contract',
  'Rural Development',
  'HOME (IDIS)',
  'Housing Trust Fund',
  'Other',
] as const

/** The number that a program gives a property. */
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

/** An allocation of tax credits to a property or to one of its buildings, with its set-aside election. */
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

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
