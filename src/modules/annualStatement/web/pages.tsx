import { useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { PagesOf, PartProps } from '#review/web/index.ts'
import { Form } from '#ui/form/Form.tsx'
import { later, WhenIdle } from '#ui/frame/later.tsx'
import { AFS } from '../model/entities.ts'
import type { Detail, statements } from '../model/statements.ts'
import { ReadFiles, WrittenFiles } from './Files.tsx'
import { Frame } from './Frame.tsx'
import { held } from './held.ts'

const Paper = later(async () => (await import('./Paper.tsx')).Paper)

const shown = (day: string | null) => formatDate(day, 'MM/DD/YYYY')
const content = Object.fromEntries(AFS.content.map((name) => [name, AFS.fields[name as 'comments']]))
const schema = z.object({ ...content, ...held.shape })

const OnPaper = ({ detail }: { detail: Detail }) => (
  <WhenIdle>
    <Paper detail={detail} />
  </WhenIdle>
)

/** A statement while its company writes it. */
const Writing = (part: PartProps<Detail> & { known: { current: Detail } }) => (
  <>
    <WrittenFiles {...part} />
    <Frame {...part} readOnly={false} />
    <OnPaper detail={part.detail} />
  </>
)

/** A statement as it was filed: the same parts to be read, asked and printed. */
function Reading(part: PartProps<Detail>) {
  const { detail } = part
  const values = useMemo(
    () => ({
      ...Object.fromEntries(AFS.content.map((name) => [name, detail[name as 'comments']])),
      ...held.valuesOf(detail),
    }),
    [detail],
  )
  return (
    <>
      <Form schema={schema} values={values} readOnly label="Statement">
        <ReadFiles detail={detail} />
        <Frame {...part} readOnly />
      </Form>
      <OnPaper detail={detail} />
    </>
  )
}

/** How an annual statement is seen. */
export const pages: PagesOf<typeof statements> = {
  Form: Writing,
  held,
  submits: false,
  facts: (detail) => [
    { label: 'Fiscal year', value: `${detail.year}, ${shown(detail.periodStart)} to ${shown(detail.periodEnd)}` },
    { label: 'Statement', value: [detail.statementType, detail.opinion].filter(Boolean).join(', ') },
    { label: 'Auditor', value: detail.auditFirm },
    { label: 'Total assets', value: formatMoney(detail.totals?.assets) },
    { label: 'Net profit', value: formatMoney(detail.totals?.netIncome) },
    ...(detail.statusId >= 3
      ? [
          {
            label: 'Report card',
            value: <Link to={`/afs/review/reportcard/${detail.afsId}`}>Open the report card</Link>,
          },
        ]
      : []),
    ...(detail.comments ? [{ label: 'Comments', value: detail.comments, wide: true }] : []),
  ],
  Filed: Reading,
}
