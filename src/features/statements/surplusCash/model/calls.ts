import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, number } from '#kernel/model/field.ts'
import {
  ComputationOfDistributions,
  DistributionBasis,
  DistributionPayment,
  SurplusCash,
  YearlyDistributionsAccrued,
} from './entities.ts'
import { computationView, restatedYear, surplusLine, surplusView } from './views.ts'

const read = permission('AFS', 'read')
const write = permission('AFS', 'write')
const byStatement = z.object({ afsId: id('Statement') })
const surplus = '/api/SurplusCash'
const computation = '/api/ComputationOfDistributions'
const yearly = '/api/YearlyDistributionsAccrued'

export const surplusLines = controller(SurplusCash, { path: surplus, read, write })
export const computations = controller(ComputationOfDistributions, { path: computation, read, write })
export const accruals = controller(YearlyDistributionsAccrued, { path: yearly, read, write: agency('write') })
export const payments = controller(DistributionPayment, {
  path: '/api/DistributionPayment',
  read,
  write: agency('write'),
})
const right = YearlyDistributionsAccrued.row
export const setByHand = call({
  method: 'PUT',
  path: `${yearly}/SetByHand/:id`,
  access: agency('manager'),
  params: z.object({ id: id('Row') }),
  body: right
    .pick({ months: true, equity: true, rate: true, earned: true })
    .partial()
    .extend({ note: right.shape.note.unwrap() }),
  answer: right,
  summary: 'Set the right of a year manually, with a reason; it is not computed any more',
})
export const computeAgain = call({
  method: 'PUT',
  path: `${yearly}/ReckonAgain/:id`,
  access: agency('write'),
  params: z.object({ id: id('Row') }),
  answer: z.boolean(),
  summary: 'Compute the right of a year that was set manually again from the basis of the property',
})

const declareGet = <A extends z.ZodType>(path: string, answer: A, summary: string) =>
  call({ method: 'GET', path: `${path}/:afsId`, access: read, params: byStatement, answer, summary })

export const getSurplus = declareGet(
  `${surplus}/vm/Get`,
  surplusView,
  'Surplus cash of a statement: all lines with sources, as submitted and as reviewed',
)
export const getSurplusByAfsId = declareGet(
  `${surplus}/GetByAFSId`,
  z.array(surplusLine),
  'Surplus cash of a statement: its lines in the order of the form',
)
export const getSurplusAmount = declareGet(
  `${surplus}/GetSurplusAmount`,
  z.number(),
  'Surplus cash (c) of a statement, in dollars: as reviewed, else as submitted; negative if it is a deficiency',
)
export const getComputation = declareGet(
  `${computation}/vm/Get`,
  computationView,
  'Computation of distributions of a statement, with the rights of all years',
)
export const getRestatedYear = declareGet(
  `${computation}/GetRestatedYear`,
  restatedYear.nullable(),
  'Distributions decided on the prior year, with what they would have been on the restated figures (domain 47.4)',
)
export const getComputationByAfsId = declareGet(
  `${computation}/GetByAFSId`,
  ComputationOfDistributions.row.nullable(),
  'The company’s figures on distributions of a statement; null if it has entered none yet',
)

/**
 * The version that the sender has seen. If another user has changed the record since, the save is refused.
 */
const versionField = z.int().min(0).optional()

export const saveSurplus = call({
  method: 'POST',
  path: `${surplus}/Save/:afsId`,
  access: write,
  params: byStatement,
  body: z
    .array(
      SurplusCash.input
        .pick({ description: true, submittedAmount: true, reviewAmount: true, reviewerComment: true })
        .extend({ lineCode: SurplusCash.fields.lineCode, version: versionField }),
    )
    .max(13),
  answer: surplusView,
  summary:
    'Surplus cash: save lines, the company its own figures, the reviewer the reviewed ones; lines that are not sent stay unchanged. Refuses lines that somebody else has changed since the given version',
})

export const updateReviewRow = call({
  method: 'GET',
  path: `${surplus}/UpdateReviewRow/:id`,
  access: agency('write'),
  params: z.object({ id: id('Line') }),
  query: SurplusCash.input
    .pick({ reviewAmount: true, reviewerComment: true })
    .extend({ version: versionField }),
  answer: surplusLine,
  changes: true,
  summary: 'Surplus cash: the reviewer’s figure and comment of a line; an empty amount removes it',
})

export const availableDistribution = call({
  method: 'GET',
  path: `${surplus}/AvaliableDistribution/:propertyId/:year`,
  access: read,
  params: z.object({ propertyId: id('Property'), year: number('Year', 1, 9999).unwrap() }),
  answer: z.number(),
  summary:
    'Available for distribution by the statement of a property and year (B4), in dollars; 0 if none was filed',
})

export const saveComputation = call({
  method: 'POST',
  path: `${computation}/Save/:afsId`,
  access: write,
  params: byStatement,
  body: ComputationOfDistributions.input
    .pick({ principalPaid: true, paidDeclared: true, comments: true })
    .extend({ version: versionField }),
  answer: computationView,
  summary:
    'Computation of distributions: save the company’s figures of the year; refuses fields that somebody else has changed since the given version',
})

/** The request body that sets a basis of distributions. */
export const basisInput = DistributionBasis.row.omit({
  distributionBasisId: true,
  setById: true,
  setAt: true,
})
export const setBasis = call({
  method: 'POST',
  path: `${computation}/UpdateAFSFromPropertyDashBoard`,
  access: agency('write'),
  body: basisInput,
  answer: z.boolean(),
  summary: 'Set the basis of a property’s yearly right from a fiscal year on; refused for accepted years',
})

const accrualRows = z.array(
  YearlyDistributionsAccrued.row.extend({
    paid: z.number(),
    paidDate: z.string().nullable(),
    balance: z.number(),
  }),
)
const byComputation = z.object({ computationOfDistributionId: id('Computation') })
export const getAccruals = call({
  method: 'GET',
  path: `${yearly}/GetByComputationOfDistributionId/:computationOfDistributionId`,
  access: read,
  params: byComputation,
  answer: accrualRows,
  summary: 'Yearly rights of a computation’s property through its year, with payments and open balance',
})
export const getAccrualsAllowCreate = call({
  method: 'GET',
  path: `${yearly}/GetByComputationOfDistributionIdAllowCreate/:computationOfDistributionId`,
  aliases: [`${yearly}/GetByComputationOfDistributionId/:computationOfDistributionId/AllowCreate`],
  access: agency('write'),
  params: byComputation,
  answer: accrualRows,
  changes: true,
  summary:
    'Yearly rights as GetByComputationOfDistributionId; missing years are created first, computed from the basis of each year',
})
