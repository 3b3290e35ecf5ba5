import { entity } from '#kernel/model/entity.ts'
import { day, flag, id, longText, moment, ref, requiredText, text } from '#kernel/model/field.ts'

/** A type of resyndication, by the new credits. The agency edits the list. */
export const ResyndicationType = entity('ResyndicationType', {
  table: 'resyndication_type',
  key: 'resyndicationTypeId',
  label: 'Type of resyndication',
  fields: { resyndicationTypeId: id('Type'), name: requiredText('Name', 100), active: flag('Active') },
})

/**
 * A new allocation of credits to an existing property. It links the old project to the new one that continues
 * it (domain 25).
 */
export const Resyndication = entity('Resyndication', {
  table: 'resyndication',
  key: 'resyndicationId',
  label: 'Resyndication',
  fields: {
    resyndicationId: id('Resyndication'),
    oldPropertyId: id('Old property'),
    newPropertyId: id('New property'),
    resyndicationType: text('Type', 100).unwrap(),
    resyndicatedDate: day('Date'),
    note: longText('Note', 2000),
    createdBy: ref('Entered by', 'User'),
    createdAt: moment('Entered'),
  },
  serverOnly: ['createdBy', 'createdAt'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
