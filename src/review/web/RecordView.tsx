import { Alert, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useRef } from 'react'
import { z } from 'zod'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Receipt } from '#ui/form/Receipt.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { StatusSteps } from '#ui/frame/StatusSteps.tsx'
import type { AnyReview } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import { Analyst, NextSteps, SavingSteps, type StepProps } from './NextSteps.tsx'
import type { AnyDetail, Pages, Values } from './pages.ts'
import { Attachments, DocumentsPanel, MessagesPanel, Notes, RecordHistory, RecordLetters } from './panels.tsx'
import styles from './record.module.css'
import { askRecord, queriesOf, recordQuery } from './useRecord.ts'
import { QueueSteps } from './way.tsx'
import { ageWords, byWhom, capital, crumbsOf, shortDate, stationsOf } from './words.ts'

const REJECTED = 6
const DECIDED = 5

/** A record as filed: what it says, where it stands, what this person may do with it next, and its whole history. */
export function RecordView({ review, pages, detail }: { review: AnyReview; pages: Pages; detail: AnyDetail }) {
  const client = useQueryClient()
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
  const parts: StepProps = { review, pages, detail, accept: taken, version: () => latest.current.version, refresh }
  return (
    <Screen
      title={`${review.entity.label} ${detail.requestNumber}`}
      breadcrumbs={crumbsOf(review, detail)}
      actions={<StatusChip status={detail.statusId} label={detail.statusLabel} />}
    >
      <QueueSteps review={review} row={detail} />
      <StatusSteps steps={stationsOf(review, detail)} />
      {detail.statusId === 2 && <SubmissionReceipt review={review} detail={detail} />}
      <Remarks review={review} detail={detail} />
      <RecordFacts {...parts} />
      <Task {...parts} accept={accept} taken={taken} />
      {review.letters && detail.statusId >= DECIDED && (
        // Of its own: the decision must not put a skeleton in the place of the whole record.
        <Suspense fallback={null}>
          <RecordLetters review={review} detail={detail} />
        </Suspense>
      )}
      <Notes review={review} detail={detail} accept={accept} />
      <DocumentsPanel review={review} detail={detail} />
      <MessagesPanel review={review} detail={detail} />
      <RecordHistory review={review} detail={detail} />
    </Screen>
  )
}

/** What is to be done with the record, and beside it what one looks at meanwhile. */
function Task(props: StepProps & { taken: (detail: AnyDetail) => void }) {
  const { pages, detail, taken, refresh } = props
  const readOnly = useReadOnly()
  const reviewing = detail.canReview && pages.Review !== undefined && !readOnly
  const task = reviewing ? (
    <ReviewForm {...props} />
  ) : (
    <>
      {pages.Filed && <pages.Filed detail={detail} refresh={refresh} />}
      <NextSteps {...props} accept={taken} />
    </>
  )
  return pages.Beside ? (
    <div className={styles.beside}>
      <div className={styles.panel}>{task}</div>
      <pages.Beside detail={detail} refresh={refresh} />
    </div>
  ) : (
    <div className={styles.beside}>
      <div>{task}</div>
      {reviewing && <Attachments detail={detail} />}
    </div>
  )
}

/** Whose it is, since when and with whom, and what its subject tells of it. */
function RecordFacts(props: StepProps) {
  const { pages, detail } = props
  return (
    <Facts
      facts={[
        { label: detail.propertyId == null ? 'Company' : 'Property', value: detail.subject },
        { label: 'Submitted', value: byWhom(detail.submitted, detail.submittedByName) },
        { label: 'Age', value: ageWords(detail) },
        { label: 'Analyst', value: <Analyst {...props} /> },
        ...pages.facts(detail),
      ]}
    />
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

/** The reviewer's part, saved leniently; a step taken from here saves first. */
function ReviewForm({ taken, ...props }: StepProps & { taken: (detail: AnyDetail) => void }) {
  const { review, pages, detail, accept, refresh } = props
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
    const body = { id: keyOf(entity, detail), version: props.version(), ...own, ...along }
    accept(await askRecord(review.calls.saveReview, { body }))
  }
  return (
    <Form
      schema={schema}
      values={values}
      onSave={save}
      draftKey={`${userId}/review/${review.name}/${keyOf(entity, detail)}`}
      label="Review"
    >
      <Stack gap="md">
        <ErrorSummary />
        {Review && <Review detail={detail} refresh={refresh} />}
        <FormButtons save="Save review" />
        <SavingSteps {...props} accept={taken} />
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
