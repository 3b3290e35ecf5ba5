import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-12). */
export const facts: ReportFacts = {
  number: 12,
  title: 'Accounts Payable',
  page: 'AccountsPayableReport',
  group: 'Financial',
  summary: 'Amounts owed to vendors, in dollars and in days of operating cost, and their age',
  permission: 'AFS',
}
