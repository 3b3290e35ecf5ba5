import { z } from 'zod'
import { text } from '#kernel/model/field.ts'
import { sheetRows } from '#statement/model/index.ts'
import { EquityFigure } from './entities.ts'

const { developmentCost, originalMortgages, principalBefore, approvedImprovements } = EquityFigure.fields
const { closingReportDate, cutoffDate, note } = EquityFigure.fields

/** The values set once for a property, with their labels. */
export const onceWords = {
  developmentCost: 'Initial equity',
  closingReportDate: 'The closing report',
  cutoffDate: 'The cut-off date',
} as const
export type Once = keyof typeof onceWords

/** A row of an upload of what properties begin with: any of the three that are set once. */
export const onceRow = z.object({
  propertyNumber: text('Property number', 40).unwrap(),
  developmentCost: developmentCost.optional(),
  originalMortgages: originalMortgages.optional(),
  principalBefore: principalBefore.optional(),
  approvedImprovements: approvedImprovements.optional(),
  closingReportDate: closingReportDate.optional(),
  cutoffDate: cutoffDate.optional(),
  note: note.optional(),
})
export type OnceRow = z.infer<typeof onceRow>

/** The sheet of what properties begin with. */
export const onceSheet = sheetRows(onceRow, {
  Property: 'propertyNumber',
  Cost: 'developmentCost',
  Mortgages: 'originalMortgages',
  'Closing report date': 'closingReportDate',
  'Cutoff date': 'cutoffDate',
})
