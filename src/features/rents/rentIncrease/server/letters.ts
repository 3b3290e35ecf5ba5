import type { LetterBodyItem } from '#core/correspondence/letters/model/index.ts'
import type { LetterText } from '#engines/review/server/index.ts'
import { computeGrossRent } from '#features/shared/grossRents/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getExpiry } from '../model/expiry.ts'
import type { Detail } from '../model/increases.ts'
import { getRentIncreaseLabel } from '../model/rows.ts'

const formatDay = (day: string | null): string => formatDate(day, 'MM/DD/YYYY')

/**
 * Returns the lines of Schedule II: the approved rent of each row of the worksheet that has one (domain
 * 14.7).
 */
export const getScheduleLines = (detail: Pick<Detail, 'lines' | 'unitTypes' | 'rentTypes'>) =>
  detail.lines.flatMap((line) =>
    line.approvedRent === null
      ? []
      : [
          {
            label: getRentIncreaseLabel(line, detail),
            units: line.units ?? 0,
            current: line.projectRoomTypeRentId ? line.currentRent : null,
            approved: line.approvedRent,
            utilityAllowance: line.utilityAllowance,
            gross: computeGrossRent(line.approvedRent, line.utilityAllowance),
          },
        ],
  )

const scheduleTable = (detail: Detail): LetterBodyItem => ({
  columns: [
    { label: 'Unit and rent type', field: 'label' },
    { label: 'Units', field: 'units', alignment: 'right' },
    { label: 'Current', field: 'current', alignment: 'right' },
    { label: 'Approved', field: 'approved', alignment: 'right' },
    { label: 'Utilities', field: 'utilityAllowance', alignment: 'right' },
    { label: 'Gross', field: 'gross', alignment: 'right' },
  ],
  rows: getScheduleLines(detail).map(({ label, units, current, approved, utilityAllowance, gross }) => ({
    label,
    units: String(units),
    current: current === null ? 'New' : formatMoney(current),
    approved: formatMoney(approved),
    utilityAllowance: formatMoney(utilityAllowance),
    gross: formatMoney(gross),
  })),
})

/**
 * Returns Schedule II, the letter of an approval: the approved rents, conditions, first day and expiry, and
 * the line for the owner's signature.
 */
export function writeScheduleTwo(_: AnyContext, detail: Detail, comment: string | null): LetterText {
  const lowered = detail.lines.filter((line) => line.lowerReason)
  return {
    body: [
      'The request to raise the rents of {{propertyName}} has been reviewed. The agency approves the monthly rents of this Schedule II from {{effectiveDate}} on.',
      { text: 'Schedule II: approved rents', bold: true },
      scheduleTable(detail),
      ...(lowered.length > 0
        ? [
            'Some rents were approved lower than asked for:',
            ...lowered.map((line) => `${getRentIncreaseLabel(line, detail)}: ${line.lowerReason}`),
          ]
        : []),
      detail.conditions ? `Conditions: ${detail.conditions}` : '',
      comment ?? '',
      'No rent may be raised before {{effectiveDate}}, nor before the owner has signed this schedule and a copy of it is filed in the portal. This approval expires on {{expiresOn}}.',
      'Accepted for the owner: ______________________________     Date: ______________',
    ],
    values: { effectiveDate: formatDay(detail.rentEffectiveDate), expiresOn: formatDay(getExpiry(detail)) },
  }
}

/** Returns the letter of a denial, which says until when the company may appeal. */
export const writeDenial = (_: AnyContext, detail: Detail, reason: string | null): LetterText => ({
  body: [
    'The request to raise the rents of {{propertyName}} has been reviewed. The agency cannot approve it.',
    reason ?? '',
    'You may appeal this decision in writing until {{appealUntil}}. A new request may be filed in the next window.',
  ],
  values: { appealUntil: formatDay(detail.appealUntil) },
})
