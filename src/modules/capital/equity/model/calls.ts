import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id, longText, money, number } from '#kernel/model/field.ts'
import { sheetBody, sheetBytes, sheetOutcome, sheetQuery } from '#statement/model/index.ts'
import { EquityFigure, EquityNotice } from './entities.ts'

const [read, write] = [permission('EquityFigures', 'read'), agency('write')]
const path = '/api/EquityFigure'
const year = number('Year', 1990, 2200).unwrap()
const byYear = z.object({ propertyId: id('Property'), year })
const { fields } = EquityFigure

export const figures = controller(EquityFigure, { path, read, write })

const reckoned = z.object({
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
  /** Why it cannot be computed, in sentences. */
  gaps: z.array(z.string()),
})
/** A stored year of a property with the current result of the formula; dollars. */
const figureView = z.object({
  figure: EquityFigure.row,
  setByName: z.string().nullable(),
  computed: reckoned,
  /** `= equity of 2024 + principal paid + improvements`, with the amounts. */
  formula: z.string(),
  /** Development cost and improvements less the remaining mortgages, and the difference from the figure. */
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
  /** As it is stored; null where it is not. */
  equity: z.number().nullable(),
  allowedDistribution: z.number().nullable(),
  approvedImprovements: z.number(),
  discretion: z.string().nullable(),
  /** The current result of the formula. */
  computed: reckoned,
  /** Stored less computed; null where either is missing. */
  difference: z.number().nullable(),
  standing: z.enum(['Up to date', 'To update', 'Changed since', 'Not ready', 'Not begun']),
  noticeSentAt: z.string().nullable(),
})
export type YearLine = z.infer<typeof yearLine>
export type Standing = YearLine['standing']

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

/** Without a body, the portal sets its own figures, and the figure's note says so. */
const oneTime = <B extends z.ZodType>(what: string, body: B, summary: string) =>
  call({
    method: 'POST',
    path: `${path}/OneTimeUpload${what}/:propertyId/:year`,
    access: write,
    params: byYear,
    body,
    answer: figureView,
    summary,
  })

export const setInitial = z.object({
  developmentCost: fields.developmentCost.unwrap(),
  originalMortgages: fields.originalMortgages.unwrap(),
  principalBefore: fields.principalBefore.optional(),
  approvedImprovements: fields.approvedImprovements.optional(),
  note: fields.note.optional(),
})
export const uploadInitialEquity = oneTime(
  'InitialEquity',
  setInitial.partial(),
  'Set the initial equity of a property (only once); later it is corrected with a reason',
)
export const setClosing = z.object({ closingReportDate: fields.closingReportDate.unwrap() })
export const uploadClosingReport = oneTime(
  'ClosingReport',
  setClosing.partial(),
  'Set the date of the closing report (only once)',
)
export const setCutOff = z.object({ cutoffDate: fields.cutoffDate.unwrap() })
export const uploadCutOffDate = oneTime(
  'CutOffDate',
  setCutOff.partial(),
  'Set the cut-off date up to which the initial equity includes principal (only once)',
)

const { row } = EquityFigure
/** A correction of the values set once for a property. */
const corrected = row
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
  body: corrected,
  answer: figureView,
  summary: 'Correct what was set once for a property, with a reason; later years are computed again',
})

/**
 * What an upload of what properties begin with did, or would do; rows count as added or unchanged, never as
 * changed.
 */
export type OnceUploaded = z.infer<typeof sheetOutcome>
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

/** The year and property to update, and the approved amounts. */
export const updated = z.object({
  propertyId: id('Property'),
  year,
  approvedImprovements: money('Approved improvements', undefined, 0).unwrap().optional(),
  note: fields.note.optional(),
})
export const updateEquityFigures = call({
  method: 'POST',
  path: `${path}/UpdateEquityFigures`,
  access: write,
  body: z.array(updated).min(1, 'There is no property to update.').max(5000),
  answer: z.object({
    updated: z.int(),
    unchanged: z.int(),
    later: z.int(),
    forCommission: z.int(),
    waiting: z.int(),
  }),
  summary: 'Compute the equity of a year and all later years of the properties by formula, all or none',
})

/** A decision of the commission. */
export const decision = z.object({ counts: flag('It counts'), note: longText('Decision', 1000).unwrap() })
export const decidePaidOff = call({
  method: 'POST',
  path: `${path}/DecidePaidOff/:id`,
  access: agency('manager'),
  params: z.object({ id: id('Equity figure') }),
  body: decision,
  answer: figureView,
  summary: 'Record the commission’s decision whether principal of paid-off loans counts as equity',
})

const notified = z.object({
  /** Who would be notified now, and who was notified. */
  properties: z.array(
    z.object({
      ...property,
      equity: z.number().nullable(),
      allowedDistribution: z.number().nullable(),
      recipients: z.array(z.string()),
      sentAt: z.string().nullable(),
      /** Why it is not notified, in a sentence; null where nothing is in the way. */
      reason: z.string().nullable(),
    }),
  ),
  sent: z.int(),
  subject: z.string(),
  text: z.string(),
})
export type Notified = z.infer<typeof notified>
export const notifyProperties = call({
  method: 'POST',
  path: '/api/Loan/NotifyProperties',
  access: write,
  query: z.object({ preview: flag('Only show').optional() }),
  body: z.object({ year: year.optional(), propertyIds: z.array(id('Property')).max(5000).optional() }),
  answer: notified,
  summary:
    'Notify properties of their equity figure of a year, each once; by default all not notified yet, of the latest year. With `preview`, nothing is sent',
})
