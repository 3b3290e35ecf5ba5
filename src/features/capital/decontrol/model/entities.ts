import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { day, id, longText, moment, number, ref } from '#kernel/model/field.ts'

/** The reasons for which a property is released from control (domain 2.5). */
export const reasons = [
  'Extended use ended',
  'Qualified contract',
  'Foreclosure',
  'Prepayment',
  'Affordability ended',
  'Other',
] as const

/** The release of a property from control: the dates of its steps, and its terms (domain 2.5). */
export const DecontrolSchedule = entity('DecontrolSchedule', {
  table: 'decontrol_schedule',
  key: 'decontrolScheduleId',
  label: 'Release from control',
  fields: {
    decontrolScheduleId: id('Release from control'),
    propertyId: id('Property'),
    reason: z.enum(reasons).nullable().meta({ label: 'Reason', kind: 'choice' }),
    requestedOn: day('Requested on'),
    effectiveOn: day('Takes effect on'),
    ownerNotifiedOn: day('Owner and company notified on'),
    tenantsNotifiedOn: day('Tenants notified on'),
    releaseRecordedOn: day('Release recorded on'),
    form8823On: day('Final Form 8823 on'),
    tailEndsOn: day('Tenants are protected until'),
    lastCreditYear: number('Last year of credit', 1986, 2200),
    reserveDisposition: longText('What becomes of the reserves', 1000),
    leftOpen: longText('Why it is released despite outstanding items', 1000),
    comments: longText('Comments', 2000),
    closedOn: day('Given up on'),
    version: number('Version').unwrap(),
    createdBy: ref('Begun by', 'User'),
    createdAt: moment('Begun'),
  },
  serverOnly: ['closedOn', 'createdBy', 'createdAt'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
