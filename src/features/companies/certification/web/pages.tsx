import { Alert, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { getReviewKey } from '#engines/review/model/index.ts'
import type { ReviewValues } from '#engines/review/web/index.ts'
import { hideReviewFact, type PagesOf, type PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { useFormActions } from '#ui/form/formContext.ts'
import { type ApplicationDetail, applications } from '../model/applications.ts'
import type { ManagementCompanyAssetCertification } from '../model/entities.ts'
import { applicationContent } from '../model/entities.ts'
import { recommendations } from '../model/terms.ts'
import { DecisionDocumentButton } from './DecisionPaper.tsx'
import { ApplicationDocuments } from './Documents.tsx'
import { ProfileSections } from './ProfileSections.tsx'
import { RequestSections } from './RequestSections.tsx'
import { formatScore, ScoreTable } from './ScoreTable.tsx'

const Field = getField<ReviewValues<typeof ManagementCompanyAssetCertification>>()

export { applications as review }

/** The form, facts, decision and review of applications on the review screens. */
export const pages: PagesOf<typeof applications> = {
  Before: ({ detail }) =>
    getReviewKey(applications.entity, detail) === 0 &&
    detail.ein !== null && (
      <Alert color="blue" title="Filled with your last application">
        Go through every part, correct what has changed, and sign again. Its documents come along with the
        first save.
      </Alert>
    ),
  Form: (part) => (
    <>
      <ProfileSections />
      <RequestSections detail={part.detail} />
      <DraftDocuments {...part} />
    </>
  ),
  facts: getFacts,
  Filed: ({ detail }) =>
    (detail.decisionDocument || detail.standing) && (
      <>
        {/* The document loads separately, so that the application need not wait for it. */}
        <Suspense fallback={null}>
          <DecisionDocumentButton detail={detail} />
        </Suspense>
        {detail.standing && <ScoreTable standing={detail.standing} />}
      </>
    ),
  FiledForm: ({ detail }) => (
    <Form schema={applicationContent} values={detail} readOnly label="Application">
      <Stack gap="md">
        <ProfileSections />
        <RequestSections detail={detail} />
        <ApplicationDocuments detail={detail} />
      </Stack>
    </Form>
  ),
  Review,
}

/** The documents of a draft. The first upload to a new application saves it before. */
function DraftDocuments({
  detail,
  refresh,
  known,
}: PartProps<ApplicationDetail> & { known: { current: ApplicationDetail } }) {
  const { save } = useFormActions()
  const store = async () => ((await save()) ? getReviewKey(applications.entity, known.current) : 0)
  return <ApplicationDocuments detail={detail} store={store} onChanged={refresh} />
}

function getFacts(detail: ApplicationDetail) {
  const { known, standing, startsOn, expiresOn, daysLeft, unitsManaged, complianceStaff } = detail
  const remainingText = daysLeft === null ? '' : `, ${plural(daysLeft, 'day', 'days')} left`
  const term = `${formatDate(startsOn, 'MM/DD/YYYY')} – ${formatDate(expiresOn, 'MM/DD/YYYY')}${remainingText}`
  return [
    ...(detail.companyName === detail.subject ? [] : [{ label: 'Filed as', value: detail.companyName }]),
    { label: 'Kind', value: detail.renewalOfId ? 'Renewal' : 'First application' },
    { label: 'Term', value: expiresOn ? term : '' },
    hideReviewFact(detail, { label: 'Score', value: standing === null ? '' : formatScore(standing.total) }),
    {
      label: 'Units for each person in compliance',
      value: unitsManaged && complianceStaff ? formatNumber(Math.round(unitsManaged / complianceStaff)) : '',
    },
    ...(known
      ? [
          {
            label: 'Known to the portal',
            value: `${known.properties} properties, ${formatNumber(known.units)} units`,
          },
        ]
      : []),
  ]
}

/** The review form: marks, recommendation and term, with the resulting score. */
function Review({ detail }: PartProps<ApplicationDetail>) {
  return (
    <>
      {detail.standing && <ScoreTable standing={detail.standing} />}
      <FieldRow>
        <Field name="occupancyMark" label="Mark for occupancy" width={150} />
        {detail.known?.averageInspectionScore == null && (
          <Field name="inspectionMark" label="Mark for inspections" width={150} />
        )}
        <Field name="timelinessMark" label="Mark for timeliness" width={150} />
        <Field name="financialMark" label="Mark for finances" width={150} />
        <Field name="trainingMark" label="Mark for training" width={150} />
      </FieldRow>
      <FieldRow>
        <Field
          name="recommendation"
          options={recommendations.map((value) => ({ value, label: value }))}
          placeholder="Choose"
        />
        <Field name="termMonths" width={120} />
      </FieldRow>
      <Field name="recommendationComment" rows={2} />
    </>
  )
}
