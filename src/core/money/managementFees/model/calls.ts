import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, percent } from '#kernel/model/field.ts'
import { feeYear, ManagementFeeMax, ManagementFeeType, PropertyManagementFee } from './entities.ts'

const path = '/api/ManagementFeeMax'

export const feeMaxima = controller(ManagementFeeMax, { path, read: signedIn, write: agency('write') })
export const feeTypes = controller(ManagementFeeType, {
  path: '/api/ManagementFeeType',
  read: signedIn,
  write: agency('write'),
})
/** The fee types of properties, each from a day on. */
export const propertyFees = controller(PropertyManagementFee, {
  path: '/api/PropertyManagementFee',
  read: signedIn,
  write: agency('write'),
})

export const getByYear = call({
  method: 'GET',
  path: `${path}/GetByYear/:year`,
  access: signedIn,
  params: z.object({ year: feeYear }),
  answer: z.array(ManagementFeeMax.row.extend({ typeName: z.string(), basis: z.string() })),
  summary: 'The maximum fees that take effect in a year, by type and day',
})

export const getUsedMgmtFee = call({
  method: 'GET',
  path: `${path}/GetUsedMgmtFee/:propertyId/:year`,
  access: signedIn,
  params: z.object({ propertyId: id('Property'), year: feeYear }),
  answer: z.number(),
  summary:
    'The management fee a property was charged per occupied unit and month of a fiscal year, in dollars (CAL-22); 0 while figures are missing, which GetFeeUse names',
})

const useLine = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  agencyNumber: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  ownerManaged: z.boolean(),
  totalUnits: z.int(),
  /** First and last day of the fiscal year. */
  first: z.string(),
  last: z.string(),
  /** The names of the fee types that applied in the year, in order. */
  judgedBy: z.array(z.string()),
  occupiedUnitMonths: z.number().nullable(),
  allowed: z.number().nullable(),
  charged: z.number().nullable(),
  perUnitMonth: z.number().nullable(),
  perUnitMaximum: z.number().nullable(),
  excess: z.number().nullable(),
  missing: z.array(z.string()),
})
export type FeeUseLine = z.infer<typeof useLine>

export const getFeeUse = call({
  method: 'GET',
  path: `${path}/GetFeeUse/:year`,
  access: signedIn,
  params: z.object({ year: feeYear }),
  query: z.object({ propertyId: id('Property').optional() }),
  answer: z.object({
    rows: z.array(useLine),
    /** Within how many days an excess fee is paid back. */
    refundDays: z.int(),
  }),
  summary:
    'The fee of all properties in scope, or of one, compared with the maximum of a year, and what is missing',
})

export const raiseFees = call({
  method: 'POST',
  path: `${path}/Raise`,
  access: agency('write'),
  body: z.object({
    year: feeYear,
    ocafPercent: percent('OCAF').unwrap().min(0, 'Enter 0 or more.').max(30, 'Enter 30 or less.'),
  }),
  answer: z.array(ManagementFeeMax.row),
  summary: 'Create the maximum fees of a year from those of the prior year, raised by the OCAF',
})

export const getRounding = call({
  method: 'GET',
  path: `${path}/GetRounding`,
  access: signedIn,
  answer: z.enum(['cent', 'dime', 'dollar']),
  summary: 'The rounding of raised maximum fees',
})
