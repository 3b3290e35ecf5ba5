import { addDays, today } from '#kernel/model/dates.ts'
import type { DemoPart } from '../demoPart.ts'

/**
 * The figures of the portfolio screen a week ago, under the names that the nightly run stores. They are
 * invented near the current figures, so that the screen can show changes. Later nights store real figures.
 */
const figuresByTile: Readonly<Record<string, number>> = {
  '/api/reporting/AccountsPayable More than 45 days payable': 2,
  '/api/reporting/ComplianceModuleSummary 8823 to be filed': 11,
  '/api/reporting/ComplianceModuleSummary Tasks overdue': 471,
  '/api/reporting/ComplianceModuleSummary Statements overdue': 13,
  '/api/reporting/ComplianceModuleSummary Findings open': 662,
  '/api/reporting/EconomicOccupancy Economic occupancy': 92.21,
  '/api/reporting/FinancialReportCard Coverage below 1.10': 18,
  '/api/reporting/FinancialReportCard Debt coverage': 1.91,
  '/api/reporting/FinancialReportCard Reserve below $1,000 a unit': 331,
  '/api/reporting/NOI Net operating income': 229_804_512,
  '/api/reporting/Occupancy Occupancy': 94.12,
  '/api/reporting/OccupancyByProperty Below the occupancy threshold': 23,
  '/api/reporting/RentAnalysis Rents over their limit': 1,
  '/api/reporting/ResidentRelation Replies to residents overdue': 2,
  '/api/reporting/SpecialNeedsOccupancy Special-needs units vacant': 5,
  '/api/reporting/Vacancy Vacancy loss a month': 962_340,
  'Decisions overdue': 168,
  'Watch-list proposals': 236,
}

/** The age of the figures in days. */
const DAYS_AGO = 7

/** Loads the figures of the portfolio screen of a week ago. */
export default {
  load: async ({ client }) => {
    await client.query(
      'insert into report_figure (day, tile, value) select $1, tile, value from unnest($2::text[], $3::numeric[]) as f(tile, value)',
      [addDays(today(), -DAYS_AGO), Object.keys(figuresByTile), Object.values(figuresByTile)],
    )
  },
} satisfies DemoPart
