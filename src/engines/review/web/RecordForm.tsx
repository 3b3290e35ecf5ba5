import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { reportFaults } from '#ui/form/faults.ts'
import { FillsFromRightContext } from '#ui/form/formContext.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { type AnyReview, isFiledByAgency } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { findReviewFaults, type Rules } from '../model/rules.ts'
import { inSentence } from '../model/words.ts'
import { DeleteDraft, FillFromCopy } from './DraftActions.tsx'
import { Handles, TopDrawer } from './desk/Desk.tsx'
import type { AnyDetail, Pages, Values } from './pages.ts'
import { getRemark } from './remark.ts'
import { getReviewValues, useRecord } from './useRecord.ts'
import { getCrumbs } from './words.ts'

const AUTOSAVE_SECONDS = 20

/**
 * Builds the schema that checks the form with the same rules that the server runs at submission. `latest`
 * returns the newest known record.
 */
function buildSubmitSchema({ entity, rules }: AnyReview, { formLines }: Pages, latest: () => AnyDetail) {
  const content = Object.fromEntries(entity.content.map((name) => [name, entity.fields[name]!]))
  return z.object({ ...content, ...formLines?.shape }).superRefine((values, check) => {
    const ruleInput = { ...values, ...formLines?.forRules?.(values) }
    reportFaults(check, findReviewFaults(rules as Rules<Values, AnyDetail>, ruleInput, latest()))
  })
}

/**
 * The form of a record that is being written. It saves automatically and checks everything when submitted.
 */
export function RecordForm({
  review,
  pages,
  detail: first,
}: {
  review: AnyReview
  pages: Pages
  detail: AnyDetail
}) {
  const { latest, read, known: latestDetail, save, send, refresh } = useRecord(review, pages, first)
  const { userId } = useSession()
  const { entity } = review
  const schema = useMemo(
    () => buildSubmitSchema(review, pages, () => latestDetail.current),
    [review, pages, latestDetail],
  )
  const values = useMemo(() => getReviewValues(review, pages, read), [review, pages, read])
  const isNew = getReviewKey(entity, latest) === 0
  const buttons = <Buttons review={review} pages={pages} detail={latest} />
  const remove = <DeleteDraft review={review} detail={latest} />
  const owner = first.propertyId ?? first.managementCompanyId ?? 0
  return (
    <Screen
      title={
        pages.title?.(latest) ??
        (isNew ? `New ${inSentence(entity.label)}` : `${entity.label} ${latest.requestNumber}`)
      }
      of={first.subject}
      breadcrumbs={getCrumbs(review, first)}
      chips={!isNew && <StatusChip status={latest.statusId} label={latest.statusLabel} />}
      reason={getRemark(review, latest)}
      actions={!isNew && <Handles review={review} detail={latest} />}
    >
      {!isNew && <TopDrawer review={review} detail={latest} />}
      {pages.Before && <pages.Before detail={latest} refresh={refresh} />}
      <Form
        schema={schema}
        values={values}
        onSave={save}
        onSubmit={send}
        autosave={AUTOSAVE_SECONDS}
        draftKey={`${userId}/${review.name}/${getReviewKey(entity, latest)}/${owner}`}
      >
        <Stack gap="md">
          <FillFromCopy review={review} pages={pages} detail={first} />
          <ErrorSummary />
          {/* Forms of requests use the dollar input of the specification, which fills from the right. Worksheets use plain dollars. */}
          <FillsFromRightContext value={!pages.placesButtons}>
            <pages.Form
              detail={latest}
              refresh={refresh}
              known={latestDetail}
              buttons={buttons}
              remove={remove}
            />
          </FillsFromRightContext>
          {!pages.placesButtons && buttons}
          {!pages.placesButtons && remove}
        </Stack>
      </Form>
    </Screen>
  )
}

/** The buttons that save and submit. Submitting needs a confirmation. */
function Buttons({ review, pages, detail }: { review: AnyReview; pages: Pages; detail: AnyDetail }) {
  const { noun, flow } = review
  const confirm = useConfirm()
  const agency = useIsAgency() && !isFiledByAgency(review)
  // The agency submits for a company with a step of its own.
  const step = agency ? flow.steps.submitOnBehalf : flow.steps.submit
  // A record that the agency enters itself uses the name of its step.
  const label = isFiledByAgency(review) ? (step?.label ?? '') : `Submit ${noun}`
  const text = agency ? `Submit on behalf of ${detail.companyName ?? 'the company'}` : label
  const ask = async () => {
    const submission = pages.submission?.(detail)
    const ownTitle = `Submit ${submission?.title ?? `this ${noun}`}?`
    const title = agency || isFiledByAgency(review) ? `${text}?` : ownTitle
    const confirmLabel = agency ? 'Submit on behalf' : isFiledByAgency(review) ? text : 'Submit'
    return (await confirm({ title, text: submission?.next ?? step?.confirm ?? '', confirmLabel })).confirmed
  }
  return <FormButtons {...(pages.submits === false ? {} : { submit: text, confirm: ask })} />
}
