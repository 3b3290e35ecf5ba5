import type { ReportFacts } from '#engines/report/model/index.ts'

/** The facts of the report (RPT-15). It needs no permission because each column needs that of its subject. */
export const facts: ReportFacts = {
  number: 15,
  title: 'Compliance Summary',
  page: 'ComplianceSummaryReport',
  group: 'Compliance',
  summary: 'Open items of each property by subject: filings, findings, inspections, Form 8823',
  home: true,
}
