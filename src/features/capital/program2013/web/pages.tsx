import type { PagesOf } from '#engines/review/web/index.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { later } from '#ui/frame/later.tsx'
import type { RecordDetail, records } from '../model/records.ts'
import { formLines } from './formLines.ts'
import { RecordForm } from './RecordForm.tsx'
import { getResultFacts } from './useTyped.ts'
import { describeOrigin, getRecordTabs } from './words.ts'

const EMPTY_TOTALS = {
  grossPotentialRent: 0,
  otherIncome: 0,
  expenses: 0,
  reserveDeposits: 0,
  debtService: 0,
}
const getPlaceText = ({ city, county, zip }: RecordDetail): string =>
  [city, county, zip].filter(Boolean).join(', ')

/** The screens of a 2013 record: the form, the filed record and the figures. */
export const pages: PagesOf<typeof records> = {
  isSheet: true,
  Form: RecordForm,
  placesButtons: true,
  formLines,
  tabs: getRecordTabs,
  facts: (detail) => [
    { label: 'Record', value: `${detail.recordType} ${detail.year}` },
    { label: 'Project', value: [detail.projectNumber, detail.projectName].filter(Boolean).join(' ') },
    { label: 'Place', value: getPlaceText(detail) },
    { label: 'Units', value: detail.units },
    { label: 'Vacancy', value: detail.vacancyPercent === null ? '' : `${detail.vacancyPercent}%` },
    ...getResultFacts(detail.totals ?? EMPTY_TOTALS, detail.vacancyPercent),
    { label: 'Origin', value: describeOrigin(detail) },
    { label: 'Comments', value: detail.comments, wide: true },
  ],
  Figures: ({ detail }) => (
    <Facts facts={getResultFacts(detail.totals ?? EMPTY_TOTALS, detail.vacancyPercent)} line />
  ),
  Filed: later(async () => (await import('./FiledRecord.tsx')).FiledRecord),
}
