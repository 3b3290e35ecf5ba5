import { z } from 'zod'
import { attachCall, documentKind } from '#engines/review/model/index.ts'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, number } from '#kernel/model/field.ts'
import { allowances } from './allowances.ts'
import { RentControllingAuthority, UtilityAllowanceLine, UtilityAllowanceSource } from './entities.ts'
import { allowanceFacts } from './facts.ts'

const { path, calls } = allowances
const read = permission(allowanceFacts.permission, 'read')
const write = permission(allowanceFacts.permission, 'write')
const answer = calls.one.answer
const agencyEdits = { read: signedIn, write: agency('admin') } as const

export const authorities = controller(RentControllingAuthority, {
  path: '/api/RentControllingAuthority',
  ...agencyEdits,
})
export const sources = controller(UtilityAllowanceSource, {
  path: '/api/UtilityAllowanceSource',
  ...agencyEdits,
})

const listedProperty = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  companyName: z.string().nullable(),
  units: z.int(),
  /** The quarter to file next: the oldest one missing, else the last one that is over. */
  year: z.int(),
  quarter: z.int(),
  dueDate: z.string().nullable(),
  utilityAllowanceId: z.int().nullable(),
  statusId: z.int().nullable(),
  statusLabel: z.string(),
  version: z.int().nullable(),
  /** The approved allowances by unit type: `1BR $62, 2BR $92`. */
  approved: z.string().nullable(),
  /** The day on which the first of them expires. */
  expiresOn: z.string().nullable(),
  isExpired: z.boolean(),
  /**
   * Whether the quarter can be filed as unchanged: it was not submitted yet, and there are approved
   * allowances that do not expire before its end.
   */
  mayRepeat: z.boolean(),
})
export type ListedProperty = z.infer<typeof listedProperty>
export const getByUserId = call({
  method: 'GET',
  path: `${path}/GetByUserId/:userId`,
  access: read,
  params: z.object({ userId: id('User') }),
  answer: z.array(listedProperty),
  summary:
    'Utility allowance: the properties for which a person files, each with the next quarter due; 0 means the caller',
})

export const getUtilityAllowance = call({
  method: 'GET',
  path: `${path}/GetUtilityAllowance/:projectId/:utilityAllowanceId`,
  access: read,
  params: z.object({ projectId: id('Property'), utilityAllowanceId: id('Utility allowance') }),
  answer,
  summary: 'Utility allowance: one of a property; id 0 returns that of the next quarter due, not stored',
})

/** The input for one unit type, in the form that the specification shows (SHP-46). */
const lineInput = UtilityAllowanceLine.input.extend({ utilityAllowanceId: id('Utility allowance') })
export const saveUtilityAllowance = call({
  method: 'POST',
  path: `${path}/SaveUtilityAllowance`,
  access: write,
  body: z.array(lineInput).min(1, 'Send at least one unit type.').max(100),
  answer,
  summary: 'Utility allowance: store unit types of one quarter; unit types that are not sent stay unchanged',
})

export const fileUnchanged = call({
  method: 'POST',
  path: `${path}/NoChange/:projectId`,
  access: write,
  params: z.object({ projectId: id('Property') }),
  body: z.object({
    year: number('Year', 1990, 2200).unwrap(),
    quarter: number('Quarter', 1, 4).unwrap(),
    version: z.int().nullable().optional(),
  }),
  answer,
  summary: 'Utility allowance: file and submit a quarter with the approved allowances unchanged',
})

export const attachDocument = attachCall(
  allowances,
  'AddDocument',
  { documentType: documentKind.optional() },
  'attach a document of a source',
)

const requiredDocument = z.object({
  propertyId: z.int(),
  projectRoomTypeId: z.int(),
  unitType: z.string(),
  source: z.string(),
  utilityAllowance: z.number().nullable(),
  effectiveDate: z.string().nullable(),
  utilityAllowanceId: z.int(),
  /** Whether a document of the source is attached. */
  onFile: z.boolean(),
})
export const getRequiredNonPhaUtilityAllowances = call({
  method: 'GET',
  path: '/api/projects/RequiredNonPHAUtilityAllowances/:projectId',
  access: read,
  params: z.object({ projectId: id('Property') }),
  answer: z.array(requiredDocument),
  summary:
    'The unit types of a property whose allowance requires a document of its source, and whether it is on file',
})

const currentAllowance = z.object({
  projectRoomTypeId: z.int(),
  unitType: z.string(),
  utilityAllowance: z.number(),
  effectiveDate: z.string(),
  expiresOn: z.string(),
  /** Whether it has expired. It is then the last approved allowance, but not in force. */
  isExpired: z.boolean(),
  utilityAllowanceId: z.int(),
})
export const getCurrentAllowances = call({
  method: 'GET',
  path: `${path}/GetInForce/:projectId`,
  access: read,
  params: z.object({ projectId: id('Property') }),
  answer: z.array(currentAllowance),
  summary:
    'The last approved allowances of a property, with the day on which each expires and whether it has',
})
