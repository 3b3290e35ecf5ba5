import { Button, Fieldset } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { FormValues, ReviewValues } from '#engines/review/web/index.ts'
import { hideReviewFact, isReviewHidden, type PagesOf, type PartProps } from '#engines/review/web/index.ts'
import { InterimFields } from '#features/statements/surplusCash/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { getInterimDay, getRequestedBasis } from '../model/basis.ts'
import type { DistributionRequest } from '../model/entities.ts'
import { periodTypes, purposes } from '../model/entities.ts'
import type { GuardedRequest } from '../model/guardFacts.ts'
import { describeUnmetGuards, getGuards } from '../model/guards.ts'
import type { Detail, requests } from '../model/requests.ts'
import { getInterimDays } from '../model/rules.ts'
import { AvailableDerivation, EditedCalculation, Figures, InterimPart, Others } from './Calculation.tsx'
import styles from './distribution.module.css'
import { Requirements } from './Requirements.tsx'

const Field = getField<FormValues<typeof DistributionRequest>>()
const ReviewField = getField<ReviewValues<typeof DistributionRequest>>()

const getOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const day = (value: string | null) => (value === null ? '' : formatDate(value, 'MM/DD/YYYY'))
const money = (amount: number | null) => (amount === null ? '' : formatMoney(amount))

const Form = ({ detail }: PartProps<Detail>) => (
  <>
    <Fieldset legend={`Surplus cash of ${detail.year}`}>
      <FieldRow>
        <Field name="amountRequested" required width={190} />
        <Field name="purpose" options={getOptions(purposes)} required width={280} />
      </FieldRow>
      {detail.facts?.interimAllowed && <PeriodFields detail={detail} />}
      <EditedCalculation detail={detail} field="amountRequested" />
      <Field name="payee" required />
      <Field name="ownerComments" rows={3} />
    </Fieldset>
    <EditedRequirements detail={detail} />
    <Others others={detail.others} />
  </>
)

/**
 * The fields for the frequency and the as-of day. Without a day the annual statement determines the
 * available amount; with one, its figures are entered.
 */
function PeriodFields({ detail }: { detail: Detail }) {
  const { form } = useFormParts()
  const draft = { ...detail, ...(useWatch({ control: form.control }) as Partial<Detail>) }
  const { computation, facts, interim } = detail
  const days = getInterimDays(draft.periodType, interim).filter((text) => text < (facts?.today ?? ''))
  const period = interim.find((item) => item.date === getInterimDay(draft))
  return (
    <>
      <FieldRow>
        <Field name="periodType" options={getOptions(periodTypes)} width={170} />
        {draft.periodType !== 'Annual' && (
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
            Enter the figures of {day(period.date)}. They are certified by whoever submits the request. What
            was approved before that day and not paid by it is an obligation (A13).
          </p>
          <InterimFields key={period.date} name="interimLines" view={computation} period={period} />
        </>
      )}
    </>
  )
}

/** Shows the requirements for the values in the form. */
function EditedRequirements({ detail, answering = false }: { detail: Detail; answering?: boolean }) {
  const guards = useGuards(detail)
  return <Requirements guards={guards} answering={answering} />
}

function useGuards(detail: Detail) {
  const { form } = useFormParts()
  const draft = { ...detail, ...(useWatch({ control: form.control }) as Partial<GuardedRequest>) }
  const { facts } = getRequestedBasis(draft, detail)
  return facts ? getGuards(draft, facts) : detail.guards
}

/** Shows the amounts in one line: requested, the most that may be approved, and approved. */
function Amounts({ detail }: { detail: Detail }) {
  const { form } = useFormParts<ReviewValues<typeof DistributionRequest>>()
  const { facts } = getRequestedBasis(detail, detail)
  const maximum = Math.min(detail.amountRequested ?? 0, facts?.available ?? 0)
  const approveMaximum = () => form.setValue('approvedAmount', maximum, { shouldDirty: true })
  useKeys('This record', [
    { key: '=', label: 'Approve the amount requested, at most what is available', run: approveMaximum },
  ])
  return (
    <div className={styles.amounts}>
      <Figure label="Asked for" value={money(detail.amountRequested)} />
      <Figure label="Allowed" value={money(facts?.available ?? null)} />
      <ReviewField name="approvedAmount" width={170} />
      <Button variant="default" size="compact-sm" onClick={approveMaximum}>
        {maximum === detail.amountRequested ? 'As asked' : 'All that is allowed'} <kbd>=</kbd>
      </Button>
    </div>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <dl>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </dl>
)

/**
 * The reviewer's form: the approved amount, the answers that the portal cannot give, and the reason for
 * waiving a requirement.
 */
function Review({ detail }: PartProps<Detail>) {
  const guards = useGuards(detail)
  const unmet = guards.some(({ passes, waivable }) => passes === false && waivable)
  return (
    <div className={styles.review}>
      <Amounts detail={detail} />
      <Requirements guards={guards} answering />
      {(unmet || detail.waiver) && <ReviewField name="waiver" rows={2} help="For the agency alone." />}
      <InterimPart detail={detail} />
    </div>
  )
}

/** The filed request, to read. */
const Filed = ({ detail }: PartProps<Detail>) => (
  <div className={styles.review}>
    <Requirements guards={detail.guards} isHidden={isReviewHidden(detail.statusId)} />
    <InterimPart detail={detail} />
  </div>
)

/** Shows next to the form how the available amount is computed. */
const HowAvailable = ({ detail }: PartProps<Detail>) => (
  <div className={styles.review}>
    <AvailableDerivation detail={detail} />
  </div>
)

/** The screens of a distribution request: its form, its facts, its read-only view and its review. */
export const pages: PagesOf<typeof requests> = {
  isSheet: true,
  Form,
  facts: (detail) => [
    {
      label: 'Statement',
      value: <Link to={`/afs/view/${detail.year}/${detail.propertyId}`}>Annual statement {detail.year}</Link>,
    },
    { label: 'Asked for', value: money(detail.amountRequested), sum: true },
    hideReviewFact(detail, {
      label: 'Approved',
      value: detail.statusId === RequestStatus.APPROVED ? money(detail.approvedAmount) : '',
      sum: true,
    }),
    { label: 'Purpose', value: detail.purpose },
    { label: 'Payee', value: detail.payee },
    ...(detail.periodType === 'Annual' ? [] : [{ label: 'Period', value: detail.periodType }]),
    ...(getInterimDay(detail) ? [{ label: 'Surplus cash as of', value: day(getInterimDay(detail)) }] : []),
    { label: 'Surplus cash when submitted', value: money(detail.surplusCash) },
    { label: 'Available when submitted', value: money(detail.allowable) },
    { label: 'Comments', value: detail.ownerComments, wide: true },
    ...(detail.waiver
      ? [{ label: 'Why it is approved although a requirement is not met', value: detail.waiver, wide: true }]
      : []),
  ],
  Filed,
  FiledForm: HowAvailable,
  Review,
  Figures,
  useOpenPoints: ({ guards, waiver }) =>
    describeUnmetGuards(guards, waiver).map((text) => ({ words: text, fine: false })),
  amount: (detail, values) => (values ? (values.approvedAmount as number | null) : detail.approvedAmount),
}
