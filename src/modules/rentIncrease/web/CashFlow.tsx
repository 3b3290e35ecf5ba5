import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import {
  type CashFlow as Flow,
  percentIncrease,
  recommendedPercent,
  requiredRent,
  requiredRentWords,
} from '../model/arithmetic.ts'
import { saveCashFlow } from '../model/calls.ts'
import { cashFlowFields, cashFlowNames } from '../model/entities.ts'
import { type Detail, increases } from '../model/increases.ts'
import { rowOf, totalsOf } from '../model/rows.ts'
import styles from './increase.module.css'
import { PageOfReview } from './ReviewPart.tsx'

const schema = z.object(cashFlowFields)
const SHOWN = ['rentincrease']

/** What rent the property needs, and how much of an increase that recommends (domain 14.6). */
export default function CashFlow() {
  const { id } = useNumericParams('id')
  const detail = useCall(increases.calls.one, { params: { id } })
  const write = useWrite(SHOWN)
  const values = useMemo(
    () => ({ version: detail.version, ...Object.fromEntries(cashFlowNames.map((name) => [name, detail[name]])) }),
    [detail],
  )
  return (
    <PageOfReview detail={detail} name="Cash-flow review">
      <Form
        schema={schema}
        values={values}
        readOnly={!detail.canReview}
        label="Cash-flow review"
        onSave={async (sent) => {
          const body = { id, version: detail.version, ...schema.parse(sent) }
          await write(saveCashFlow, { body }, 'The cash-flow review is saved.')
        }}
      >
        <ErrorSummary />
        <FieldRow>
          <Field name="operatingExpenses" width={200} />
          <Field name="debtService" width={200} />
          <Field name="targetCoverage" width={200} />
        </FieldRow>
        <FieldRow>
          <Field name="reserveDeposits" width={200} />
          <Field name="otherIncome" width={200} />
          <Field name="vacancyPercent" width={200} />
        </FieldRow>
        <Outcome detail={detail} />
        {detail.canReview && <FormButtons save="Save cash-flow review" />}
      </Form>
    </PageOfReview>
  )
}

/** The rent needed, reckoned as it is typed. */
function Outcome({ detail }: { detail: Detail }) {
  const { form } = useFormParts()
  const typed = useWatch({ control: form.control, name: cashFlowNames as string[] }) as (number | null)[]
  const rows = detail.lines.map((line) => rowOf(detail.rentIncreaseTypeId, line, detail))
  const now = totalsOf(rows).current * 12
  const flow = Object.fromEntries(cashFlowNames.map((name, index) => [name, typed[index] ?? null])) as Flow
  if (Object.values(flow).includes(null as never) || !schema.safeParse(flow).success)
    return <p>Fill in all six to see the rent that is needed.</p>
  const needed = requiredRent(flow)
  const percent = percentIncrease(now, needed)
  const cap = detail.caps.maxRentIncreasePercent
  return (
    <>
      <Facts
        facts={[
          { label: 'Gross potential rent now, a year', value: formatMoney(now) },
          { label: 'Needed', value: formatMoney(needed) },
          { label: 'Difference', value: percent === null ? '' : `${percent.toFixed(2)}%` },
          {
            label: 'Recommended increase',
            value: percent === null || percent <= 0 ? 'None is justified' : `${recommendedPercent(now, needed, cap)}%`,
          },
        ]}
      />
      <p className={styles.quiet}>
        Needed: {requiredRentWords(flow)}. Recommended: the difference down to the half percent, at most the {cap}% that
        is allowed.
      </p>
    </>
  )
}
