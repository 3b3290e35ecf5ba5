import { useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import type { FormProps, PagesOf, PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { Form } from '#ui/form/Form.tsx'
import { later, WhenIdle } from '#ui/frame/later.tsx'
import { AFS } from '../model/entities.ts'
import type { Detail, statements } from '../model/statements.ts'
import { getStatementTabs } from '../model/tabs.ts'
import { EditableFiles, ReadOnlyFiles } from './Files.tsx'
import { Frame } from './Frame.tsx'
import { formLines } from './formLines.ts'

const Paper = later(async () => (await import('./Paper.tsx')).Paper)

const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')
const content = Object.fromEntries(AFS.content.map((name) => [name, AFS.fields[name as 'comments']]))
const schema = z.object({ ...content, ...formLines.shape })

const PrintedStatement = ({ detail }: { detail: Detail }) => (
  <WhenIdle>
    <Paper detail={detail} />
  </WhenIdle>
)

/** The statement while its company fills it in. */
const EditableStatement = (part: FormProps<Detail>) => (
  <>
    <Frame {...part} readOnly={false} files={<EditableFiles {...part} />} />
    <PrintedStatement detail={part.detail} />
  </>
)

/** The filed statement: the same parts, to read and print. */
function ReadOnlyStatement(part: PartProps<Detail>) {
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
        <Frame {...part} readOnly files={<ReadOnlyFiles detail={detail} />} />
      </Form>
      <PrintedStatement detail={detail} />
    </>
  )
}

/** Lists the decisions based on a statement, and warns that changing it changes their basis. */
const DependentDecisions = ({ standing }: Pick<Detail, 'standing'>) => (
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

/** The screens of an annual statement: its form, its facts and its read-only view. */
export const pages: PagesOf<typeof statements> = {
  isSheet: true,
  tabs: getStatementTabs,
  Form: EditableStatement,
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
      ? [{ label: 'Decided on it', value: <DependentDecisions standing={detail.standing} />, wide: true }]
      : []),
    ...(detail.comments ? [{ label: 'Comments', value: detail.comments, wide: true }] : []),
  ],
  Filed: ReadOnlyStatement,
}
