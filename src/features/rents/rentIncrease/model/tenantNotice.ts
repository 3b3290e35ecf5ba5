import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Row } from './rows.ts'

const formatDay = (day: string | null): string => formatDate(day, 'MM/DD/YYYY') || '____________'

/** The facts of a request that a notice to the tenants states. */
export type TenantNotice = {
  propertyName: string
  companyName: string | null
  agencyName: string
  effectiveDate: string | null
  noticeDays: number
  rows: readonly Pick<Row, 'label' | 'current' | 'newRent' | 'allowance'>[]
}

/** Returns the changed rents for the notice; new rows are left out because their units are empty. */
export const getNoticeLines = ({ rows }: Pick<TenantNotice, 'rows'>) =>
  rows
    .filter(({ current, newRent }) => current !== null && newRent !== null && newRent !== current)
    .map(({ label, current, newRent, allowance }) => [
      label,
      formatMoney(current),
      formatMoney(newRent),
      formatMoney(allowance),
    ])

/**
 * Builds the notice to tenants, Exhibit A-21, which the company posts and delivers. Returns a new document
 * with each call.
 */
export function buildTenantNotice(notice: TenantNotice): TDocumentDefinitions {
  const { propertyName, companyName, agencyName, effectiveDate, noticeDays } = notice
  const from = formatDay(effectiveDate)
  const header = ['Unit and rent type', 'Rent now', 'New rent', 'Utility allowance'].map((text) => ({
    text,
    bold: true,
  }))
  return {
    pageSize: 'LETTER',
    pageMargins: [60, 60, 60, 60],
    info: { title: `Notice to tenants, Exhibit A-21: ${propertyName}` },
    defaultStyle: { font: 'Roboto', fontSize: 11, lineHeight: 1.25 },
    content: [
      { text: 'Notice to tenants of a request to raise rents', headlineLevel: 1, fontSize: 18, bold: true },
      { text: 'Exhibit A-21', margin: [0, 0, 0, 16] },
      { text: propertyName, bold: true, fontSize: 13 },
      { text: companyName ?? '', margin: [0, 0, 0, 16] },
      {
        text: `The owner asks ${agencyName} to approve new monthly rents for this property from ${from} on. No rent is raised before that day, nor before the agency has approved it. This notice is given at least ${noticeDays} days before.`,
        margin: [0, 0, 0, 12],
      },
      {
        table: {
          headerRows: 1,
          widths: ['*', 'auto', 'auto', 'auto'],
          body: [header, ...getNoticeLines(notice)],
        },
      },
      {
        text: 'Questions about this notice are answered at the property’s office.',
        margin: [0, 12, 0, 30],
      },
      { text: 'Delivered and posted on: ____________________', margin: [0, 0, 0, 24] },
      'Signed for the owner: ________________________________________',
    ],
  }
}
