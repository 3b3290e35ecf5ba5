import { setting } from '#kernel/model/setting.ts'

const group = 'Reports'

/** The settings for the files and mails of reports. */
export const reportSettings = {
  pdfRows: setting({
    group,
    key: 'report_pdf_rows',
    label: 'Maximum rows in the PDF of a report (Excel and CSV have all rows)',
    kind: 'number',
    unit: 'rows',
    least: 1,
    default: 500,
    source: 'Agency decision: nobody reads more on paper',
  }),
  mailRows: setting({
    group,
    key: 'report_mail_rows',
    label: 'A report with more rows than this is mailed as a link, without a workbook',
    kind: 'number',
    unit: 'rows',
    least: 1,
    default: 5000,
    source: 'Agency decision: what mail programs accept',
  }),
  mailHour: setting({
    group,
    key: 'report_mail_hour',
    label: 'Saved reports are mailed from this hour on',
    kind: 'number',
    unit: 'o’clock',
    default: 6,
    source: 'Agency decision: delivered before work begins',
  }),
  mailGrace: setting({
    group,
    key: 'report_mail_grace_days',
    label: 'A report that could not be mailed on its day is mailed up to this many days late',
    kind: 'days',
    unit: 'days',
    default: 2,
    source: 'Agency decision: later figures would confuse',
  }),
}
