import { z } from 'zod'
import { entity, type Row } from '#kernel/model/entity.ts'
import { day, flag, id, moment, number, percent, ref, requiredText, text } from '#kernel/model/field.ts'

/** A unit of a property under the average income test, with its designation (domain 34). */
export const AverageIncomeTest = entity('AverageIncomeTest', {
  table: 'average_income_test',
  key: 'averageIncomeTestId',
  label: 'Designation',
  fields: {
    averageIncomeTestId: id('Designation'),
    propertyId: id('Property'),
    unit: requiredText('Unit', 30),
    bin: text('Building (BIN)', 30),
    projectRoomTypeId: ref('Unit type', 'ProjectRoomType').unwrap(),
    /** Percent of the median income; null for a market unit. */
    designatedPercent: number('Designated, %', 20, 80),
    effectiveDate: day('Effective'),
    /** The limit of another program for the unit, such as HOME. The stricter limit applies. */
    otherLimitPercent: number('Other program’s limit, %', 1, 120),
    vacant: flag('Vacant'),
    outsideGroup: flag('Outside the group'),
    /** The household's income in percent of the median. The portal never stores the amount. */
    tenantIncomePercent: percent('Household income, %'),
    /** The day since which the household's income is above what its unit allows. The portal fills it in. */
    overIncomeSince: day('Over income since'),
    /**
     * The unit that has since been rented to a qualifying household, which satisfies the
     * next-available-unit rule.
     */
    nextUnit: text('Next unit rented', 30),
    reason: text('Why redesignated', 500),
    clientKey: z.uuid().nullable(),
  },
  serverOnly: ['overIncomeSince'],
})
export type Designation = Row<typeof AverageIncomeTest>

/** The fields of a unit that may be sent; the portal sets the others. */
export const writableFields = [
  'unit',
  'bin',
  'projectRoomTypeId',
  'designatedPercent',
  'effectiveDate',
  'otherLimitPercent',
  'vacant',
  'outsideGroup',
  'tenantIncomePercent',
  'nextUnit',
  'reason',
] as const satisfies readonly (keyof Designation)[]

/** The test's result after a change. */
export const AverageIncomeResult = entity('AverageIncomeResult', {
  table: 'average_income_result',
  key: 'averageIncomeResultId',
  label: 'Result of the average income test',
  fields: {
    averageIncomeResultId: id('Result'),
    propertyId: id('Property'),
    createdAt: moment('When').unwrap(),
    createdBy: ref('By', 'User'),
    units: z.int(),
    average: percent('Average'),
    holds: flag('Holds'),
    removed: z.string().nullable(),
    groupHolds: flag('Holds without them'),
    overIncome: z.int(),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
