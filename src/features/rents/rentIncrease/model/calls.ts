import { z } from 'zod'
import { attachedFile, fileTitleField } from '#core/platform/files/model/index.ts'
import { createLabelList } from '#core/platform/lookups/model/index.ts'
import { propertyCall, stepCall } from '#engines/review/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { flag, id, longText, number, text } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { rentIncreaseTypes } from './arithmetic.ts'
import { cashFlowFields, checklist, rollFault } from './entities.ts'
import { increases, reviewedRow } from './increases.ts'
import { rentType } from './rows.ts'

const { path, calls } = increases
const answer = calls.one.answer
const read = permission('Rent_Increase', 'read')
const write = permission('Rent_Increase', 'write')
const byHeader = z.object({ headerId: id('Request') })
const version = z.int().nullable().optional()
const get = { method: 'GET' as const, access: read }
const post = { method: 'POST' as const }

export const getHeaderListByStatus = call({
  ...get,
  path: `${path}/GetHeaderListByStatus/:status`,
  params: z.object({ status: z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' }) }),
  answer: calls.list.answer,
  summary: 'Rent increases of a status in scope',
})

/** The types of rent increases (RI-01), as a list for dropdowns. */
export const typeList = createLabelList('/api/RentIncreaseType', 'Rent increase type', rentIncreaseTypes)

const choice = z.object({ id: z.int(), label: z.string() })
export const getDropdowns = call({
  ...get,
  path: `${path}/GetDropdowns`,
  answer: z.object({ types: z.array(choice), statuses: z.array(choice), rentTypes: z.array(rentType) }),
  summary: 'The options of the fields of a rent increase',
})

const cap = z.object({
  rentIncreaseTypeId: z.int(),
  label: z.string(),
  /** In percent, such as 7. */
  percent: z.number(),
  /** The day from which it applies: the first day of the year, or a later day in it. */
  from: z.string(),
})
export const getPercentageByYear = call({
  ...get,
  path: `${path}/GetPercentageByYear/:year`,
  params: z.object({ year: number('Year', 1990, 2200).unwrap() }),
  answer: z.array(cap),
  summary: 'The maximum percentages of each type in a year, by effective date',
})

export const getRentsAndLimits = propertyCall(
  increases,
  'GetRentsAndLimits',
  z.array(
    z.object({
      label: z.string(),
      units: z.int(),
      rent: z.number().nullable(),
      utilityAllowance: z.number().nullable(),
      gross: z.number().nullable(),
      /**
       * The highest gross rent of its program. Null if the program has none, or HUD’s figures are missing.
       */
      limit: z.number().nullable(),
      incomeYear: z.int().nullable(),
    }),
  ),
  'the rents in effect with their limits',
)

const yearOfRent = z.object({
  year: z.int(),
  label: z.string(),
  gross: z.number(),
  /** The same as in {@link getRentsAndLimits}, by HUD’s newest figures of that year. */
  limit: z.number().nullable(),
})
export const getRentsOverYears = propertyCall(
  increases,
  'GetRentsOverYears',
  z.array(yearOfRent),
  'gross rents at the end of each of the last ten years with their limits at that time; for this year, as of today',
)

const scheduleLine = z.object({
  label: z.string(),
  units: z.int(),
  current: z.number().nullable(),
  approved: z.number(),
  utilityAllowance: z.number().nullable(),
  gross: z.number().nullable(),
})
const scheduleTwo = z.object({
  rentIncreaseRequestHeaderId: z.int(),
  requestNumber: z.string(),
  propertyId: z.int(),
  propertyName: z.string(),
  effectiveDate: z.string(),
  expiresOn: z.string().nullable(),
  conditions: z.string().nullable(),
  approvedByName: z.string().nullable(),
  signedFiled: z.string().nullable(),
  lines: z.array(scheduleLine),
})
export const getScheduleIIData = propertyCall(
  increases,
  'GetScheduleIIData',
  scheduleTwo.nullable(),
  'the approved rents of the latest Schedule II; null if there is none',
)

export const approveRequest = stepCall(
  increases,
  'ApproveRequest',
  agency('write'),
  'approve it and issue Schedule II',
)
export const denyRequest = stepCall(increases, 'DenyRequest', agency('write'), 'deny it with the reasons')
export const startReview = stepCall(increases, 'StartReview', agency('write'), 'take it into review')

export const upload = call({
  ...post,
  path: `${path}/RentIncreaseFileUpload`,
  access: write,
  bodyType: 'multipart',
  bodyLimit: fileLimits.bytes,
  body: z.object({
    moduleId: id('Request'),
    documentType: text('Kind of document', 100),
    title: fileTitleField.optional(),
  }),
  answer: z.array(attachedFile),
  summary: 'Attach documents to a draft, or the signed Schedule II after approval',
})
export const getFiles = call({
  ...get,
  path: `${path}/GetFiles/:headerId`,
  params: byHeader,
  answer: z.array(attachedFile),
  summary: 'The documents of a rent increase',
})
export const forceRequireBudget = call({
  ...post,
  path: `${path}/ForceRequireBudget/:headerId`,
  access: agency('write'),
  params: byHeader,
  body: z.object({ required: flag('Must be filed as a budget increase').optional(), version }),
  answer,
  summary: 'Require a budget-based increase, or no longer',
})
export const removeRiPermissions = call({
  ...post,
  path: `${path}/RemoveRiPermissions/:projectId`,
  access: agency('admin'),
  params: z.object({ projectId: id('Property') }),
  answer: z.number(),
  summary: 'Remove the permission to file rent increases of a property from its users; returns their number',
})
export const hold = call({
  ...post,
  path: `${path}/Hold`,
  access: agency('write'),
  body: z.object({ id: id('Request'), onHold: flag('On hold'), reason: longText('Reason', 2000), version }),
  answer,
  summary: 'Withhold Schedule II until non-compliance is corrected, or release it',
})

export const createNewRentRow = call({
  ...post,
  path: `${path}/CreateNewRentRow/:headerId`,
  access: write,
  params: byHeader,
  body: z.object({ version }).optional(),
  answer,
  summary: 'Add a row for units that have no rent yet',
})
export const deleteRow = call({
  method: 'DELETE',
  path: `${path}/DeleteRow/:id`,
  access: write,
  params: z.object({ id: id('Row') }),
  answer: z.boolean(),
  summary: 'Remove an added row; rows of rents in effect cannot be removed',
})

export const checkRentRoll = call({
  ...post,
  path: `${path}/CheckRentRoll/:headerId`,
  access: write,
  params: byHeader,
  bodyLimit: 4_194_304,
  body: z.object({
    rows: z
      .array(z.object({ line: z.int(), values: z.record(z.string().max(50), z.string().max(200)) }))
      .max(5000),
  }),
  answer: z.object({ units: z.int(), faults: z.array(rollFault) }),
  summary: 'Check a rent roll row by row against the property’s units and rents, and store the result',
})

const declareDetailCall = <N extends string>(
  tail: string,
  pick: Readonly<Record<N, true>>,
  summary: string,
) =>
  call({
    ...get,
    access: agency('read'),
    path: `${path}/${tail}/:headerId`,
    params: byHeader,
    answer: answer.pick(pick as never),
    summary: `Rent increase: ${summary}`,
  })
const pickAll = <T extends object>(shape: T) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, true])) as Record<keyof T & string, true>
const shared = {
  rentIncreaseRequestHeaderId: true,
  version: true,
  statusId: true,
  canReview: true,
  lines: true,
} as const

export const getWorksheet = declareDetailCall(
  'GetWorksheet',
  {
    ...shared,
    ...pickAll(checklist),
    comments: true,
    conditions: true,
    expiresOn: true,
    reviewedById: true,
    denialAppealed: true,
    known: true,
    worksheetSaved: true,
  },
  'the worksheet with the checklist',
)
export const getTaxCredit = declareDetailCall(
  'GetTaxCredit',
  { ...shared, rentTypes: true, figures: true, taxCreditSaved: true },
  'the tax-credit review',
)
export const getCashFlow = declareDetailCall(
  'GetCashFlow',
  { ...shared, ...pickAll(cashFlowFields), caps: true, cashFlowSaved: true },
  'the cash-flow review',
)

export const saveTaxCredit = call({
  ...post,
  path: `${path}/SaveTaxCredit`,
  access: agency('write'),
  body: z.object({ id: id('Request'), version, lines: z.array(reviewedRow).max(1000) }),
  answer,
  summary: 'Save the tax-credit review: limits, allowances and approved rents of its rows',
})
export const saveCashFlow = call({
  ...post,
  path: `${path}/SaveCashFlow`,
  access: agency('write'),
  body: z.object({
    id: id('Request'),
    version,
    ...z.object(cashFlowFields).partial().shape,
  }),
  answer,
  summary: 'Save the cash-flow review of a budget-based increase',
})
