import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import { z } from 'zod'
import { isOpen, RequestStatus } from '#kernel/model/status.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Receipt } from '#ui/form/Receipt.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { LinkTabs } from '#ui/frame/LinkTabs.tsx'
import { PrintButton } from '#ui/frame/PrintButton.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { StatusSteps } from '#ui/frame/StatusSteps.tsx'
import type { AnyReview } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { AfterStep } from './desk/AfterStep.tsx'
import { Checks } from './desk/Checks.tsx'
import { Desk, Handles, TopDrawer } from './desk/Desk.tsx'
import { NextSteps, SavingSteps, type StepProps } from './NextSteps.tsx'
import type { AnyDetail, Pages, Values } from './pages.ts'
import { DocumentsPanel, MessagesPanel, Notes, RecordHistory, RecordLetters } from './panels.tsx'
import { Questions } from './Questions.tsx'
import { getReviewFacts } from './recordFacts.tsx'
import { getRemark } from './remark.ts'
import { AUTOSAVE_SECONDS, type Storing, useOwnSaves } from './useOwnSaves.ts'
import { askRecord, getQueries, recordQuery } from './useRecord.ts'
import { capitalize, getCrumbs, getStations, shortDate } from './words.ts'

export type RecordViewProps = {
  review: AnyReview
  pages: Pages
  detail: AnyDetail
  /**
   * Whether a step of the agency was taken here and no other record was opened, so links to continue are
   * shown.
   */
  isEnded: boolean
  onEnded: () => void
}

/** The screen of a filed record: its content, status, next steps and history. */
export function RecordView({ review, pages, detail, isEnded, onEnded }: RecordViewProps) {
  const client = useQueryClient()
  const agency = useIsAgency()
  const id = getReviewKey(review.entity, detail)
  // A save raises the version before the next rendering. A step taken right after it needs the new version.
  const latest = useRef(detail)
  latest.current = detail
  const accept = (saved: AnyDetail) => {
    latest.current = saved
    client.setQueryData(recordQuery(review, id).queryKey, saved)
  }
  const acceptStep = (saved: AnyDetail) => {
    accept(saved)
    void client.invalidateQueries({ queryKey: getQueries(review) })
  }
  const refresh = async () => accept(await askRecord(review.calls.one, { params: { id } }))
  const parts: StepProps = {
    review,
    pages,
    detail,
    accept: acceptStep,
    latest: () => latest.current,
    refresh,
    onEnded,
  }
  return (
    <Screen
      title={
        pages.title
          ? pages.title(detail)
          : agency
            ? detail.requestNumber
            : `${review.entity.label} ${detail.requestNumber}`
      }
      of={detail.subject}
      breadcrumbs={getCrumbs(review, detail)}
      chips={<StatusChip status={detail.statusId} label={detail.statusLabel} />}
      facts={getReviewFacts(parts, agency)}
      reason={getRemark(review, detail)}
      actions={
        <>
          {pages.tabs && <LinkTabs tabs={pages.tabs(detail)} label={`Parts of ${detail.requestNumber}`} />}
          <Handles review={review} detail={detail} />
          <PrintButton />
        </>
      }
    >
      {agency ? <AgencyView {...parts} saved={accept} isEnded={isEnded} /> : <CompanyView {...parts} />}
    </Screen>
  )
}

type AgencyViewProps = StepProps & { saved: (detail: AnyDetail) => void; isEnded: boolean }

/**
 * The record as the agency works on it. `saved` gets the record after each save of the review or the notes.
 */
function AgencyView({ saved, isEnded, ...parts }: AgencyViewProps) {
  const { review, pages, detail, refresh } = parts
  const readOnly = useReadOnly()
  // Questions come before the review of an undecided record. Without questions they take no space there.
  const asksFirst = detail.questions.length > 0 && detail.decided === null
  const questions = <Questions review={review} detail={detail} accept={parts.accept} />
  const reviewing = detail.canReview && pages.Review !== undefined && !readOnly
  const storing = useOwnSaves(saved, refresh)
  return (
    <Desk
      {...parts}
      rest={(isApart) => (
        <Rest {...parts} storing={storing} isApart={isApart}>
          {!asksFirst && questions}
        </Rest>
      )}
    >
      {(bar) => (
        <>
          <SubmitterReceipt review={review} pages={pages} detail={detail} />
          {asksFirst && questions}
          {reviewing ? (
            <ReviewForm {...parts} storing={storing} bar={bar} />
          ) : (
            <>
              {pages.Filed && <pages.Filed detail={detail} refresh={refresh} />}
              {bar(
                <>
                  {pages.Figures && <pages.Figures detail={detail} />}
                  {isEnded && <AfterStep review={review} pages={pages} detail={detail} />}
                  <NextSteps {...parts} />
                </>,
              )}
            </>
          )}
          <Facts facts={pages.facts(detail).filter(({ wide }) => wide)} />
        </>
      )}
    </Desk>
  )
}

type RestProps = StepProps & { storing: Storing; isApart: boolean; children: ReactNode }

/**
 * The other parts that the agency sees: checks, letters, notes and documents. In a pane of their own on the
 * right, they also include the history.
 */
function Rest({ storing, isApart, children, ...parts }: RestProps) {
  const { review, pages, detail } = parts
  return (
    <>
      {pages.useChecks && detail.decided === null && <Checks useChecks={pages.useChecks} detail={detail} />}
      <Letters review={review} detail={detail} />
      {children}
      <Notes review={review} detail={detail} storing={storing} />
      <DocumentsPanel review={review} detail={detail} />
      {isApart && <RecordHistory review={review} detail={detail} opened />}
      <PrintedPanels review={review} detail={detail} history={!isApart} />
    </>
  )
}

/** The record as its company sees it: its content, the result, and the company's next steps. */
function CompanyView(parts: StepProps) {
  const { review, pages, detail, refresh } = parts
  return (
    <>
      <TopDrawer review={review} detail={detail} />
      <StatusSteps steps={getStations(review, detail)} />
      <SubmitterReceipt review={review} pages={pages} detail={detail} />
      <Questions review={review} detail={detail} accept={parts.accept} />
      <Facts facts={pages.facts(detail).filter(({ wide }) => wide)} />
      {pages.Filed && <pages.Filed detail={detail} refresh={refresh} />}
      <NextSteps {...parts} />
      {pages.FiledForm && <pages.FiledForm detail={detail} refresh={refresh} />}
      <Letters review={review} detail={detail} />
      <DocumentsPanel review={review} detail={detail} />
      <PrintedPanels review={review} detail={detail} />
    </>
  )
}

/** Messages and history in print. On the screen, the header opens them as drawers. */
const PrintedPanels = ({
  review,
  detail,
  history = true,
}: Pick<StepProps, 'review' | 'detail'> & { history?: boolean }) => (
  <div className="print-only">
    <MessagesPanel review={review} detail={detail} />
    {history && <RecordHistory review={review} detail={detail} />}
  </div>
)

/** Shows the receipt to the person who submitted the record, until its review begins. */
function SubmitterReceipt({ review, pages, detail }: ReceiptProps) {
  const { userId } = useSession()
  // If the submitter cannot recall such records, they work on them next and need no receipt.
  if (!review.flow.steps.recall) return null
  if (detail.statusId !== RequestStatus.SUBMITTED || detail.submittedById !== userId) return null
  return <SubmissionReceipt review={review} pages={pages} detail={detail} />
}

function Letters({ review, detail }: Pick<StepProps, 'review' | 'detail'>) {
  if (!review.letters || isOpen(detail.statusId)) return null
  return (
    // Letters have their own boundary, so that loading them does not replace the whole record by a skeleton.
    <Suspense fallback={null}>
      <RecordLetters review={review} detail={detail} />
    </Suspense>
  )
}

/**
 * The form of the reviewer's part. It saves as the reviewer types, even with faults, and before a step is
 * taken from the bar.
 */
function ReviewForm({
  storing,
  bar,
  ...props
}: StepProps & { storing: Storing; bar: (content: ReactNode) => ReactNode }) {
  const { review, pages, detail, refresh } = props
  const { userId } = useSession()
  const { entity } = review
  const { reviewLines, Review } = pages
  const schema = useMemo(() => {
    const reviewFields = Object.fromEntries(entity.review.map((name) => [name, entity.fields[name]!]))
    return z.object({ ...reviewFields, ...reviewLines?.shape })
  }, [entity, reviewLines])
  const values = useMemo(
    () => ({
      version: detail.version,
      ...Object.fromEntries(entity.review.map((name) => [name, detail[name]])),
      ...reviewLines?.valuesOf(detail),
    }),
    [detail, entity, reviewLines],
  )
  const save = async (values: Values) => {
    const reviewValues = Object.fromEntries(entity.review.map((name) => [name, values[name]]))
    const lineValues = await reviewLines?.sent(values, detail)
    await storing(Number(values.version), (version) =>
      askRecord(review.calls.saveReview, {
        body: { id: getReviewKey(entity, detail), version, ...reviewValues, ...lineValues },
      }),
    )
  }
  return (
    <Form
      schema={schema}
      values={values}
      onSave={save}
      autosave={AUTOSAVE_SECONDS}
      savesOnLeave
      draftKey={`${userId}/review/${review.name}/${getReviewKey(entity, detail)}`}
      label="Review"
    >
      <Stack gap="md">
        <ErrorSummary />
        {Review && <Review detail={detail} refresh={refresh} />}
        <FormButtons save={null} />
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

type ReceiptProps = { review: AnyReview; pages: Pages; detail: AnyDetail }

function SubmissionReceipt({ review, pages, detail }: ReceiptProps) {
  const submission = pages.submission?.(detail)
  const deadlineText = detail.promisedBy ? ` and decides by ${shortDate(detail.promisedBy)}` : ''
  return (
    <Receipt
      title={`${capitalize(submission?.title ?? review.noun)} received`}
      number={detail.requestNumber}
      date={detail.reSubmitted ?? detail.submitted ?? ''}
      next={
        submission?.next ??
        `The agency reviews it${deadlineText}. You are mailed at every step and can recall it until the review begins.`
      }
    />
  )
}
