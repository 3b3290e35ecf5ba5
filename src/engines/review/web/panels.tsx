import { useMemo } from 'react'
import { z } from 'zod'
import { Letters } from '#core/correspondence/letters/web/index.ts'
import { TaskMessenger } from '#core/correspondence/messages/web/index.ts'
import { Documents } from '#core/platform/files/web/index.ts'
import { buildCallQuery, useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { HistoryPanel } from '#ui/frame/HistoryPanel.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { OnDemand } from '#ui/frame/OnDemand.tsx'
import { RecordQuestion } from '../model/questions.ts'
import { type AnyReview, openPath } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import type { AnyDetail } from './pages.ts'
import { AUTOSAVE_SECONDS, type Storing } from './useOwnSaves.ts'
import { askRecord, getQueries } from './useRecord.ts'

const Field = getField<{ agencyComments: string | null }>()

type PanelProps = { review: AnyReview; detail: AnyDetail }
/** `opened` shows the content at once instead of on request. */
type OpenedProps = { opened?: boolean }

/**
 * The documents of the record and its lines. The agency can add documents until the decision.
 */
export function DocumentsPanel({ review, detail }: PanelProps) {
  const moduleId = getReviewKey(review.entity, detail)
  const { propertyId, managementCompanyId } = detail
  const recordPlace = useMemo(
    () => ({
      moduleName: review.module,
      moduleId,
      ...(propertyId == null ? { managementCompanyId: managementCompanyId ?? 0 } : { propertyId }),
    }),
    [review, moduleId, propertyId, managementCompanyId],
  )
  // For kinds that properties file, too, records of a company have no documents.
  if (propertyId == null && 'propertyId' in review.entity.fields) return null
  const editable = detail.canAssign && detail.decided === null
  return <OnDemand title="Documents">{() => <Documents of={recordPlace} editable={editable} />}</OnDemand>
}

/** The messages of people about the record. */
export function MessagesPanel({ review, detail, opened = false }: PanelProps & OpenedProps) {
  const { propertyId, requestNumber } = detail
  if (propertyId == null) return null
  const about = {
    propertyId,
    taskName: `${review.entity.label} ${requestNumber}`,
    url: openPath(review, detail),
  }
  if (opened) return <TaskMessenger about={about} />
  return <OnDemand title="Messages">{() => <TaskMessenger about={about} />}</OnDemand>
}

/** The history of the record. */
export function RecordHistory({ review, detail, opened = false }: PanelProps & OpenedProps) {
  const id = getReviewKey(review.entity, detail)
  const labels = {
    flow: review.flow,
    entities: [review.entity, RecordQuestion, ...Object.values({ ...review.lines, ...review.alsoInHistory })],
    statusLabel: (status: number) => review.labelOf(status, null),
  }
  const queryKey = [...getQueries(review), 'history', id, detail.version]
  const query = { ...buildCallQuery(review.calls.history, { params: { id } }), queryKey }
  return <HistoryPanel query={query} words={labels} opened={opened} />
}

/** The decision letters of a record. */
export function RecordLetters({ review, detail }: PanelProps) {
  return (
    <Letters
      letters={useCall(review.calls.letters, { params: { id: getReviewKey(review.entity, detail) } })}
    />
  )
}

/** The agency's internal notes; companies never see them. */
export function Notes({ review, detail, storing }: PanelProps & { storing: Storing }) {
  const { userId } = useSession()
  const schema = useMemo(() => z.object({ agencyComments: review.entity.fields.agencyComments }), [review])
  const values = useMemo(() => ({ version: detail.version, agencyComments: detail.agencyComments }), [detail])
  if (!detail.canAssign) return null
  const save = ({ version: baseVersion, agencyComments }: Record<string, unknown>) =>
    storing(Number(baseVersion), (version) =>
      askRecord(review.calls.saveNotes, {
        body: { id: getReviewKey(review.entity, detail), agencyComments, version },
      }),
    )
  return (
    <section aria-label="Notes of the agency" data-noprint>
      <Form
        schema={schema}
        values={values}
        onSave={save}
        autosave={AUTOSAVE_SECONDS}
        savesOnLeave
        draftKey={`${userId}/notes/${review.name}/${getReviewKey(review.entity, detail)}`}
        label="Notes of the agency"
      >
        <ErrorSummary />
        <Field name="agencyComments" rows={2} />
        <FormButtons save={null} />
      </Form>
    </section>
  )
}
