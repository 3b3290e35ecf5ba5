import { z } from 'zod'
import { sheetBody, sheetBytes, sheetOutcome, sheetQuery } from '#engines/worksheet/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id, longText, money, number } from '#kernel/model/field.ts'
import { EquityFigure, EquityNotice } from './entities.ts'

const [read, write] = [permission('EquityFigures', 'read'), agency('write')]
const path = '/api/EquityFigure'
const year = number('Year', 1990, 2200).unwrap()
const byYear = z.object({ propertyId: id('Property'), year })
const { fields } = EquityFigure

/** The generic calls of equity figures. */
export const figures = controller(EquityFigure, { path, read, write })

/** The result of the equity formula for a year; amounts in dollars, the rate in percent. */
const computedYear = z.object({
  initialEquity: z.number().nullable(),
  beginning: z.number().nullable(),
  mortgageBalance: z.number().nullable(),
  principalPaid: z.number(),
  principalHeld: z.number(),
  approvedImprovements: z.number(),
  equity: z.number().nullable(),
  rate: z.number(),
  allowedDistribution: z.number().nullable(),
  paidOff: z.array(z.string()),
  /** The reasons why the year cannot be computed, as sentences. */
  gaps: z.array(z.string()),
})
/** A stored year of a property with the present result of the formula; amounts in dollars. */
const figureView = z.object({
  figure: EquityFigure.row,
  setByName: z.string().nullable(),
  computed: computedYear,
  /** The formula with its amounts, such as `= $450,000.00 equity of 2024 + $61,600.00 principal paid`. */
  formula: z.string(),
  /**
   * Development cost and improvements less the remaining mortgages; `difference` is the stored figure less
   * this.
   */
  byDefinition: z.number().nullable(),
  difference: z.number().nullable(),
  notice: EquityNotice.row.nullable(),
})
export type FigureView = z.infer<typeof figureView>

export const getByProject = call({
  method: 'GET',
  path: `${path}/GetByProject/:propertyId`,
  access: read,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(figureView),
  summary: 'Equity figures of a property, newest first, each with its derivation',
})

const property = { propertyId: z.int(), propertyName: z.string(), agencyNumber: z.string().nullable() }
const yearLine = z.object({
  ...property,
  loans: z.int(),
  equityFigureId: z.int().nullable(),
  /** The stored equity, null if the year is not stored. */
  equity: z.number().nullable(),
  allowedDistribution: z.number().nullable(),
  approvedImprovements: z.number(),
  discretion: z.string().nullable(),
  /** The present result of the formula. */
  computed: computedYear,
  /** The stored less the computed equity, null if either is missing. */
  difference: z.number().nullable(),
  standing: z.enum(['Up to date', 'To update', 'Changed since', 'Not ready', 'Not begun']),
  noticeSentAt: z.string().nullable(),
})
export type YearLine = z.infer<typeof yearLine>
export type YearState = YearLine['standing']

export const getEquityYear = call({
  method: 'GET',
  path: `${path}/GetByYear/:year`,
  access: read,
  params: z.object({ year }),
  answer: z.array(yearLine),
  summary: 'All properties in a year: the stored equity figure, and the result of the formula now',
})

export const getProjectEquityData = call({
  method: 'GET',
  path: '/api/Loan/GetProjectEquityData',
  access: read,
  answer: z.array(
    z.object({
      ...property,
      ...EquityFigure.row.pick({
        year: true,
        developmentCost: true,
        initialEquity: true,
        closingReportDate: true,
        cutoffDate: true,
        mortgageBalance: true,
        principalPaid: true,
        approvedImprovements: true,
        rate: true,
        allowedDistribution: true,
        discretion: true,
      }).shape,
      equity: z.number().nullable(),
      loans: z.int(),
    }),
  ),
  summary: 'The latest equity figure of each property that has one, with initial equity and dates',
})

/**
 * Declares a call that sets a value once for a property. Without a body the portal sets its own value, and
 * the note of the figure says so.
 */
const oneTimeUpload = <B extends z.ZodType>(what: string, body: B, summary: string) =>
  call({
    method: 'POST',
    path: `${path}/OneTimeUpload${what}/:propertyId/:year`,
    access: write,
    params: byYear,
    body,
    answer: figureView,
    summary,
  })

/** The body that sets the initial equity: cost and mortgages, principal and improvements so far; dollars. */
export const initialEquityInput = z.object({
  developmentCost: fields.developmentCost.unwrap(),
  originalMortgages: fields.originalMortgages.unwrap(),
  principalBefore: fields.principalBefore.optional(),
  approvedImprovements: fields.approvedImprovements.optional(),
  note: fields.note.optional(),
})
export const uploadInitialEquity = oneTimeUpload(
  'InitialEquity',
  initialEquityInput.partial(),
  'Set the initial equity of a property (only once); later it is corrected with a reason',
)
export const closingReportInput = z.object({ closingReportDate: fields.closingReportDate.unwrap() })
export const uploadClosingReport = oneTimeUpload(
  'ClosingReport',
  closingReportInput.partial(),
  'Set the date of the closing report (only once)',
)
export const cutOffInput = z.object({ cutoffDate: fields.cutoffDate.unwrap() })
export const uploadCutOffDate = oneTimeUpload(
  'CutOffDate',
  cutOffInput.partial(),
  'Set the cut-off date up to which the initial equity includes principal (only once)',
)

const { row } = EquityFigure
/** The body that corrects values set once for a property. */
const correction = row
  .pick({
    developmentCost: true,
    originalMortgages: true,
    principalBefore: true,
    closingReportDate: true,
    cutoffDate: true,
    approvedImprovements: true,
  })
  .partial()
  .extend({ note: fields.note.unwrap(), version: number('Version').optional() })
export const correctFigure = call({
  method: 'POST',
  path: `${path}/Correct/:id`,
  access: agency('manager'),
  params: z.object({ id: id('Equity figure') }),
  body: correction,
  answer: figureView,
  summary: 'Correct what was set once for a property, with a reason; later years are computed again',
})

/**
 * The outcome of an upload of beginning values, or of its check. Rows count as added or unchanged, never as
 * changed.
 */
export type OnceUploadOutcome = z.infer<typeof sheetOutcome>
export const uploadOnce = call({
  method: 'POST',
  path: `${path}/OneTimeUploads/:year`,
  access: write,
  bodyLimit: sheetBytes,
  params: z.object({ year }),
  query: sheetQuery,
  body: sheetBody,
  answer: sheetOutcome,
  summary:
    'Set initial equity, closing report and cut-off date of many properties from rows with column names; if one row has an error, none is stored',
})

/** The body that updates a year of a property, with its approved improvements. */
export const yearUpdate = z.object({
  propertyId: id('Property'),
  year,
  approvedImprovements: money('Approved improvements', undefined, 0).unwrap().optional(),
  note: fields.note.optional(),
})
export const updateEquityFigures = call({
  method: 'POST',
  path: `${path}/UpdateEquityFigures`,
  access: write,
  body: z.array(yearUpdate).min(1, 'There is no property to update.').max(5000),
  answer: z.object({
    updated: z.int(),
    unchanged: z.int(),
    later: z.int(),
    forCommission: z.int(),
    waiting: z.int(),
  }),
  summary: 'Compute the equity of a year and all later years of the properties by formula, all or none',
})

/** The commission’s decision whether principal of paid-off loans counts. */
export const commissionDecision = z.object({
  counts: flag('It counts'),
  note: longText('Decision', 1000).unwrap(),
})
export const decidePaidOff = call({
  method: 'POST',
  path: `${path}/DecidePaidOff/:id`,
  access: agency('manager'),
  params: z.object({ id: id('Equity figure') }),
  body: commissionDecision,
  answer: figureView,
  summary: 'Record the commission’s decision whether principal of paid-off loans counts as equity',
})

const noticeOutcome = z.object({
  /** The properties that would be notified now, and those that were notified. */
  properties: z.array(
    z.object({
      ...property,
      equity: z.number().nullable(),
      allowedDistribution: z.number().nullable(),
      recipients: z.array(z.string()),
      sentAt: z.string().nullable(),
      /** A sentence why the property is not notified, null if it can be. */
      reason: z.string().nullable(),
    }),
  ),
  sent: z.int(),
  subject: z.string(),
  text: z.string(),
})
export type NoticeOutcome = z.infer<typeof noticeOutcome>
export const notifyProperties = call({
  method: 'POST',
  path: '/api/Loan/NotifyProperties',
  access: write,
  query: z.object({ preview: flag('Only show').optional() }),
  body: z.object({ year: year.optional(), propertyIds: z.array(id('Property')).max(5000).optional() }),
  answer: noticeOutcome,
  summary:
    'Notify properties of their equity figure of a year, each once; by default all not notified yet, of the latest year. With `preview`, nothing is sent',
})
