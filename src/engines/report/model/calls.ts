import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, decimal, id, number, ref, requiredText, text } from '#kernel/model/field.ts'

const value = z.union([z.string(), z.number(), z.boolean()])
const option = z.object({ value: z.union([z.string(), z.number()]), label: text('Name').unwrap() })

export const getFilterBlockDefaults = call({
  method: 'GET',
  path: '/api/reporting/GetFilterBlockDefaults/:reportNumber',
  access: signedIn,
  params: z.object({ reportNumber: id('Report') }),
  answer: z.object({
    reportNumber: id('Report'),
    defaults: z.record(z.string(), value),
    /** The options of each filter, from the caller's own properties. */
    options: z.record(z.string(), z.array(option)),
  }),
  summary: 'Default filters of a report, and the options of each filter',
})

export const getZipCodes = call({
  method: 'GET',
  path: '/api/reporting/GetZipCodes',
  access: signedIn,
  answer: z.array(z.string()),
  summary: 'ZIP codes of the caller’s properties',
})

export const getUnitOptions = call({
  method: 'GET',
  path: '/api/reporting/GetUnitOptions',
  access: signedIn,
  answer: z.array(
    z.object({ label: text('Size').unwrap(), unitsFrom: number('From').unwrap(), unitsTo: number('To') }),
  ),
  summary: 'Ranges of property sizes (units) to filter by',
})

/** The highest report number. */
const LAST_REPORT = 18

/** A county and the region it belongs to in the financial reports. */
const countyRegion = z.object({
  countyId: id('County'),
  countyName: text('County').unwrap(),
  regionId: ref('Region', 'Region'),
  regionName: text('Region'),
  /** Whether the region was set for these reports, instead of being the county's own. */
  own: z.boolean(),
})

export const getCountyRegions = call({
  method: 'GET',
  path: '/api/reporting/GetAllCountiesWithFinancialReportRegion/:id',
  access: agency('read'),
  params: z.object({ id: id('Report; 0 for all financial reports') }),
  answer: z.array(countyRegion),
  summary: 'All counties with their regions in the financial reports, or in one of them',
})

export const saveCountyRegions = call({
  method: 'POST',
  path: '/api/reporting/SaveAllCountiesWithFinancialReportRegion/:id',
  access: agency('admin'),
  params: z.object({ id: number('Report; 0 for all financial reports', 0, LAST_REPORT).unwrap() }),
  body: z.array(z.object({ countyId: id('County'), regionId: ref('Region', 'Region') })),
  answer: number('Counties').unwrap(),
  summary: 'Set the regions of counties in the financial reports; null means the county’s own region',
})

/** The parameters of a report, as its page call takes them. */
const reportParameters = z.record(z.string(), value)

export const makeReportPdf = call({
  method: 'POST',
  path: '/api/reporting/MakePdf',
  access: signedIn,
  body: z.object({ path: requiredText('Report', 200), asked: reportParameters }),
  answer: z.object({ fileBase64: z.string(), fileName: z.string() }),
  summary:
    'A report as a PDF: the rows for the given parameters, up to a limit that the agency sets, with totals',
})

export const getFiguresBefore = call({
  method: 'GET',
  path: '/api/reporting/GetFiguresBefore',
  access: agency('read'),
  answer: z.object({
    /** The day of the figures; null if none were stored around that time. */
    day: day('Day'),
    /** The figures by the key of their tile. */
    figures: z.record(z.string(), z.number()),
  }),
  summary: 'The figures of the portfolio screen as they were a week ago',
})

/** A figure of the portfolio screen that comes from a list instead of a report, such as late decisions. */
const otherFigure = z.object({
  title: requiredText('Figure', 100),
  /** The value a week ago; null if it was not stored that night. */
  before: decimal('A week ago'),
  value: decimal('Now'),
  note: text('Details', 200),
  to: requiredText('List', 300),
  better: z.enum(['more', 'less']),
})

export const getOtherFigures = call({
  method: 'GET',
  path: '/api/reporting/GetOtherFigures',
  access: agency('read'),
  answer: z.object({
    /** The day of the figures a week ago; null if none were stored around that time. */
    day: day('Day'),
    figures: z.array(otherFigure),
  }),
  summary: 'Figures of the portfolio screen that come from lists instead of reports, now and a week ago',
})
