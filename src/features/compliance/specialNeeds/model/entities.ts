import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { choiceField, day, id, number, requiredText, text } from '#kernel/model/field.ts'
import { populations } from './details.ts'

/** The number of units that a property sets aside for a population (domain 17.3). */
export const SpecialNeedsSetAside = entity('SpecialNeedsSetAside', {
  table: 'special_needs_set_aside',
  key: 'specialNeedsSetAsideId',
  label: 'Set-aside for special needs',
  fields: {
    specialNeedsSetAsideId: id('Set-aside'),
    propertyId: id('Property'),
    population: choiceField('Population', populations),
    units: number('Units', 1, 5000).unwrap(),
    note: text('Note', 200),
  },
})

/** The kinds of households to which a unit was rented after a hold. */
export const filledWith = ['Referred household', 'Other household'] as const

/**
 * A hold: a vacated special-needs unit that remains open for a set number of days for a household from the
 * referral agency.
 */
export const SpecialNeedsHold = entity('SpecialNeedsHold', {
  table: 'special_needs_hold',
  key: 'specialNeedsHoldId',
  label: 'Hold of a unit',
  fields: {
    specialNeedsHoldId: id('Hold'),
    propertyId: id('Property'),
    unit: requiredText('Unit', 20),
    population: choiceField('Population', populations),
    vacatedOn: day('Vacated on').unwrap(),
    notifiedOn: day('Referral agency notified on'),
    holdUntil: day('Held until').unwrap(),
    referredOn: day('Referral received on'),
    filledOn: day('Rented on'),
    filledWith: z.enum(filledWith).nullable().meta({ label: 'Rented to', kind: 'choice' }),
  },
  serverOnly: ['holdUntil'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
