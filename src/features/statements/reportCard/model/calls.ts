import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { addDocumentNamesToSchema } from '#kernel/model/documented.ts'
import { id, longText, number } from '#kernel/model/field.ts'
import { budgetComparison, coverageLine } from './comparison.ts'
import { AFSReportCard, AFSReportCardCustomIncome, AFSReportCardFinding } from './entities.ts'
import { kinds } from './findings.ts'
import { cardView } from './view.ts'

const path = '/api/AFSReportCard'
const access = permission('AFS', 'read')
const [read, write] = [agency('read'), agency('write')]

export const cards = controller(AFSReportCard, { path, read, write })
export const customIncomes = controller(AFSReportCardCustomIncome, {
  path: '/api/AFSReportCardCustomIncome',
  read,
  write,
})
export const findings = controller(AFSReportCardFinding, { path: '/api/AFSReportCardFinding', read, write })

/** The part of a card that a company may see: the outcome and, once it is decided, findings and letters. */
const outcome = z.object({
  /** Only the agency sees the id. Null for other callers, and if there is no card. */
  afsReportCardId: z.int().nullable(),
  /** Cards of earlier submissions and decisions, which can still be read, each with the status it had. */
  archived: z.array(
    z.object({ afsReportCardId: z.int(), archivedAt: z.string(), statusLabel: z.string().nullable() }),
  ),
  afsId: z.int(),
  propertyId: z.int(),
  year: z.int(),
  statusId: z.int(),
  statusLabel: z.string(),
  requestNumber: z.string(),
  /** The property’s name. */
  subject: z.string(),
  nonCompliant: z.boolean(),
  findings: z.array(
    z.object({
      kind: z.enum(kinds),
      title: z.string(),
      needs: z.string(),
      cureBy: z.string().nullable(),
      curedOn: z.string().nullable(),
    }),
  ),
  letters: z.array(z.object({ letterId: z.int(), title: z.string(), createdAt: z.string() })),
})

const byStatement = z.object({ afsId: id('Statement') })

export const getByAfsId = call({
  method: 'GET',
  path: `${path}/GetByAFSId/:afsId`,
  access,
  params: byStatement,
  answer: outcome,
  summary: 'Report card of a statement: its outcome and, once decided, findings and letters',
})

export const getByPropertyAndYear = call({
  method: 'GET',
  path: `${path}/GetByPropertyAndYear/:propertyId/:year`,
  access,
  params: z.object({ propertyId: id('Property'), year: number('Year', 1, 9999).unwrap() }),
  answer: outcome,
  summary: 'Report card of a property and fiscal year: its outcome and, once decided, findings and letters',
})

/** Says whether a number is the id of a card or of a statement, if it could be both. */
const idKind = z.enum(['card', 'statement'])

/** The generic GET accepts the same numbers as the steps, so it is declared and served separately. */
export const getRecord = call({
  method: 'GET',
  path: `${path}/:id`,
  access: read,
  params: z.object({ id: id('Report card or statement') }),
  query: z.object({ of: idKind.optional() }),
  answer: addDocumentNamesToSchema(AFSReportCard.row),
  summary: 'Report card: one, by its id or that of its statement',
})

export const getCard = call({
  method: 'GET',
  path: `${path}/vm/:id`,
  access: read,
  params: z.object({ id: id('Report card or statement') }),
  query: z.object({ of: idKind.optional() }),
  answer: cardView,
  summary: 'Report card: ratios, checklist, findings and letter as its screen shows them',
})

export const hasNonCompliance = call({
  method: 'GET',
  path: `${path}/AFSHasNonCompliance/:afsId`,
  access,
  params: byStatement,
  answer: z.boolean(),
  summary: 'Whether a statement is closed in non-compliance',
})

export const getBudgetVsAudit = call({
  method: 'GET',
  path: `${path}/vm/GetBudgetVsAuditAmounts/:afsId`,
  access: read,
  params: byStatement,
  query: z.object({ reportCardId: id('Report card').optional() }),
  answer: budgetComparison.extend({
    afsId: z.int(),
    afsReportCardId: z.int().nullable(),
    version: z.int().nullable(),
    open: z.boolean(),
    propertyId: z.int(),
    subject: z.string(),
    year: z.int(),
  }),
  summary:
    'Budget compared with audit, by account, with variances and explanations; for a decided or archived card, as of the decision',
})

export const getDcrHistory = call({
  method: 'GET',
  path: `${path}/GetAFSDCRHistory/:propertyId`,
  access,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(coverageLine),
  summary: 'Debt coverage of a property’s statements, oldest first',
})

/**
 * Declares a step. It accepts the id of the card, or of its statement, because the first step creates the
 * card. A number that is the id of a card and also of another card's statement is refused unless `of` says
 * which.
 */
const declareStep = (name: string, rank: 'write' | 'manager' | 'admin', summary: string) =>
  call({
    method: 'PUT',
    path: `${path}/${name}/:id`,
    access: agency(rank),
    params: z.object({ id: id('Report card or statement') }),
    query: z.object({ of: idKind.optional() }),
    body: z
      .object({ version: z.int().nullable().optional(), reason: longText('Reason').optional() })
      .optional(),
    answer: cardView,
    summary: `Report card: ${summary}; by the id of the card or of its statement`,
  })

export const startReview = declareStep(
  'StartReview',
  'write',
  'create it and start the review of its statement',
)
export const approve = declareStep('Approve', 'manager', 'accept the statement, if nothing is open')
export const closeInNonCompliance = declareStep(
  'CloseInNonCompliance',
  'write',
  'close the statement with its findings',
)
export const closeNonCompliance = declareStep(
  'CloseAFSNonCompliance',
  'write',
  'accept the statement, with all findings cured',
)
export const reopen = declareStep('Reopen', 'admin', 'reopen the review of the statement')

export const updateTemplate = call({
  method: 'POST',
  path: `${path}/Update2024AFSReportCard`,
  access: write,
  body: z.object({ afsReportCardId: id('Report card'), version: z.int().nullable().optional() }),
  answer: cardView,
  summary: 'Report card: switch to the current checklist; all answers are preserved',
})

export const getCustomIncome = call({
  method: 'GET',
  path: '/api/AFSReportCardCustomIncome/GetByReportCardId/:reportCardId',
  access: read,
  params: z.object({ reportCardId: id('Report card') }),
  answer: z.array(AFSReportCardCustomIncome.row),
  summary: 'Custom income of a report card',
})
