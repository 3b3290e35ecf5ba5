import { useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { FormProps, PagesOf, PartProps } from '#review/web/index.ts'
import { Form } from '#ui/form/Form.tsx'
import { later, WhenIdle } from '#ui/frame/later.tsx'
import { AFS } from '../model/entities.ts'
import type { Detail, statements } from '../model/statements.ts'
import { statementTabs } from '../model/tabs.ts'
import { ReadFiles, WrittenFiles } from './Files.tsx'
import { Frame } from './Frame.tsx'
import { formLines } from './formLines.ts'

const Paper = later(async () => (await import('./Paper.tsx')).Paper)

const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')
const content = Object.fromEntries(AFS.content.map((name) => [name, AFS.fields[name as 'comments']]))
const schema = z.object({ ...content, ...formLines.shape })

const OnPaper = ({ detail }: { detail: Detail }) => (
  <WhenIdle>
    <Paper detail={detail} />
  </WhenIdle>
)

/** A statement while its company writes it. */
const Writing = (part: FormProps<Detail>) => (
  <>
    <Frame {...part} readOnly={false} files={<WrittenFiles {...part} />} />
    <OnPaper detail={part.detail} />
  </>
)

/** A statement as it was filed: the same parts to be read, asked and printed. */
function Reading(part: PartProps<Detail>) {
  const { detail } = part
  const values = useMemo(
    () => ({
      ...Object.fromEntries(AFS.content.map((name) => [name, detail[name as 'comments']])),
      ...formLines.valuesOf(detail),
    }),
    [detail],
  )
  return (
    <>
      <Form schema={schema} values={values} readOnly label="Statement">
        <Frame {...part} readOnly files={<ReadFiles detail={detail} />} />
      </Form>
      <OnPaper detail={detail} />
    </>
  )
}

/** Shows the decisions based on a statement, because returning or changing it changes their basis. */
const Standing = ({ standing }: Pick<Detail, 'standing'>) => (
  <>
    {standing.map(({ label, amount, to }) => (
      <div key={to}>
        <Link to={to}>{label}</Link>
        {amount === null ? '' : `, ${formatMoney(amount)}`}
      </div>
    ))}
    Returning or changing this statement changes what they are based on.
  </>
)

/** How an annual statement is seen. */
export const pages: PagesOf<typeof statements> = {
  isSheet: true,
  tabs: statementTabs,
  Form: Writing,
  formLines,
  placesButtons: true,
  submits: false,
  facts: (detail) => [
    {
      label: 'Fiscal year',
      value: `${detail.year}, ${formatDay(detail.periodStart)} to ${formatDay(detail.periodEnd)}`,
    },
    { label: 'Statement', value: [detail.statementType, detail.opinion].filter(Boolean).join(', ') },
    { label: 'Auditor', value: detail.auditFirm },
    { label: 'Total assets', value: formatMoney(detail.totals?.assets) },
    { label: 'Net profit', value: formatMoney(detail.totals?.netIncome) },
    ...(detail.standing.length > 0
      ? [{ label: 'Decided on it', value: <Standing standing={detail.standing} />, wide: true }]
      : []),
    ...(detail.comments ? [{ label: 'Comments', value: detail.comments, wide: true }] : []),
  ],
  Filed: Reading,
}
