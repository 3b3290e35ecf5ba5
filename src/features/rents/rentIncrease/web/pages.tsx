import { hideReviewFact, isReviewHidden, type PagesOf } from '#engines/review/web/index.ts'
import { formatDate, parseDay } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { getRentIncreaseCap, rentIncreaseTypes } from '../model/arithmetic.ts'
import { type Detail, increases } from '../model/increases.ts'
import { describeContradiction, findContradictions } from '../model/reviewRules.ts'
import { computeRentIncreaseTotals, getRentIncreaseRow, useFiledRent } from '../model/rows.ts'
import { Actions } from './Actions.tsx'
import { Figures, getBlockedSteps } from './Figures.tsx'
import { FiledIncrease } from './Filed.tsx'
import { formLines } from './formLines.ts'
import { IncreaseForm } from './IncreaseForm.tsx'
import { IncreaseSidebar } from './IncreaseSidebar.tsx'
import { IncreaseReview } from './ReviewPart.tsx'
import { reviewLines } from './reviewLines.ts'

export { increases as review }

/**
 * Returns the first values of a new request that was opened by a link from a budget: its type, and the
 * first day of the budget year if it is after the window's own first day.
 */
function getValuesFromLink({ window }: Detail, search: URLSearchParams): Partial<Detail> {
  const [type, from] = [Number(search.get('type')), parseDay(search.get('from'))]
  return {
    ...(type in rentIncreaseTypes && { rentIncreaseTypeId: type }),
    ...(from && from > window.rentsFrom && { rentEffectiveDate: from }),
  }
}

const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')

/** The pages of a rent increase: its form, its submitted and reviewed parts, and its facts. */
export const pages: PagesOf<typeof increases> = {
  isSheet: true,
  Form: IncreaseForm,
  formLines,
  offered: getValuesFromLink,
  facts: (detail) => {
    const rows = detail.lines.map((line) =>
      useFiledRent(getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail), detail.statusId),
    )
    const { current, becoming, percent } = computeRentIncreaseTotals(rows)
    return [
      { label: 'Type', value: rentIncreaseTypes[detail.rentIncreaseTypeId] },
      { label: 'New rents from', value: formatDay(detail.rentEffectiveDate) },
      { label: 'Rents a month', sum: true, value: `${formatMoney(current)} → ${formatMoney(becoming)}` },
      {
        label: 'Increase',
        sum: true,
        value:
          percent === null
            ? ''
            : `${percent.toFixed(2)}% (most ${getRentIncreaseCap(detail.rentIncreaseTypeId, detail.caps)}% a row)`,
      },
      ...(isReviewHidden(detail.statusId)
        ? [hideReviewFact(detail, { label: 'Approved rents', value: '' })]
        : []),
      { label: 'Tenants notified on', value: formatDay(detail.tenantsNotifiedOn) },
      // If the request's rents are in force, they would be the last increase themselves.
      ...(detail.lastIncrease && detail.lastIncrease < (detail.rentEffectiveDate ?? '9999')
        ? [{ label: 'Last increase', value: formatDay(detail.lastIncrease) }]
        : []),
      ...(detail.rentsPosted ? [{ label: 'In force since', value: formatDay(detail.rentsPosted) }] : []),
      ...(detail.appealUntil
        ? [{ label: 'May be appealed until', value: formatDay(detail.appealUntil) }]
        : []),
      { label: 'Comments', value: detail.managementCompanyComments, wide: true },
    ]
  },
  Filed: FiledIncrease,
  FiledForm: IncreaseSidebar,
  documentsAside: false,
  Review: IncreaseReview,
  reviewLines,
  Figures,
  useOpenPoints: (detail) =>
    findContradictions(detail).map((contradiction) => ({
      words: describeContradiction(contradiction),
      fine: false,
      more: detail.comments,
    })),
  notOffered: getBlockedSteps,
  Actions,
}
