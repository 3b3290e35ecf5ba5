import { Alert, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import { z } from 'zod'
import { plural } from '#kernel/model/formats.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Receipt } from '#ui/form/Receipt.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { PrintButton } from '#ui/frame/PrintButton.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { StatusSteps } from '#ui/frame/StatusSteps.tsx'
import type { AnyReview } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import { Checks } from './desk/Checks.tsx'
import { Desk, Handles } from './desk/Desk.tsx'
import styles from './desk/desk.module.css'
import { Analyst, NextSteps, SavingSteps, type StepProps } from './NextSteps.tsx'
import type { AnyDetail, Pages, Values } from './pages.ts'
import { DocumentsPanel, MessagesPanel, Notes, RecordHistory, RecordLetters } from './panels.tsx'
import { askRecord, queriesOf, recordQuery } from './useRecord.ts'
import { ageWords, byWhom, capital, crumbsOf, daysLate, shortDate, stationsOf } from './words.ts'

const REJECTED = 6
const DECIDED = 5
const AUTOSAVE_SECONDS = 5

/** A record as filed: what it says, where it stands, what this person may do with it next, and its whole history. */
export function RecordView({ review, pages, detail }: { review: AnyReview; pages: Pages; detail: AnyDetail }) {
  const client = useQueryClient()
  const agency = useIsAgency()
  const id = keyOf(review.entity, detail)
  // A saved review raises the version before the screen is drawn again; a step taken at once must know it.
  const latest = useRef(detail)
  latest.current = detail
  const accept = (saved: AnyDetail) => {
    latest.current = saved
    client.setQueryData(recordQuery(review, id).queryKey, saved)
  }
  const taken = (saved: AnyDetail) => {
    accept(saved)
    void client.invalidateQueries({ queryKey: queriesOf(review) })
  }
  const refresh = async () => accept(await askRecord(review.calls.one, { params: { id } }))
  const parts: StepProps = { review, pages, detail, accept: taken, latest: () => latest.current, refresh }
  return (
    <Screen
      title={agency ? detail.requestNumber : `${review.entity.label} ${detail.requestNumber}`}
      of={detail.subject}
      breadcrumbs={crumbsOf(review, detail)}
      actions={
        <>
          <StatusChip status={detail.statusId} label={detail.statusLabel} />
          {agency && <Handles review={review} detail={detail} />}
          <PrintButton />
        </>
      }
    >
      {agency ? <Worked {...parts} saved={accept} /> : <Filed {...parts} />}
    </Screen>
  )
}

/** The record as the agency works on it; `saved` takes over what the review has stored. */
function Worked({ saved, ...parts }: StepProps & { saved: (detail: AnyDetail) => void }) {
  const { review, pages, detail, refresh } = parts
  const readOnly = useReadOnly()
  const reviewing = detail.canReview && pages.Review !== undefined && !readOnly
  return (
    <>
      <RecordFacts {...parts} line />
      <Desk {...parts}>
        {(bar) => (
          <>
            <Said review={review} detail={detail} />
            {reviewing ? (
              <ReviewForm {...parts} saved={saved} bar={bar} />
            ) : (
              <>
                {pages.Filed && <pages.Filed detail={detail} refresh={refresh} />}
                {bar(
                  <>
                    {pages.Figures && <pages.Figures detail={detail} />}
                    <NextSteps {...parts} />
                  </>,
                )}
              </>
            )}
            {pages.useChecks && detail.decided === null && <Checks useChecks={pages.useChecks} detail={detail} />}
            <Facts facts={pages.facts(detail).filter(({ wide }) => wide)} />
            <Letters review={review} detail={detail} />
            <Notes review={review} detail={detail} accept={saved} />
            <DocumentsPanel review={review} detail={detail} />
            {/* On the screen they stand in drawers over the documents. */}
            <div className="print-only">
              <MessagesPanel review={review} detail={detail} />
              <RecordHistory review={review} detail={detail} />
            </div>
          </>
        )}
      </Desk>
    </>
  )
}

/** The record as its company sees it: what it filed, what became of it, and what the company may do. */
function Filed(parts: StepProps) {
  const { review, pages, detail, refresh } = parts
  return (
    <>
      <StatusSteps steps={stationsOf(review, detail)} />
      <Said review={review} detail={detail} />
      <RecordFacts {...parts} />
      {pages.Filed && <pages.Filed detail={detail} refresh={refresh} />}
      <NextSteps {...parts} />
      {pages.Beside && <pages.Beside detail={detail} refresh={refresh} />}
      <Letters review={review} detail={detail} />
      <DocumentsPanel review={review} detail={detail} />
      <MessagesPanel review={review} detail={detail} />
      <RecordHistory review={review} detail={detail} />
    </>
  )
}

/** The receipt for who filed it, and what was said about it. */
function Said({ review, detail }: Pick<StepProps, 'review' | 'detail'>) {
  const { userId } = useSession()
  return (
    <>
      {detail.statusId === 2 && detail.submittedById === userId && (
        <SubmissionReceipt review={review} detail={detail} />
      )}
      <Remarks review={review} detail={detail} />
    </>
  )
}

function Letters({ review, detail }: Pick<StepProps, 'review' | 'detail'>) {
  if (!review.letters || detail.statusId < DECIDED) return null
  return (
    // Of its own: the decision must not put a skeleton in the place of the whole record.
    <Suspense fallback={null}>
      <RecordLetters review={review} detail={detail} />
    </Suspense>
  )
}

/** Whose it is, since when and with whom, and what its subject tells of it; in a line, what is told elsewhere is left out. */
function RecordFacts({ line = false, ...props }: StepProps & { line?: boolean }) {
  const { pages, detail } = props
  const own = pages.facts(detail).filter(({ wide, sum }) => !line || !(wide || (sum && pages.Figures)))
  return (
    <Facts
      line={line}
      facts={[
        line
          ? { label: 'Company', value: detail.companyName }
          : { label: detail.propertyId == null ? 'Company' : 'Property', value: detail.subject },
        { label: 'Submitted', value: byWhom(detail.submitted, detail.reSubmitted ? null : detail.submittedByName) },
        ...(detail.reSubmitted
          ? [{ label: 'Resubmitted', value: byWhom(detail.reSubmitted, detail.submittedByName) }]
          : []),
        { label: 'Age', value: <Age detail={detail} /> },
        { label: 'Analyst', value: <Analyst {...props} /> },
        ...own,
      ]}
    />
  )
}

/** How old it is; at the agency in red by how much its decision is late. */
function Age({ detail }: { detail: AnyDetail }) {
  const late = useIsAgency() ? daysLate(detail) : 0
  return (
    <>
      {ageWords(detail)}
      {late > 0 && <span className={styles.late}>, {plural(late, 'day', 'days')} late</span>}
    </>
  )
}

/** What was said about the record: why it came back, why it was decided so. */
function Remarks({ review, detail }: { review: AnyReview; detail: AnyDetail }) {
  const refused = detail.statusId === REJECTED
  const why = `Why it was ${review.labelOf(REJECTED, null).toLowerCase()}`
  return (
    <>
      {detail.returnReason && detail.statusId === 1 && (
        <Alert color="red" title="Returned for correction">
          {detail.returnReason}
        </Alert>
      )}
      {detail.decisionComment && (
        <Alert color={refused ? 'red' : 'blue'} title={refused ? why : 'Comment on the decision'}>
          {detail.decisionComment}
        </Alert>
      )}
    </>
  )
}

/** The reviewer's part, saved leniently and as it is typed; a step taken from the bar saves first. */
function ReviewForm({
  saved,
  bar,
  ...props
}: StepProps & { saved: (detail: AnyDetail) => void; bar: (content: ReactNode) => ReactNode }) {
  const { review, pages, detail, refresh } = props
  const { userId } = useSession()
  const { entity } = review
  const { reviewHeld, Review } = pages
  const schema = useMemo(() => {
    const own = Object.fromEntries(entity.review.map((name) => [name, entity.fields[name]!]))
    return z.object({ ...own, ...reviewHeld?.shape })
  }, [entity, reviewHeld])
  const values = useMemo(
    () => ({
      version: detail.version,
      ...Object.fromEntries(entity.review.map((name) => [name, detail[name]])),
      ...reviewHeld?.valuesOf(detail),
    }),
    [detail, entity, reviewHeld],
  )
  const save = async (sent: Values) => {
    const own = Object.fromEntries(entity.review.map((name) => [name, sent[name]]))
    const along = await reviewHeld?.sent(sent, detail)
    const body = { id: keyOf(entity, detail), version: sent.version, ...own, ...along }
    saved(await askRecord(review.calls.saveReview, { body }))
  }
  return (
    <Form
      schema={schema}
      values={values}
      onSave={save}
      autosave={AUTOSAVE_SECONDS}
      draftKey={`${userId}/review/${review.name}/${keyOf(entity, detail)}`}
      label="Review"
    >
      <Stack gap="md">
        <ErrorSummary />
        {Review && <Review detail={detail} refresh={refresh} />}
        <FormButtons save="Save review" />
        {bar(
          <>
            {pages.Figures && <pages.Figures detail={detail} />}
            <SavingSteps {...props} />
          </>,
        )}
      </Stack>
    </Form>
  )
}

function SubmissionReceipt({ review, detail }: { review: AnyReview; detail: AnyDetail }) {
  const by = detail.promisedBy ? ` and decides by ${shortDate(detail.promisedBy)}` : ''
  return (
    <Receipt
      title={`${capital(review.noun)} received`}
      number={detail.requestNumber}
      date={detail.reSubmitted ?? detail.submitted ?? ''}
      next={`The agency reviews it${by}. You are mailed at every step and can recall it until the review begins.`}
    />
  )
}
