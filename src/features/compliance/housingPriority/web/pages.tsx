import { Fieldset } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { deleteFile } from '#core/platform/files/model/index.ts'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import type { FormValues, ReviewValues } from '#engines/review/web/index.ts'
import {
  columnsWith,
  hideReviewFact,
  type ListingOf,
  type PagesOf,
  type PartProps,
} from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { ask } from '#kernel/web/api.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { attachDocument } from '../model/calls.ts'
import {
  type CertificationDetail,
  type CertificationLine,
  certifications,
  documentKinds,
} from '../model/certifications.ts'
import type { HousingPriorityCertification } from '../model/entities.ts'
import { type PopulationRow, populations } from '../model/entities.ts'
import { computePopulationTotals, getFulfillment } from '../model/rules.ts'
import { LraContact } from './Contact.tsx'
import { blankPopulation, formLines } from './formLines.ts'
import styles from './housingPriority.module.css'

type CertificationValues = FormValues<typeof HousingPriorityCertification, typeof formLines>
const Field = getField<CertificationValues>()
const LineItems = getLineItems<CertificationValues>()
const ReviewField = getField<ReviewValues<typeof HousingPriorityCertification>>()

export { certifications as review }

const quietOption = { quiet: true }
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')
const populationColumns = [
  {
    name: 'population',
    required: true,
    options: populations.map((name) => ({ value: name, label: name })),
  },
  { name: 'committed', width: 130, required: true, total: true },
  { name: 'filled', width: 150, required: true, total: true },
  { name: 'byReferral', width: 130, required: true, total: true },
  { name: 'comments' },
] as const

function Form(props: PartProps<CertificationDetail> & { known: { current: CertificationDetail } }) {
  return (
    <>
      <Fieldset legend="Commitment">
        <FieldRow>
          <Field name="committedUnits" required width={170} />
          <Field name="vacantUnits" required width={220} />
          <Field name="heldUnits" required width={220} />
        </FieldRow>
        <Field name="partOfYear" />
        <LineItems name="specialNeeds" columns={populationColumns} blank={blankPopulation} maxLines={20} />
        <Fulfillment />
        <Field name="explanation" rows={3} />
      </Fieldset>
      <Fieldset legend="Lead referral agency">
        <FieldRow>
          <Field name="lraName" required />
          <Field name="lraAgreementEnds" required width={200} />
          <Field name="lraClosedOn" width={180} />
        </FieldRow>
        <Field name="referrals" rows={3} />
      </Fieldset>
      <LraContact detail={props.detail} refresh={props.refresh} />
      <Field name="services" required rows={3} />
      <Field name="outreach" required rows={3} />
      <CertificationDocuments {...props} />
      <Fieldset legend="Certification">
        <Field name="certified" required />
        <FieldRow>
          <Field name="ownerSignedBy" required />
          <Field name="ownerSignedOn" required width={180} />
        </FieldRow>
        <FieldRow>
          <Field name="lraSignedBy" required />
          <Field name="lraSignedOn" required width={180} />
        </FieldRow>
      </Fieldset>
    </>
  )
}

/** A note on how far the commitment is fulfilled, updated while figures are entered. */
function Fulfillment() {
  const { form } = useFormParts<CertificationValues>()
  const [committed, lines] = useWatch({
    control: form.control,
    name: ['committedUnits', 'specialNeeds'],
  })
  if (typeof committed !== 'number') return null
  const { filled } = computePopulationTotals(lines ?? [])
  const { percent, unmet } = getFulfillment(committed, filled)
  return (
    <p>
      {filled} of {committed} committed units are filled: {percent}%{unmet > 0 && `, ${unmet} unmet`}.
    </p>
  )
}

/** The places for documents. An unsaved certification is saved before the first upload. */
function CertificationDocuments({
  detail,
  refresh,
  known,
}: PartProps<CertificationDetail> & { known: { current: CertificationDetail } }) {
  const { save } = useFormActions()
  const send = (documentType: string) => async (file: File) => {
    if (known.current.housingPriorityCertificationId === 0) await save()
    const params = { id: known.current.housingPriorityCertificationId }
    if (params.id === 0) throw new Error('The certification could not be saved yet.')
    await ask(attachDocument, { params, body: createUploadForm({ documentType }, file) }, quietOption)
  }
  return (
    <Fieldset legend="Documents">
      <div className={styles.places}>
        {documentKinds.map((kind) => (
          <RecordFiles
            key={kind}
            label={kind}
            kind={kind}
            files={detail.files}
            send={send(kind)}
            remove={(fileId) => ask(deleteFile, { params: { id: fileId } }, quietOption)}
            onChanged={refresh}
          />
        ))}
      </div>
    </Fieldset>
  )
}

const populationColumn = columns<PopulationRow>()
const filedPopulationColumns = [
  populationColumn.text('Population', (item) => item.population, { width: 220 }),
  populationColumn.number('Committed', (item) => item.committed, { width: 110, total: true }),
  populationColumn.number('Filled', (item) => item.filled, { width: 90, total: true }),
  populationColumn.number('Referred', (item) => item.byReferral, { width: 100, total: true }),
  populationColumn.text('Comments', (item) => item.comments, { width: 260, wrap: true }),
]

function Filed({ detail, refresh }: PartProps<CertificationDetail>) {
  return (
    <>
      <DataTable
        caption="Populations"
        rows={detail.specialNeeds}
        columns={filedPopulationColumns}
        rowKey={(item) => item.housingPriorityCertificationSpecialNeedsId}
        plain
        empty="No populations."
      />
      <LraContact detail={detail} refresh={refresh} />
    </>
  )
}

function getChecks(detail: CertificationDetail) {
  const { filled, byReferral } = computePopulationTotals(detail.specialNeeds)
  const { percent, unmet } = getFulfillment(detail.committedUnits ?? 0, filled)
  const before = detail.committedBefore
  return [
    {
      words: `${filled} of ${detail.committedUnits ?? 0} units are filled (${percent}%), ${byReferral} by referral.`,
      fine: unmet === 0,
    },
    {
      words:
        before === null || before === detail.committedUnits
          ? 'The commitment is that of the year before.'
          : `${before} units were committed the year before.`,
      fine: before === null || before === detail.committedUnits,
    },
    {
      words: detail.lraClosedOn
        ? `The agency closed on ${day(detail.lraClosedOn)}.`
        : `The agreement with ${detail.lraName} ends on ${day(detail.lraAgreementEnds)}.`,
      fine: detail.lraClosedOn === null && (detail.lraAgreementEnds ?? '') >= detail.today,
    },
  ]
}

const col = columns<CertificationLine>()

/** The form, facts, checks and list columns of certifications on the review screens. */
export const pages: PagesOf<typeof certifications> & ListingOf<typeof certifications> = {
  Form,
  formLines,
  Before: ({ detail }) => <p>Certification of {detail.year}.</p>,
  facts: (detail) => [
    { label: 'Year', value: detail.partOfYear ? `${detail.year}, in part` : detail.year },
    { label: 'Units committed', value: detail.committedUnits },
    { label: 'Vacant', value: detail.vacantUnits },
    { label: 'Held for a referral', value: detail.heldUnits },
    { label: 'Lead referral agency', value: detail.lraName },
    { label: 'Agreement ends', value: day(detail.lraAgreementEnds) },
    ...(detail.lraClosedOn ? [{ label: 'Closed', value: day(detail.lraClosedOn) }] : []),
    {
      label: 'Signed for the owner',
      value: [detail.ownerSignedBy, day(detail.ownerSignedOn)].filter(Boolean).join(', '),
    },
    {
      label: 'Signed for the agency',
      value: [detail.lraSignedBy, day(detail.lraSignedOn)].filter(Boolean).join(', '),
    },
    { label: 'Why fewer are filled', value: detail.explanation, wide: true },
    { label: 'Referrals', value: detail.referrals, wide: true },
    { label: 'Services', value: detail.services, wide: true },
    { label: 'Outreach', value: detail.outreach, wide: true },
    hideReviewFact(detail, { label: 'Comments of the review', value: detail.reviewComments, wide: true }),
  ],
  Filed,
  Review: (part) => (
    <>
      <Filed {...part} />
      <ReviewField name="reviewComments" rows={3} />
    </>
  ),
  useChecks: getChecks,
  columns: columnsWith(certifications, [
    col.text('Year', (line) => String(line.year), { width: 75, served: 'year' }),
    col.number('Committed', (line) => line.committedUnits, { width: 105, served: 'committedUnits' }),
    col.number('Filled', (line) => line.filled, { width: 85, served: 'filled' }),
    col.number('Unmet', (line) => line.unmet, { width: 85, served: 'unmet' }),
    col.text('Lead referral agency', (line) => line.lraName, { width: 170, served: 'lraName' }),
    col.date('Agreement ends', (line) => line.lraAgreementEnds, {
      width: 120,
      lesser: true,
      served: 'lraAgreementEnds',
    }),
  ]),
}
