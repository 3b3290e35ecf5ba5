import { Fieldset } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { InterimFields } from '#modules/surplusCash/web/index.ts'
import type { PagesOf, PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { periodTypes, purposes } from '../model/entities.ts'
import { type Asked, guardsOf } from '../model/guards.ts'
import type { Detail, requests } from '../model/requests.ts'
import { interimDays } from '../model/rules.ts'
import { asAsked, interimDayOf } from '../model/standing.ts'
import { Figures, Guards, InterimPart, LiveCalculation, Others } from './Calculation.tsx'

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const day = (value: string | null) => (value === null ? '' : formatDate(value, 'MM/DD/YYYY'))
const money = (amount: number | null) => (amount === null ? '' : formatMoney(amount))

const Form = ({ detail }: PartProps<Detail>) => (
  <>
    <Fieldset legend={`Surplus cash of ${detail.year}`}>
      <FieldRow>
        <Field name="amountRequested" required rounding={false} width={190} />
        <Field name="purpose" options={optionsOf(purposes)} required width={280} />
      </FieldRow>
      {detail.facts?.interimAllowed && <PeriodTyped detail={detail} />}
      <LiveCalculation detail={detail} field="amountRequested" />
      <Field name="payee" required />
      <Field name="ownerComments" rows={3} />
    </Fieldset>
    <GuardsTyped detail={detail} />
    <Others others={detail.others} />
  </>
)

/** How often, and as of which day: without one the annual statement says what there is, with one its figures are typed. */
function PeriodTyped({ detail }: { detail: Detail }) {
  const { form } = useFormParts()
  const typed = { ...detail, ...(useWatch({ control: form.control }) as Partial<Detail>) }
  const { computation, facts, interim } = detail
  const days = interimDays(typed.periodType, interim).filter((one) => one < (facts?.today ?? ''))
  const period = interim.find((one) => one.date === interimDayOf(typed))
  return (
    <>
      <FieldRow>
        <Field name="periodType" options={optionsOf(periodTypes)} width={170} />
        {typed.periodType !== 'Annual' && (
          <Field
            name="interimDate"
            kind="choice"
            options={days.map((value) => ({ value, label: day(value) }))}
            width={320}
            help={`Empty: ${day(facts?.periodEnd ?? null)}, by the annual statement.`}
          />
        )}
      </FieldRow>
      {computation && period && (
        <>
          <p>
            Enter the figures of {day(period.date)}. They are certified by whoever submits the request. What was
            approved before that day and not paid by it is an obligation (A13).
          </p>
          <InterimFields key={period.date} name="interimLines" view={computation} period={period} />
        </>
      )}
    </>
  )
}

/** The guards over what is typed just now. */
function GuardsTyped({ detail }: { detail: Detail }) {
  const { form } = useFormParts()
  const typed = { ...detail, ...(useWatch({ control: form.control }) as Partial<Asked>) }
  const { facts } = asAsked(typed, detail)
  return <Guards guards={facts ? guardsOf(typed, facts) : detail.guards} />
}

const answers = ['freeOfNonCompliance', 'freeOfDeficiencies', 'offWatchList'] as const

/** The reviewer’s part: what is approved, what the portal cannot know, and why a guard that fails is passed over. */
const Review = ({ detail }: PartProps<Detail>) => (
  <>
    <Field
      name="approvedAmount"
      rounding={false}
      width={190}
      help={`${money(detail.amountRequested)} is asked for; a part may be approved.`}
    />
    <p>The portal has no data on these; the other guards below it answers by itself.</p>
    <FieldRow>
      {[...answers, ...(detail.periodType === 'Annual' ? [] : (['meetsInterimRule'] as const))].map((name) => (
        <Field key={name} name={name} kind="yesNo" width={220} />
      ))}
    </FieldRow>
    <InterimPart detail={detail} />
    <Field name="waiver" rows={2} help="For the agency alone. Needed where a guard below fails." />
    <GuardsTyped detail={detail} />
    <Others others={detail.others} />
  </>
)

/** What was filed, for whoever reads it. */
const Filed = ({ detail }: PartProps<Detail>) => (
  <>
    <InterimPart detail={detail} />
    <Guards guards={detail.guards} />
    <Others others={detail.others} />
  </>
)

/** How a request is seen. */
export const pages: PagesOf<typeof requests> = {
  Form,
  facts: (detail) => [
    {
      label: 'Statement',
      value: <Link to={`/afs/view/${detail.year}/${detail.propertyId}`}>Annual statement {detail.year}</Link>,
    },
    { label: 'Asked for', value: money(detail.amountRequested), sum: true },
    { label: 'Approved', value: detail.statusId === 5 ? money(detail.approvedAmount) : '', sum: true },
    { label: 'Purpose', value: detail.purpose },
    { label: 'Payee', value: detail.payee },
    ...(detail.periodType === 'Annual' ? [] : [{ label: 'Period', value: detail.periodType }]),
    ...(interimDayOf(detail) ? [{ label: 'Surplus cash as of', value: day(interimDayOf(detail)) }] : []),
    { label: 'Surplus cash when submitted', value: money(detail.surplusCash) },
    { label: 'Available when submitted', value: money(detail.allowable) },
    { label: 'Comments', value: detail.ownerComments, wide: true },
    ...(detail.waiver
      ? [{ label: 'Why it is approved although a guard fails', value: detail.waiver, wide: true }]
      : []),
  ],
  Filed,
  Review,
  Figures,
  amount: (detail, typed) => (typed ? (typed.approvedAmount as number | null) : detail.approvedAmount),
}
