import { z } from 'zod'
import { createSheetReader } from '#engines/worksheet/model/index.ts'
import { text } from '#kernel/model/field.ts'
import { EquityFigure } from './entities.ts'

const { developmentCost, originalMortgages, principalBefore, approvedImprovements } = EquityFigure.fields
const { closingReportDate, cutoffDate, note } = EquityFigure.fields

/** The three values that are set once for a property, with their names in messages. */
export const onceLabels = {
  developmentCost: 'Initial equity',
  closingReportDate: 'The closing report',
  cutoffDate: 'The cut-off date',
} as const
/** The name of a value that is set once. */
export type OnceField = keyof typeof onceLabels

/** A row of an upload of beginning values: any of the three values that are set once for a property. */
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

/** The sheet of beginning values, with the column headings it accepts. */
export const onceSheet = createSheetReader(onceRow, {
  Property: 'propertyNumber',
  Cost: 'developmentCost',
  Mortgages: 'originalMortgages',
  'Closing report date': 'closingReportDate',
  'Cutoff date': 'cutoffDate',
})
