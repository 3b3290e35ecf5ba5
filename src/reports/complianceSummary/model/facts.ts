import type { ReportFacts } from '#report/model/index.ts'

/** RPT-15. It shows of each subject what one may read there, and asks for no permission of its own. */
export const facts: ReportFacts = {
  number: 15,
  title: 'Compliance Summary',
  page: 'ComplianceSummaryReport',
  group: 'Compliance',
  summary: 'Open items of each property by subject: filings, findings, inspections, Form 8823',
  home: true,
}
